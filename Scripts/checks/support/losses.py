"""The commands whose power fails, and the checks of each state of the disk."""
import os
import plistlib
import re
import shutil
import subprocess

import disk
import faults
import matrix
from rows import PLACES, ROWS, CopyRow, load

PLACE = {place.name: place for place in PLACES}
HIDDEN = re.compile(r"/\.[^/]*\.defaults-(new|old)$")


class Single:
    """A change of one domain: a row of the fault matrix applied to a kind of domain. It is not undone."""

    domains, moved, is_migration, undo = (), (), False, None

    def __init__(self, row, place):
        self.row, self.place = row, place

    def __str__(self):
        return str(matrix.Case(self.row, self.place))

    def prepare(self, executable, folder):
        stage = matrix.Stage(matrix.Case(self.row, self.place), [executable], folder)
        self.files = {"D": os.path.relpath(stage.target, stage.tree)}
        self.words = self.again = stage.words()
        self.executable, self.stdin = stage.executable[0], stage.stdin()
        # A change is repeatable if doing it twice has the same result. A second undo goes further back.
        stage.reset()
        stage.run()
        new, status = stage.bytes(), stage.run().status
        self.is_repeatable = stage.bytes() == new and status in (0, 1) and self.row.verb != "undo"
        self.statuses = (0, status)
        stage.reset()
        return stage.tree, stage.environment


class Several:
    """A change of several domains in separate folders, with their contents before, and a command that runs first."""

    is_repeatable, statuses = True, (0,)

    def __init__(self, name, words, domains, moved=(), undo=None, again=None, first=(), edit=None, link=None,
                 files=None, has_state=False):
        # Whether records are outside the root.
        self.has_state = has_state
        self.name, self.words, self.domains, self.moved = name, words, domains, moved
        self.undo, self.again, self.first, self.edit, self.link = undo, again or words, first, edit, link
        self.is_migration = words[0] == "migrate" and "--rollback" not in words
        self.documents = files or {}
        if "--remove" in words:
            self.statuses = (0, 1)
        if words[0] == "undo":
            self.is_repeatable = "--all" in words  # a second undo goes further back
        self.stdin = MAP if "-" in [*words, *first] else b""

    def __str__(self):
        return self.name

    def undo_statuses(self, folder):
        """The statuses with which the changes are taken back."""
        if "--remove" in self.undo:
            return (0, 1)  # before a document is recorded, there is nothing to remove
        if self.undo == UNDO and not os.path.exists(os.path.join(folder, RECORDED[1])):
            return (74,)  # before a change is recorded, there is no journal
        return (0,)

    def prepare(self, executable, folder, state=None):
        """Creates the files. Records are in the given folder if they are outside the root."""
        tree = os.path.join(folder, "tree")
        root = os.path.join(tree, "root")
        environment = {"PATH": "/usr/bin:/bin", "HOME": tree, "DEFAULTS_ROOT": root, "LC_ALL": "C",
                       "SOURCE_DATE_EPOCH": "1706702400"}
        if self.has_state:
            state = state or os.path.join(tree, "state")
            os.makedirs(state, 0o700, exist_ok=True)
            environment.update(DEFAULTS_ROOT="", XDG_CONFIG_HOME=root, XDG_STATE_HOME=state)
        self.files = {name: f"root/{name}.plist" for name in self.domains}
        for name, contents in self.domains.items():
            path = os.path.join(tree, self.files[name])
            if contents is None:
                continue
            os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
            if name == self.link:
                os.makedirs(os.path.join(tree, "other"), 0o700)
                os.symlink("../../other/real.plist", path)
                self.files[name] = "other/real.plist"
                path = os.path.join(tree, self.files[name])
            write(path, contents)
        os.makedirs(root, 0o700, exist_ok=True)
        for name, text in self.documents.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        if self.first:
            subprocess.run([executable, *self.first], env=environment, cwd=folder, input=self.stdin, check=True)
        if self.edit:
            self.edit(tree)
        return tree, environment


def write(path, contents):
    with open(path, "wb") as file:
        plistlib.dump(contents, file)


def read(path):
    """The contents of a domain, None if it has no file or no keys, or an error message."""
    try:
        with open(path, "rb") as file:
            return parsed(file.read())
    except FileNotFoundError:
        return None


def parsed(data):
    try:
        return load(data) or None
    except Exception as error:  # the readers raise various errors for an incomplete file
        return f"not a property list: {error!r}"


class Result:
    """The states and violations of a case."""

    def __init__(self, case):
        self.case, self.calls, self.seen, self.checked = case, 0, 0, 0
        # The states, each with the time at which it was found.
        self.found, self.violations = {}, []


def run(case, executable, folder, sample=None, defect=None):
    """Simulates power failures in a case."""
    os.umask(disk.UMASK)
    os.makedirs(folder)
    result = Result(case)
    Judge(case, executable, folder, result, defect).run(sample)
    shutil.rmtree(folder, ignore_errors=True)
    return result


class Judge:
    """Finds the states of a case, and checks them."""

    def __init__(self, case, executable, folder, result, defect):
        self.case, self.executable, self.folder, self.result, self.defect = case, executable, folder, result, defect
        self.tree, self.environment = case.prepare(executable, folder)
        self.executable = getattr(case, "executable", executable)
        self.start = disk.Disk(self.tree)
        self.legitimate = [self.contents()]

    def run(self, sample):
        moments = self.record(self.start.copy(), self.case.words, "the command")
        self.new = self.contents()
        self.collect(moments)
        for moment, (state, _, _) in enumerate(moments[:-1]):
            if not self.case.is_repeatable or moment and state.seen() == moments[moment - 1][0].seen():
                continue  # the next run sees no difference after an fsync
            disk.restore(state.seen(), self.tree)
            self.collect(self.record(state.copy(), self.case.again, f"killed after call {moment}, and again"))
        self.check(sample)

    @staticmethod
    def is_notice(words, what, error):
        """Whether an undo says that the killed one has restored everything already."""
        return words[0] == "undo" and "again" in what and error.startswith("defaults: No value changes: ")

    def record(self, state, words, what):
        """Runs a command on the contents of a disk.

        Returns the disk after each call, with a description and whether the command has exited with 0.
        """
        outcome = faults.Run([self.executable, *words], self.environment, self.folder, self.case.stdin, is_whole=True)
        if outcome.status not in (self.case.statuses if "again" in what else (0,)) or \
                outcome.status == 0 and outcome.error and not self.is_notice(words, what, outcome.error):
            self.wrong(what, f"status {outcome.status}: {outcome.error}")
        moments = [(state.copy(), f"{what}, before any call", False)]
        for call in broken(self.defect, outcome.calls):
            if state.apply(call):
                moments.append((state.copy(), f"{what}, after {call.name} {call.number}", False))
                self.legitimate.append(self.contents_of(state.seen()))
        self.result.calls += len(moments)
        if not self.defect and state.seen() != disk.Disk(self.tree).seen():
            self.wrong(what, "the model of the disk differs from the disk")
        if outcome.status == 0:
            moments.append((state, f"{what}, after status 0", True))
        return moments

    def collect(self, moments):
        for state, moment, is_over in moments:
            for survivor in state.states():
                self.result.seen += 1
                key = frozenset(survivor.items())
                if is_over or key not in self.result.found:
                    known = self.result.found.get(key)
                    self.result.found[key] = known if known and known[2] else (survivor, moment, is_over)

    def check(self, sample):
        states = list(self.result.found.values())
        if sample and len(states) > sample[0]:
            over = [state for state in states if state[2]]
            states = over[: sample[0] // 2] + sample[1].sample([state for state in states if not state[2]], sample[0])
        for survivor, moment, is_over in states:
            self.result.checked += 1
            self.check_state(survivor, moment, is_over)

    def check_state(self, survivor, moment, is_over):
        disk.restore(survivor, self.tree)
        found = self.contents()
        for name, contents in found.items():
            if all(contents != version[name] for version in self.legitimate):
                return self.wrong(moment, f"{name} is neither old nor new: {contents}")
        if is_over and found != self.new:
            self.wrong(moment, f"status 0, and the domains are {found}")
        self.check_moves(found, moment)
        if self.case.is_repeatable:
            self.check_again(found, moment)
        if self.case.undo:
            disk.restore(survivor, self.tree)
            self.take_back(moment)
        return None

    def check_moves(self, found, moment):
        for (source, old, value), (target, new, converted) in self.case.moved:
            is_old, is_new = (found[source] or {}).get(old) == value, (found[target] or {}).get(new) == converted
            records = (found[target] or {}).get("DefaultsMigrations", {})
            if not is_old and not is_new:
                self.wrong(moment, f"the value of {old} is in neither place: {found}")
            if self.case.is_migration and is_old and any(record["State"] == "done" for record in records.values()):
                self.wrong(moment, f"the migration is done, and {old} is still there: {found}")

    def check_again(self, found, moment):
        statuses = self.case.statuses if found == self.new else (0,)
        self.complete(self.case.again, self.new, moment, statuses, is_last=not self.case.undo)
        if self.case.undo:
            self.take_back(moment)

    def take_back(self, moment):
        self.complete(self.case.undo, self.case.domains, moment, self.case.undo_statuses(self.folder))

    def complete(self, words, expected, moment, statuses, is_last=True):
        outcome = subprocess.run(
            [self.executable, *words], env=self.environment, cwd=self.folder, input=self.case.stdin,
            capture_output=True, timeout=600, check=False)
        if outcome.returncode not in statuses or self.contents() != expected:
            self.wrong(moment, f"then {' '.join(words[:3])[:60]} exits with {outcome.returncode}, "
                               f"{outcome.stderr.decode()!r} and {self.contents()}")
        # The next run of an identifier removes the temporary files of its record.
        has_records = words[0] != "undo"
        if is_last and outcome.returncode == 0 and self.hidden(has_records):
            self.change_each()
            if self.hidden(has_records):
                self.wrong(moment, f"then {' '.join(words[:3])[:60]} leaves {self.hidden(has_records)}")

    def hidden(self, has_records):
        """The temporary files."""
        return [path for path in disk.seen(disk.loaded(self.tree))
                if HIDDEN.search("/" + path) and (has_records or "/.defaults/" not in path)]

    def change_each(self):
        """Changes all domains. A repeated command does not touch a domain that is already complete."""
        for domain in self.case.domains:
            subprocess.run([self.executable, "write", domain, "next", "done"], env=self.environment, check=True)

    def contents(self):
        return {name: read(os.path.join(self.tree, path)) for name, path in self.case.files.items()}

    def contents_of(self, seen):
        contents = {}
        for name, path in self.case.files.items():
            end = seen.get(path)
            contents[name] = parsed(end[0]) if end else None
        return contents

    def wrong(self, moment, what):
        self.result.violations.append(f"{self.case}: {moment}: {what}")


# The fsync calls to omit, the case to run, and the expected violation.
DEFECTS = {
    "sound": ("migrate", None),
    "no fsync of files": ("write D K v, XML file", "neither old nor new"),
    "no fsync of folders": ("write D K v, XML file", "status 0, and the domains are"),
    "no fsync of folders before the last change": ("migrate --rollback", "is in neither place"),
    "no fsync of the folder of the old key": ("migrate", "the migration is done, and a is still there"),
}


def broken(defect, calls):
    """The calls without those that a defect omits."""
    waits = [index for index, call in enumerate(calls) if call.name == "fsync"]
    if defect == "no fsync of files":
        dropped = [index for index in waits if "defaults-new" in plain(calls[index])]
    elif defect == "no fsync of folders":
        dropped = [index for index in waits if "plist" not in plain(calls[index])]
    elif defect == "no fsync of folders before the last change":
        last = max((index for index, call in enumerate(calls) if call.name == "renameat"), default=0)
        dropped = [index for index in waits if index < last and "plist" not in plain(calls[index])]
    elif defect == "no fsync of the folder of the old key":
        dropped = [index for index in waits if plain(calls[index]).endswith("/first>")]
    else:
        dropped = []
    return [call for index, call in enumerate(calls) if index not in dropped]


def plain(call):
    return disk.HEX.sub(lambda match: disk.unhex(match[0]).decode(errors="replace"), call.arguments)


def cases():
    yield from several()
    for row in ROWS:
        is_copy = isinstance(row, CopyRow) and row.fits(PLACE["new file"])
        yield Single(row, PLACE["new file" if is_copy else "XML file"])
    for name in ("new folders", "link to a binary file", "path of a file with a layout", "path of a JSON file",
                 "new path", "file of this host"):
        yield Single(ROWS[0], PLACE[name])
    for name in ("link to an XML file", "path"):
        yield Single(next(row for row in ROWS if row.words == ["delete", "D"]), PLACE[name])


S, T, U, V = "first/S", "second/T", "third/U", "fourth/V"
BEFORE = {S: {"a": "moved", "keep": 1}, T: {"b": 2}}
ALONE = {S: {"a": "moved"}, T: {"b": 2}}
IDENTIFIED = ["migrate", "--id", "m"]
MOVE = [*IDENTIFIED, S, T, "x=a"]
BACK = ["migrate", "--rollback", "m", T]
BACK_AGAIN = ["migrate", "--rollback", "m", "--if-exists", T]
MOVED = [((S, "a", "moved"), (T, "x", "moved"))]


def several():
    """The changes of several domains, in separate folders unless the name says otherwise."""
    yield Several("migrate", MOVE, BEFORE, MOVED, undo=BACK_AGAIN)
    yield Several("migrate the last key", MOVE, ALONE, MOVED, undo=BACK_AGAIN)
    yield Several("migrate into a new folder", MOVE, {S: BEFORE[S], T: None}, MOVED, undo=BACK_AGAIN)
    yield Several("migrate through a link", MOVE, BEFORE, MOVED, undo=BACK_AGAIN, link=T)
    yield Several("migrate out of a link", MOVE, BEFORE, MOVED, undo=BACK_AGAIN, link=S)
    yield Several("migrate --copy", [*IDENTIFIED, "--copy", S, T, "x=a"], BEFORE, undo=BACK_AGAIN)
    yield Several(
        "migrate --on-conflict overwrite", [*IDENTIFIED, "--on-conflict", "overwrite", S, T, "b=a"], BEFORE,
        [((S, "a", "moved"), (T, "b", "moved"))], undo=BACK_AGAIN)
    yield Several(
        "migrate --convert", [*IDENTIFIED, "--convert", S, T, "x=keep:string"], BEFORE,
        [((S, "keep", 1), (T, "x", "1"))], undo=BACK_AGAIN)
    yield Several("migrate --path", [*IDENTIFIED, "--path", S, T, "map.x=a"], BEFORE, undo=BACK_AGAIN)
    yield Several(
        "migrate in one folder", [*IDENTIFIED, "S", "T", "x=a"], {"S": BEFORE[S], "T": BEFORE[T]},
        [(("S", "a", "moved"), ("T", "x", "moved"))], undo=["migrate", "--rollback", "m", "--if-exists", "T"])
    yield Several("migrate --rollback", BACK, BEFORE, MOVED, again=BACK_AGAIN, first=MOVE)
    yield Several("migrate --rollback of the last key", BACK, ALONE, MOVED, again=BACK_AGAIN, first=MOVE)
    yield Several(
        "migrate --rollback of all keys", BACK, {S: BEFORE[S], T: None}, MOVED, again=BACK_AGAIN, first=MOVE)
    yield Several("migrate --rollback through a link", BACK, BEFORE, MOVED, again=BACK_AGAIN, first=MOVE, link=T)
    yield Several(
        "migrate --rollback of a conversion", BACK, BEFORE, [((S, "keep", 1), (T, "x", "1"))], again=BACK_AGAIN,
        first=[*IDENTIFIED, "--convert", S, T, "x=keep:string"])
    yield Several("migrate to complete it", MOVE, BEFORE, MOVED, undo=BACK_AGAIN, first=MOVE, edit=uncompleted)
    yield Several("migrate what is done", MOVE, BEFORE, MOVED, undo=None, first=MOVE)
    yield Several(
        "migrate from two domains", [*IDENTIFIED, S, T, "-"], {**BEFORE, U: {"c": "too"}}, TWO, undo=BACK_AGAIN)
    yield Several(
        "migrate --rollback to two domains", BACK, {**BEFORE, U: {"c": "too"}}, TWO, again=BACK_AGAIN,
        first=[*IDENTIFIED, S, T, "-"])
    yield from combined()


def combined():
    """The changes of several domains that a file or a journal lists."""
    three = {**BEFORE, U: None}
    yield Several("batch", ["batch", "lines"], three, files=FILES)
    yield Several("apply", ["apply", "one"], three, files=FILES)
    yield Several("apply --id", [*APPLY, "one"], three, undo=REMOVE, files=FILES)
    yield Several("apply --id with records elsewhere", [*APPLY, "one"], three, undo=REMOVE, files=FILES, has_state=True)
    yield Several("apply --id with other values", [*APPLY, "two"], {**three, V: None}, undo=REMOVE, files=FILES,
                  first=[*APPLY, "one"], has_state=True)
    yield Several("apply --remove", REMOVE, three, first=[*APPLY, "one"], files=FILES, has_state=True)
    yield Several("apply with a journal", [*APPLY, *RECORDED, "one"], three, undo=UNDO, files=FILES)
    yield Several("batch with a new journal", ["batch", *RECORDED, "lines"], three, undo=UNDO, files=FILES)
    yield Several("batch with a journal", ["batch", *RECORDED, "lines"], three, undo=UNDO, files=FILES,
                  first=["write", *RECORDED, S, "a", "older"])
    yield Several("undo", ["undo", *RECORDED], three, undo=UNDO, files=FILES, first=["batch", *RECORDED, "lines"])
    yield Several("undo --all", UNDO, three, undo=UNDO, files=FILES, first=["batch", *RECORDED, "lines"])


APPLY = ["apply", "--id", "me"]
REMOVE = [*APPLY, "--remove"]
ONE = '{"first/S": {"a": "new", "n": 1}, "second/T": {"$merge": {"map": {"x": 1}}}, "third/U": {"u": true}}'
OTHER = '{"first/S": {"a": "newer"}, "second/T": {"b": {"$absent": true}}, "fourth/V": {"v": true}}'
LINES = "write first/S a new\ndelete --if-exists second/T b\nwrite third/U u -bool true\n"
FILES = {"one": ONE, "two": OTHER, "lines": LINES}
RECORDED = ["--journal", "tree/journal"]
UNDO = ["undo", "--all", *RECORDED]
TWO = [((S, "a", "moved"), (T, "x", "moved")), ((U, "c", "too"), (T, "y", "too"))]
MAP = b'{ x = a; y = { from = c; domain = "third/U"; }; }'


def uncompleted(tree):
    """Changes a completed migration into one that has not removed the old keys."""
    target = os.path.join(tree, "root/second/T.plist")
    contents = read(target)
    contents["DefaultsMigrations"]["m"]["State"] = "copied"
    write(target, contents)
    write(os.path.join(tree, "root/first/S.plist"), BEFORE[S])
