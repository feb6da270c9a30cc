"""Changes of several domains in the fault matrix, and the checks after each run."""
import os
import re
import shutil
import subprocess
import tempfile

import faults
import losses
import matrix


class Group:
    """A case with several domains. It is a row of its own with one kind of domain."""

    def __init__(self, case):
        self.case = case
        self.row = self.place = self
        self.verb, self.name = case.words[0], str(case)
        # Of the calls and of the errors of each call, only every n-th one gets a fault.
        self.step = 1

    def __str__(self):
        return f"{self.name}, several domains"

    def shortened(self):
        self.step = 12
        return self

    def run(self, executable, folder):
        result = matrix.Result(self)
        os.umask(0o022)
        os.makedirs(folder)
        # Records are on another file system than the domains, if there is one.
        with tempfile.TemporaryDirectory(prefix="fault-matrix.", dir=other_file_system(folder)) as state:
            judge = Judge(self.case, executable, folder, state, result)
            for number, call in enumerate(judge.calls[:: self.step]):
                result.seen += 1
                result.killed += judge.faulted(call, "signal=KILL")
                for error in faults.errors(call)[number % self.step :: self.step]:
                    result.faults += 1
                    result.errors += judge.faulted(call, "error=" + error)
        shutil.rmtree(folder)
        return result


def cases(verbs=None):
    for case in losses.combined():
        if not verbs or case.words[0] in verbs:
            yield Group(case)


def other_file_system(folder):
    """A folder on another file system than the given one, or None."""
    for other in (tempfile.gettempdir(), "/dev/shm", "/var/tmp", os.path.expanduser("~")):
        if os.access(other, os.W_OK | os.X_OK) and os.stat(other).st_dev != os.stat(folder).st_dev:
            return other
    return None


class Judge:
    """Runs a case without faults, and checks runs with faults."""

    def __init__(self, case, executable, folder, state, result):
        self.case, self.executable, self.folder, self.result = case, executable, folder, result
        self.tree, self.environment = case.prepare(executable[0], folder, state)
        # Everything that a run can change, and copies of it.
        self.places = [self.tree, state]
        self.saved = os.path.join(folder, "saved")
        self.save("start")
        self.old = self.contents()
        outcome = self.run()
        self.calls = faults.of_files(outcome.calls, self.tree)
        self.new = self.contents()
        self.end = self.listing()
        if outcome.status or outcome.error:
            self.wrong("without faults", f"status {outcome.status}, {outcome.error}")

    def faulted(self, call, fault):
        """Runs the case with a fault. Returns whether it was injected."""
        what = f"{fault} at {call.name} {call.number}"
        self.restore("start")
        outcome = self.run(f"{call.name}:{fault}:when={call.number}")
        found = self.contents()
        for name, contents in found.items():
            if contents not in (self.old[name], self.new[name]):
                self.wrong(what, f"{name} is neither old nor new: {contents}")
        if fault != "signal=KILL":
            self.check_outcome(outcome, found, what)
        self.save("fault")
        if self.case.is_repeatable:
            self.complete(self.case.again, self.new, self.case.statuses if found == self.new else (0,), what)
            if not self.case.undo and self.listing() != self.end and found != self.new:
                self.wrong(what, f"then, there is {sorted(self.listing() ^ self.end)}")
        if self.case.undo:
            self.take_back(what)
            self.restore("fault")
            self.take_back(what)
        return outcome.was_injected

    def check_outcome(self, outcome, found, what):
        if outcome.status == 0:
            # A folder that cannot be removed can be one that stays anyway, because it is not empty.
            if found != self.new or (self.listing() ^ self.end) - self.not_removed(outcome):
                self.wrong(what, f"status 0, the domains are {found}, and there is {self.listing() ^ self.end}")
            return
        if not re.fullmatch(r"defaults: [^\n]+\n", outcome.error):
            self.wrong(what, f"status {outcome.status}, and the message {outcome.error!r}")
        says_made = faults.says_changed(outcome.error)
        is_said = found == self.new if says_made else re.search("changed|partly", outcome.error) or found == self.old
        if not is_said:
            self.wrong(what, f"the domains are {found}, and the message is {outcome.error}")
        if "EINTR" in what and "close" not in what:
            self.wrong(what, "an interrupted call was not repeated")

    def not_removed(self, outcome):
        return {os.path.relpath(path, self.folder) for path in faults.not_removed(outcome.calls)}

    def take_back(self, what):
        self.complete(self.case.undo, self.case.domains, self.case.undo_statuses(self.folder), what)

    def complete(self, words, expected, statuses, what):
        outcome = subprocess.run(
            [*self.executable, *words], env=self.environment, cwd=self.folder, capture_output=True, timeout=600,
            check=False)
        if outcome.returncode not in statuses or self.contents() != expected:
            self.wrong(what, f"then {' '.join(words)} exits with {outcome.returncode}, {outcome.stderr.decode()!r} "
                             f"and {self.contents()}")

    def run(self, *injections):
        return faults.Run([*self.executable, *self.case.words], self.environment, self.folder, b"", injections)

    def contents(self):
        return {name: losses.read(os.path.join(self.tree, path)) for name, path in self.case.files.items()}

    def listing(self):
        return {os.path.relpath(os.path.join(folder, name), self.folder)
                for place in self.places for folder, folders, files in os.walk(place) for name in folders + files}

    def save(self, name):
        for number, place in enumerate(self.places):
            target = os.path.join(self.saved, name, str(number))
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(place, target, symlinks=True)

    def restore(self, name):
        for number, place in enumerate(self.places):
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(os.path.join(self.saved, name, str(number)), place, symlinks=True)

    def wrong(self, fault, what):
        self.result.violations.append(f"{fault}: {what.strip()}")
