"""Runs programs under strace: their system calls, the errors of each call, and the durability of a change."""
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

Call = collections.namedtuple("Call", "name number arguments result injected")
Call.__doc__ = "A system call of a trace: its name, its number among the calls of that name, and its result."

# Calls that do not involve files. Faults are injected into all others.
NEUTRAL = re.compile(
    r"brk|mmap|munmap|mremap|mprotect|madvise|futex|get(pid|tid|uid|euid|gid|egid|random|rlimit|timeofday)|prlimit64"
    r"|clock_\w+|nanosleep|rt_sig\w+|sigaltstack|sched_\w+|arch_prctl|set_tid_address|set_robust_list|rseq|exit")
# The errors of each call. Calls that are not listed can return every error.
ERRORS = {
    "read": "EIO EINTR", "pread64": "EIO EINTR", "getdents64": "EIO", "lseek": "", "fcntl": "", "ioctl": "",
    "readlink": "EIO", "newfstatat": "EIO", "fstat": "EIO", "stat": "EIO", "lstat": "EIO", "statx": "EIO",
    "faccessat2": "EIO EROFS", "write": "ENOSPC EIO EDQUOT EINTR", "fsync": "ENOSPC EIO EDQUOT EROFS EINTR",
    "mkdir": "ENOSPC EIO EDQUOT EROFS", "mkdirat": "ENOSPC EIO EDQUOT EROFS", "rmdir": "EIO EROFS",
    "unlinkat": "ENOSPC EIO EDQUOT EROFS", "unlink": "ENOSPC EIO EDQUOT EROFS",
    "renameat": "ENOSPC EIO EDQUOT EROFS", "rename": "ENOSPC EIO EDQUOT EROFS",
    "linkat": "ENOSPC EIO EDQUOT EROFS", "flock": "EIO EINTR ENOLCK", "fchmod": "EIO EROFS",
    "getcwd": "EIO",
    "fchown": "EIO EDQUOT EROFS", "flistxattr": "EIO", "fgetxattr": "EIO", "fsetxattr": "ENOSPC EIO EDQUOT EROFS",
    "fremovexattr": "EIO EROFS", "close": "ENOSPC EIO EDQUOT EINTR", "exit_group": "",
}
ALL_ERRORS = "ENOSPC EIO EDQUOT EROFS EMFILE EINTR"
LINE = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+|\?|0x[0-9a-f]+)(.*)$")
PATHS = re.compile(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"([^"]*)"')


def require_strace():
    """Exits if strace is not installed or not permitted."""
    if not shutil.which("strace") or subprocess.run(["strace", "-o", "/dev/null", "true"]).returncode:
        sys.exit("strace is not installed, or may not trace")


def quick_folder():
    """A folder in memory if there is one. Unlike that of swift.sh, it must hold little, and no programs."""
    if not os.environ.get("TMPDIR") and os.access("/dev/shm", os.W_OK | os.X_OK):
        return "/dev/shm"
    return tempfile.gettempdir()


class Run:
    """A run of a program under strace, with faults in strace's syntax. `is_whole` prints complete strings, in hex."""

    def __init__(self, words, environment, folder, stdin=b"", injections=(), is_whole=False):
        trace = os.path.join(folder, "trace")
        inject = [word for injection in injections for word in ("-e", "inject=" + injection)]
        strings = ["-xx", "-s", "1000000"] if is_whole else ["-s", "1"]
        command = ["strace", "-f", "-y", "-q", *strings, "-o", trace, *inject, *words]
        outcome = subprocess.run(
            command, env=environment, cwd=folder, input=stdin, capture_output=True, timeout=600, check=False)
        self.status = outcome.returncode
        self.error = outcome.stderr.decode(errors="replace")
        with open(trace, encoding="utf-8", errors="replace") as file:
            self.calls = parse(file)

    @property
    def was_injected(self):
        return self.status == -9 or any(call.injected for call in self.calls)


def parse(lines):
    """The calls of a trace. The parts of a call that another thread interrupted are joined."""
    numbers = collections.Counter()
    calls, unfinished = [], {}
    for line in lines:
        thread = line.split(" ", 1)[0]
        if line.rstrip().endswith("<unfinished ...>"):
            unfinished[thread] = line.rstrip()[: -len("<unfinished ...>")]
            continue
        resumed = re.match(r"^\d+ +<\.\.\. \w+ resumed>(.*)$", line)
        if resumed:
            line = unfinished.pop(thread, "") + resumed[1]
        match = LINE.match(line)
        if match:
            name, arguments, result, rest = match.groups()
            numbers[name] += 1
            calls.append(Call(name, numbers[name], arguments, result, "INJECTED" in rest))
    return calls


def of_files(calls, folder):
    """The file-related calls, starting with the first one that mentions the folder."""
    calls = [call for call in calls if call.name != "execve"]
    first = next((index for index, call in enumerate(calls) if folder in call.arguments), len(calls))
    return [call for call in calls[first:] if not NEUTRAL.fullmatch(call.name)]


def errors(call):
    """The errors that a call can return."""
    if call.name in ("open", "openat"):
        return (ALL_ERRORS if "O_CREAT" in call.arguments else "EIO EMFILE EINTR").split()
    return ERRORS.get(call.name, ALL_ERRORS).split()


def short_counts(call, folder):
    """Smaller numbers of bytes that a write to a file below a folder could return."""
    if call.name != "write" or not (descriptor_path(call) or "").startswith(folder + "/"):
        return []
    return sorted({0, 1, int(call.result) // 2, int(call.result) - 1})


def paths(call):
    """The absolute paths in the arguments of a call."""
    return [os.path.normpath(os.path.join(folder, name)) for folder, name in PATHS.findall(call.arguments)]


def descriptor_path(call):
    """The path of the descriptor in the first argument of a call."""
    match = re.match(r"\d+<([^>]*)>", call.arguments)
    return match[1].removesuffix(" (deleted)") if match else None


def says_changed(message):
    """Whether the message of a failed run says that its change has been made."""
    return "may not survive" in message or "the change has been made" in message


def not_removed(calls):
    """The files that could not be removed because of a fault, and may remain until the next change."""
    return [path for call in calls if call.injected and call.name in ("unlink", "unlinkat") for path in paths(call)]


def not_durable(calls, target, is_changed, is_copy):
    """The reason why the change of a file is not durable or not atomic, or None.

    A copy may replace a file that has the same bytes.
    """
    done = [call for call in calls if call.result != "?" and not call.result.startswith("-") and not call.injected]
    folder = os.path.dirname(target)

    def places(names, of):
        """The positions of the calls with these names for which `of` is true."""
        return [index for index, call in enumerate(done) if call.name in names.split() and of(call)]

    def waits(path, after):
        return any(i > after for i in places("fsync fdatasync", lambda call: descriptor_path(call) == path))

    def opens_to_write(call):
        return paths(call)[-1:] == [target] and re.search("O_WRONLY|O_RDWR", call.arguments)

    if places("open openat creat", opens_to_write):
        return "the file itself was opened for writing"
    for index in places("mkdir mkdirat", lambda call: True):
        made = paths(done[index])[-1]
        if target.startswith(made + "/") and not waits(os.path.dirname(made), index):
            return f"no fsync after mkdir of {os.path.basename(made)}"
    removed = places("unlink unlinkat", lambda call: paths(call)[-1] == target)
    renamed = places("rename renameat renameat2", lambda call: paths(call)[-1] == target)
    if not is_changed and not (is_copy and renamed):
        return None if waits(target, -1) and waits(folder, -1) else "no fsync of the unchanged file or its folder"
    if not removed and not renamed:
        return "neither renamed into place nor removed"
    last = max(removed + renamed)
    if last in renamed:
        source = paths(done[last])[0]
        written = places("write pwrite64 writev", lambda call: descriptor_path(call) == source)
        synchronized = places("fsync fdatasync", lambda call: descriptor_path(call) == source)
        if not written or not any(written[-1] < index < last for index in synchronized):
            return "no fsync of the file between write and rename"
    return None if waits(folder, last) else "no fsync of the folder after the change"
