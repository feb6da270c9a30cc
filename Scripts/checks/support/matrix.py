"""The matrix of command lines, kinds of domain and faults, and the checks after each run."""
import os
import pathlib
import re
import shutil
import stat
import subprocess

import faults
import lines
from rows import BINARY, COMMENTS, MODE, PLACES, READING_OPTIONS, ROWS, WITHOUT_ROWS, XML, dump, load


class Case:
    """A row applied to a kind of domain."""

    def __init__(self, row, place):
        self.row, self.place = row, place

    def __str__(self):
        return f"{self.row.verb} {self.row.name}, {self.place.name}"

    def shortened(self):
        """The case for a short run, which chooses among the kinds of domain."""
        return self

    def run(self, executable, folder):
        return run(self, executable, folder)


class Result:
    """The counts and violations of a case."""

    def __init__(self, case):
        self.case = case
        self.seen = self.killed = self.faults = self.errors = 0
        self.violations = []


def cases(verbs=None):
    for row in ROWS:
        for place in PLACES:
            if (not verbs or row.verb in verbs) and row.fits(place):
                yield Case(row, place)


def uncovered(executable):
    """The verbs that change files, by their lines, and have no row; and options of verbs with rows without a row."""

    def options(text):
        return set(re.findall(r"^  (-[-\w]+)", text.partition("\nOptions")[2], re.MULTILINE))

    for verb in lines.missing_verbs(executable):
        yield f"no command line runs {verb}"
    common = set.intersection(*(options(lines.help_of(executable, verb)) for verb in ("delete", "import", "rename")))
    changing = {word for line in lines.LINES if line.kind in ("changes", "writes") for word in line.words}
    for verb in lines.verbs(executable):
        words = {word for row in ROWS if row.verb == verb for word in row.words}
        if verb in changing - WITHOUT_ROWS and not words:
            yield f"the verb {verb} has no row"
        own = options(lines.help_of(executable, verb)) if words else set()
        for option in sorted(own - common - words - READING_OPTIONS):
            yield f"the option {option} of {verb} has no row"


class Stage:
    """The files of a case, created anew for each run."""

    def __init__(self, case, executable, folder):
        self.case, self.folder = case, folder
        row, place = case.row, case.place
        self.executable = executable
        for name in ("defaults", "PlistBuddy", "plutil"):
            os.symlink(os.path.abspath(lines.EXECUTABLE), os.path.join(folder, name))
        if row.program != "defaults":
            self.executable = [os.path.join(folder, row.program)]
        self.tree = os.path.join(folder, "tree")
        self.root = os.path.join(self.tree, "linked" if place.is_root_linked else "root")
        self.operand, self.entry = row.location(place, self.tree, self.root)
        self.target = os.path.join(self.tree, "other/real.plist") if place.is_link else self.entry
        if place.is_root_linked:
            self.target = self.entry.replace("/linked/", "/root/")
        self.environment = {
            "PATH": f"{folder}:/usr/bin:/bin", "HOME": os.path.join(self.tree, "home"), "DEFAULTS_ROOT": self.root,
            "LC_ALL": "C", "SOURCE_DATE_EPOCH": "1706702400"}  # records have the same date in every run
        os.makedirs(os.path.join(self.tree, "root"), 0o700)
        if place.is_root_linked:
            os.symlink("root", self.root)
        lines.set_up(folder, self.environment)
        self.environment.update({name: os.path.join(folder, value) for name, value in row.variables.items()})
        for name in ("home", "other", "elsewhere"):
            os.makedirs(os.path.join(self.tree, name), exist_ok=True)
        # Each file can have a schema of its own name.
        os.makedirs(os.path.join(folder, "schemas"))
        os.symlink("../schema.json", os.path.join(folder, "schemas/D.json"))
        self.old = None if place.format is None else row.old(folder)
        # The contents after a run without faults. Judge sets them.
        self.new = self.new_format = None
        os.rename(self.tree, self.tree + ".saved")
        shutil.copy(os.path.join(folder, "j"), os.path.join(folder, "j.saved"))

    def reset(self):
        shutil.rmtree(self.tree, ignore_errors=True)
        shutil.copytree(self.tree + ".saved", self.tree, symlinks=True)
        # A journal is written to by each run.
        shutil.copy(os.path.join(self.folder, "j.saved"), os.path.join(self.folder, "j"))
        place = self.case.place
        if os.path.lexists(self.entry):
            os.unlink(self.entry)
        if place.is_folder_missing:
            shutil.rmtree(self.root)
        else:
            os.makedirs(os.path.dirname(self.entry), 0o700, exist_ok=True)
        if place.is_link:
            os.symlink(os.path.relpath(self.target, os.path.dirname(self.entry)), self.entry)
        if self.old is not None:
            self.write(self.target, dump(self.old, place))
        self.initial_bytes = self.bytes()

    @staticmethod
    def write(path, data):
        with open(path, "wb") as file:
            file.write(data)
        os.chmod(path, MODE)

    def words(self):
        return self.case.row.command(self.case.place, self.operand)

    def stdin(self):
        name = self.case.row.line.stdin
        return pathlib.Path(self.folder, name).read_bytes() if name else b""

    def run(self, *injections):
        return faults.Run(self.executable + self.words(), self.environment, self.folder, self.stdin(),
                          self.case.place.injections + injections)

    def run_next(self):
        """Makes the next change, which must not wait for a lock. Returns a violation or None."""
        row, place = self.case.row, self.case.place
        seen = self.contents()
        if isinstance(seen, str):
            return None  # reported already
        words, stdin = self.executable + row.following(place, self.operand), row.next_stdin or self.stdin()
        if place.injections:
            outcome = faults.Run(words, self.environment, self.folder, stdin, place.injections)
            status, error = outcome.status, outcome.error
        else:
            outcome = subprocess.run(
                words, env=self.environment, cwd=self.folder, input=stdin, capture_output=True, timeout=600,
                check=False)
            status, error = outcome.returncode, outcome.stderr.decode(errors="replace")
        if status:
            return f"the next change ended with {status}: {error}"
        expected = row.after_following(seen, self.new)
        found = self.contents()
        return None if found == expected else f"the next change left {found}"

    def bytes(self):
        try:
            with open(self.entry, "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def contents(self):
        """The contents of the domain, None if there is no file, or an error message."""
        found = self.bytes()
        try:
            return None if found is None else load(found)
        except Exception as error:  # the readers raise various errors for an incomplete file
            return f"not a property list, {len(found)} bytes: {error!r}"

    def listing(self):
        """All entries, with their kinds and the targets of links."""
        entries = set()
        for folder, folders, files in os.walk(self.tree):
            # Records are completed or restored by the next run of their identifier.
            folders[:] = [name for name in folders if name != ".defaults"]
            for name in folders + files:
                path = os.path.join(folder, name)
                end = "/" if os.path.isdir(path) else "@" + os.readlink(path) if os.path.islink(path) else ""
                entries.add(os.path.relpath(path, self.tree) + end)
        return entries

    def wrong_shape(self):
        """A violation if the file with the new contents has the wrong format or mode, or None."""
        found = self.bytes()
        if found is None:
            return None
        place = self.case.place
        if found.startswith(b"bplist") != (self.new_format == BINARY):
            return "the format is wrong"
        if place.has_layout and self.old is not None and (COMMENTS[place.format] not in found or b"\t" in found):
            return "the layout is gone"
        mode = stat.S_IMODE(os.stat(self.target).st_mode)
        is_right = mode == MODE if self.old is not None else mode in (0o600, 0o644)
        return None if is_right else f"the mode is {mode:o}"


def run(case, executable, folder):
    """Runs a case with all its faults."""
    result = Result(case)
    os.umask(0o022)
    os.makedirs(folder)
    stage = Stage(case, executable, folder)
    judge = Judge(stage, result)
    if case.place.format is None and (judge.status or stage.new is None):
        result.violations, judge.calls = [], []  # the change needs a file
    for call in judge.calls:
        result.seen += 1
        result.killed += judge.killed(call)
        for fault in faults.errors(call):
            result.faults += 1
            result.errors += judge.failed(call, fault)
        is_of_file = os.path.basename(stage.target) in (faults.descriptor_path(call) or "")
        for count in faults.short_counts(call, stage.tree) if is_of_file else ():
            result.faults += 1
            result.errors += judge.shortened(call, count)
    shutil.rmtree(folder)
    return result


class Judge:
    """Runs a case without faults, and checks runs with faults."""

    def __init__(self, stage, result):
        self.stage, self.result = stage, result
        stage.reset()
        self.listing_before = stage.listing()
        outcome = stage.run()
        busy = stage.case.place.busy
        self.calls = [call for call in faults.of_files(outcome.calls, stage.tree) if call.name not in busy]
        self.listing_after = stage.listing()
        self.new_bytes, self.status = stage.bytes(), outcome.status
        stage.new, row, place = stage.contents(), stage.case.row, stage.case.place
        is_binary = (self.new_bytes or b"").startswith(b"bplist")
        stage.new_format = place.format or XML if row.keeps_format() else BINARY if is_binary else XML
        # A conversion may have nothing to convert.
        is_same = self.new_bytes == stage.initial_bytes and row.keeps_format()
        if outcome.status or outcome.error or is_same and row.line.kind != "reads":
            self.wrong("without faults", f"status {outcome.status}, {stage.new}, {outcome.error}")
        self.check_success("without faults", outcome)
        self.listing_next = None
        self.check_next("without faults")
        self.listing_next = stage.listing()

    def wrong(self, fault, what):
        self.result.violations.append(f"{fault}: {what.strip()}")

    def killed(self, call):
        """Kills a run before a call. Returns whether the fault was injected."""
        fault = f"killed at {call.name} {call.number}"
        self.stage.reset()
        outcome = self.stage.run(f"{call.name}:signal=KILL:when={call.number}")
        self.check_contents(fault)
        self.check_next(fault)
        return outcome.status == -9

    def failed(self, call, error):
        """Makes a call fail. Returns whether the fault was injected."""
        fault = f"{error} at {call.name} {call.number}"
        self.stage.reset()
        outcome = self.stage.run(f"{call.name}:error={error}:when={call.number}")
        self.check_contents(fault)
        if outcome.status == 0:
            self.check_success(fault, outcome)
        else:
            self.check_failure(fault, outcome)
        # An injected error keeps a descriptor open, with the lock that it holds.
        if error == "EINTR" and outcome.status and call.name != "close":
            self.wrong(fault, "an interrupted call was not repeated")
        self.check_next(fault)
        return outcome.was_injected

    def shortened(self, call, count):
        """Makes a write report a number of bytes without writing them: exactly these bytes must be missing.

        Returns whether the fault was injected.
        """
        fault = f"{count} bytes at {call.name} {call.number}"
        self.stage.reset()
        outcome = self.stage.run(f"{call.name}:retval={count}:when={call.number}")
        written = faults.descriptor_path(call)
        before = (other for other in self.calls if other.name == call.name and other.number < call.number
                  and faults.descriptor_path(other) == written)
        offset = sum(int(other.result) for other in before)
        expected = self.new_bytes[:offset] + self.new_bytes[offset + count :]
        if outcome.status == 0 and self.stage.bytes() != expected:
            self.wrong(fault, "the rest was not written where it belongs")
        elif outcome.status:
            self.check_contents(fault)
            self.check_failure(fault, outcome)
        return outcome.was_injected

    def check_contents(self, fault):
        found = self.stage.contents()
        if found not in (self.stage.old, self.stage.new):
            self.wrong(fault, f"neither old nor new: {found}")

    def check_success(self, fault, outcome):
        stage = self.stage
        if stage.contents() != stage.new:
            self.wrong(fault, "status 0, and the contents are not the new ones")
        # A conversion in place changes the bytes and not the contents.
        is_replaced = stage.bytes() != stage.initial_bytes
        missing = faults.not_durable(outcome.calls, stage.target, is_replaced, stage.case.row.is_copy)
        if missing and not (stage.old is None and stage.new is None):
            self.wrong(fault, f"status 0, and {missing}")
        shape = stage.wrong_shape()
        if shape and is_replaced:
            self.wrong(fault, shape)
        kept = {os.path.relpath(path, stage.tree) for path in faults.not_removed(outcome.calls)}
        if (stage.listing() ^ self.listing_after) - kept:
            self.wrong(fault, f"status 0, and there is {sorted(stage.listing() ^ self.listing_after)}")

    def check_failure(self, fault, outcome):
        stage = self.stage
        is_new = stage.old != stage.new and stage.contents() == stage.new
        expected = self.listing_after if is_new else self.listing_before
        if stage.listing() != expected:
            self.wrong(fault, f"status {outcome.status}, and left {sorted(stage.listing() ^ expected)}")
        if not re.fullmatch(stage.case.row.message, outcome.error):
            self.wrong(fault, f"status {outcome.status}, and the message {outcome.error!r}")
        # A message about several domains, which documents change, can be about another one. Groups check these.
        is_alone = stage.case.row.word is not None
        if is_alone and stage.old != stage.new and faults.says_changed(outcome.error) != is_new:
            self.wrong(fault, f"the domain is {'new' if is_new else 'old'}, and the message is {outcome.error}")

    def check_next(self, fault):
        wrong = self.stage.run_next()
        if wrong:
            self.wrong(fault, wrong)
        elif self.listing_next is not None and self.stage.listing() != self.listing_next:
            self.wrong(fault, f"the next change left {sorted(self.stage.listing() ^ self.listing_next)}")
