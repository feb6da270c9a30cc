"""Times processes, and prints lines of the table of Scripts/benchmark: fields with tabs, the last MISSED or empty."""
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True


def row(work, subject, ours, peer="-", theirs="-", ratio="-", bar="-", is_met=True):
    print(work, subject, ours, peer, theirs, ratio, bar, "" if is_met else "MISSED", sep="\t", flush=True)


def skip(work, subject, peer, reason):
    row(work, subject, "-", peer)
    print(f"  skipped: {reason}", flush=True)


def at_most(work, subject, ours, peer, theirs, limit):
    """A row of two times, of which ours is at most `limit` times the other."""
    ratio = ours / theirs
    row(work, subject, duration(ours), peer, duration(theirs), f"{ratio:.2f}x", f"<= {limit:g}x", ratio <= limit)


def times_faster(work, subject, ours, peer, theirs, times):
    """A row of two times, of which ours is at least `times` times shorter."""
    ratio = theirs / ours
    row(work, subject, duration(ours), peer, duration(theirs), f"{ratio:.2f}x", f">= {times:g}x", ratio >= times)


def duration(milliseconds):
    return f"{milliseconds:.2f} ms" if milliseconds < 100 else f"{milliseconds:.0f} ms"


class Commands:
    """Runs programs in one environment."""

    def __init__(self, environment):
        self.environment = environment

    def spawn(self, words, output=None):
        """Starts a program whose output goes to a descriptor, to a file, or nowhere."""
        if isinstance(output, int):
            actions = [(os.POSIX_SPAWN_DUP2, output, 1)]
        else:
            actions = [(os.POSIX_SPAWN_OPEN, 1, output or os.devnull, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)]
        return os.posix_spawn(words[0], words, self.environment, file_actions=actions)

    def time(self, words, output=None, statuses=(0,), waits=False):
        """Returns the processor time of a program in milliseconds, which other load does not lengthen.

        For a program that waits for the disk, returns the time from its start to its end.
        """
        start = time.perf_counter()
        _, status, usage = os.wait4(self.spawn(words, output), 0)
        elapsed = time.perf_counter() - start
        status = os.waitstatus_to_exitcode(status)
        if status not in statuses:
            sys.exit(f"{words} ended with {status}")
        return 1000 * (elapsed if waits else usage.ru_utime + usage.ru_stime)

    def check(self, words, expected):
        """Compared programs must do the same: this one must print the text, in quotes or not."""
        found = subprocess.run(words, env=self.environment, capture_output=True, text=True, check=False)
        if not found.stdout.strip().strip("'").endswith(expected):
            sys.exit(f"{words} printed {found.stdout!r} {found.stderr!r}, not {expected!r}")


def instructions(words, environment, function=None, **arguments):
    """Returns the instructions that a program or one of its functions executes, or nothing without valgrind."""
    if not shutil.which("valgrind"):
        return None
    options = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    if function:
        options = ["--tool=callgrind", "--callgrind-out-file=/dev/null", f"--toggle-collect={function}",
                   "--demangle=no"]
    found = subprocess.run(["valgrind", *options, *words], env=environment, stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, check=False, **arguments)
    if found.returncode not in (0, 1):
        sys.exit(f"{words} ended with {found.returncode}")
    return int(re.search(rb"I +refs: +([\d,]+)", found.stderr)[1].replace(b",", b""))


def medians(rounds, *works):
    """Returns the median of each work's results. The works run in turn, so that other load affects all of them.

    Each runs twice in its turn, and the second result counts: the first finds the caches as another program left them.
    """
    results = [[] for _ in works]
    for _ in range(rounds):
        for work, found in zip(works, results):
            work()
            found.append(work())
    return [statistics.median(found) for found in results]


def write_durably(folder, data):
    """Writes bytes to a new file, waits for the disk, renames, and waits for the folder. Returns the milliseconds."""
    start = time.perf_counter()
    parent = os.open(folder, os.O_RDONLY)
    file = os.open(f"{folder}/raw.new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.write(file, data)
    os.fsync(file)
    os.close(file)
    os.rename(f"{folder}/raw.new", f"{folder}/raw")
    os.fsync(parent)
    os.close(parent)
    return (time.perf_counter() - start) * 1000
