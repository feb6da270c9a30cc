"""Faults of the lock of a folder: holders that are killed, writers of two users, and folders that cannot be locked."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from sites import Site

USER = 65534
NO_FOLDER_LOCK = "flock:error=ENOLCK:when=1"


class Check:
    """The violations of one part, which runs in a folder of its own."""

    def __init__(self, part, site, short):
        self.part, self.site, self.short, self.violations = part, site, short, []

    def count(self, long):
        """The number of repetitions: a tenth in a short run."""
        return max(4, long // 10) if self.short else long

    def expect(self, truth, what):
        if not truth:
            self.violations.append(f"{self.part.__name__}: {what}")

    def ends(self, *writers):
        """Waits for processes, which must succeed without output."""
        for writer in writers:
            output, error = writer.communicate()
            self.expect(writer.returncode == 0 and not output + error, f"status {writer.returncode}, {error[:300]}")


def violations(short):
    """Runs the parts, and returns their violations."""
    trial = ["strace", "-o", "/dev/null", "true"]
    parts = [making_and_removing]
    if shutil.which("strace") and not subprocess.run(trial, check=False).returncode:
        parts += [killed_holders, superuser, refused_locks]
    else:
        print("killed holders, the superuser, refused locks: skipped, strace is not installed or may not trace")
    found = []
    for part in parts:
        with tempfile.TemporaryDirectory(prefix="soak.") as folder:
            check = Check(part, Site(folder), short)
            part(check, check.site)
            found += check.violations
    print(f"{len(parts)} parts about locks, violations: {len(found)}", flush=True)
    return found


def making_and_removing(check, site):
    """First writes to a folder. Half of them fail and remove the folder again; the others must succeed."""
    for index in range(check.count(150)):
        failing = "ulimit -f 0; exec defaults --lock-timeout 600 write n$1/a/Failing k v"
        failures = [site.start("/bin/bash", "-c", failing, "writer", str(index)) for _ in range(3)]
        words = ("defaults", "--lock-timeout", "120", "write", f"n{index}/a/D")
        check.ends(*[site.start(*words, f"k{writer}", "v") for writer in range(3)])
        for failure in failures:
            error = failure.communicate()[1]
            check.expect(failure.returncode == 74 and b"large" in error, f"{failure.returncode}, {error}")
        check.expect(len(site.contents(f"n{index}/a/D")) == 3, "keys are lost")
        names = os.listdir(os.path.join(site.root, f"n{index}/a"))
        check.expect(names == ["D.plist"], f"left {names}")


def killed_holders(check, site):
    """Kills a writer that holds the lock. The next writer waits in the kernel, which gives it the lock then."""
    for index in range(check.count(150)):
        trace = os.path.join(site.path, "trace")
        pathlib.Path(trace).write_bytes(b"")
        holder = site.start(
            "strace", "-f", "-o", trace, "-e", "trace=flock,fsync", "-e", "inject=fsync:delay_enter=1200s:when=1",
            "defaults", "write", "D", "held", f"{index}")
        wait_until(lambda: holder_of_lock(trace))
        waiter = site.start("defaults", "--lock-timeout", "600", "write", "D", "k", f"{index}")
        wait_until(lambda: waiter.poll() is not None or waits_in_kernel(waiter.pid))
        check.expect(waiter.poll() is None, "the lock did not exclude the waiter")
        os.kill(holder_of_lock(trace), signal.SIGKILL)
        holder.kill()  # strace as well, which would otherwise first process the end of the holder
        check.ends(waiter)
        holder.communicate()
        check.expect(site.contents("D") == {"k": f"{index}"} and site.names() == ["D.plist"], f"{site.names()}")


def holder_of_lock(trace):
    """The number of the traced process if it holds the lock; it is stopped before its first fsync."""
    lines = pathlib.Path(trace).read_text(encoding="utf-8").splitlines()
    return next((int(text.split()[0]) for text in lines if "flock(" in text and text.endswith("= 0")), None)


def wait_until(condition):
    deadline = time.monotonic() + 600
    while not condition():
        if time.monotonic() > deadline:
            sys.exit("soak: an expected event did not happen within 600 s")
        time.sleep(0.001)


def waits_in_kernel(pid):
    """Whether the kernel lists a process among those that wait for a lock."""
    with open("/proc/locks", encoding="ascii") as locks:
        # A line such as `5: -> FLOCK  ADVISORY  WRITE 4711 fe:00:77 0 EOF`.
        fields = [line.split() for line in locks]
    return any(line[1:3] == ["->", "FLOCK"] and line[5] == str(pid) for line in fields)


def superuser(check, site):
    """The superuser and a user write in the user's folder. Then the superuser's writers are killed."""
    if os.geteuid() or not shutil.which("setpriv"):
        print("the superuser in a user's folder: skipped, requires the superuser and setpriv")
        return
    for folder, _, _ in os.walk(site.path):
        os.chmod(folder, 0o755)
    for folder in (site.root, site.path):
        os.chown(folder, USER, USER)
    count = check.count(50)
    user = f"command setpriv --reuid={USER} --regid={USER} --clear-groups"
    lines = ['defaults write D "$1.$i" 1', 'defaults write "$1/N$i" k v']
    writers = [site.loop(count, *lines, arguments=(f"r{index}",)) for index in range(2)]
    lines = [line.replace("defaults", f"{user} defaults --lock-timeout 600") for line in lines]
    writers += [site.loop(count, *lines, arguments=(f"u{index}",)) for index in range(2)]
    check.ends(*writers)
    check.expect(len(site.contents("D")) == 4 * count, "keys are lost")
    for fault in ("", NO_FOLDER_LOCK):
        for call in ("fchmod", "fsync", "renameat", "unlinkat"):
            strace = ["strace", "-o", "/dev/null", *(["-e", f"inject={fault}"] if fault else [])]
            site.run(*strace, "-e", f"inject={call}:signal=KILL:when=1", "defaults", "write", "D", "root", "1")
            words = [*user.split()[1:], "defaults", "--lock-timeout", "0", "write", "D", "user", call]
            outcome = site.run(*(strace if fault else []), *words)
            check.expect(outcome.returncode == 0, f"killed at {call} {fault}: {outcome.returncode}, {outcome.stderr}")
    for folder, folders, files in os.walk(site.root):
        for path in (os.path.join(folder, name) for name in folders + files):
            check.expect(os.stat(path).st_uid == USER, f"{path} is not the user's")


def refused_locks(check, site):
    """If folders cannot be locked, a file in them is. If that fails as well, nothing is written."""
    count = check.count(60)
    site.run("defaults", "write", "D", "seed", "1")
    line = f'strace -o /dev/null --inject={NO_FOLDER_LOCK} defaults --lock-timeout 600 write D "$1.$i" 1'
    check.ends(*[site.loop(count, line, arguments=(f"w{index}",)) for index in range(4)])
    check.expect(len(site.contents("D")) == 4 * count + 1, "keys are lost")
    for error in ("ENOLCK", "EBADF", "ENOSYS", "EOPNOTSUPP", "EINVAL"):
        words = ("strace", "-o", "/dev/null", f"--inject=flock:error={error}", "defaults", "write", "D", "seed", "2")
        outcome = site.run(*words)
        check.expect(outcome.returncode == 74, f"no lock at all, {error}: {outcome.returncode}")
    check.expect(site.contents("D")["seed"] == "1", "no lock at all: something changed")
    check.expect(site.names() == ["D.plist"], f"left {site.names()}")
