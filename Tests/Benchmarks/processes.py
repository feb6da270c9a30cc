"""Measures whole processes: `defaults read` of one key, of whole files, and its memory, compared with other programs.

Usage: processes.py DEFAULTS WHOLE-READ FOLDER. The folder contains the files of Reading.swift. Prints lines for the table
of Scripts/benchmark.
"""
import fcntl
import os
import plistlib
import pwd
import shutil
import subprocess
import sys
import time

DEFAULTS, WHOLE_READ, FOLDER = (os.path.abspath(path) for path in sys.argv[1:])
# GNUstep's tool, which has the same name. The variable overrides its path.
GNUSTEP = os.environ.get("GNUSTEP_DEFAULTS", "/usr/bin/defaults")
KEY = "com.example.Setting.key{}"
ENVIRONMENT = {
    "HOME": FOLDER, "DEFAULTS_ROOT": FOLDER, "XDG_CONFIG_HOME": FOLDER, "XDG_RUNTIME_DIR": f"{FOLDER}/run",
    "LC_ALL": "C.UTF-8", "GNUSTEP_CONFIG_FILE": f"{FOLDER}/gnustep.conf",
    "PATH": "/usr/bin:/bin", **{name: os.environ[name] for name in ["LD_LIBRARY_PATH"] if name in os.environ},
}


def line(work, file, ours, beside, theirs, ratio="", bar="", is_met=True):
    print(work, file, ours, beside, theirs, ratio, bar, "" if is_met else "MISSED", sep="\t", flush=True)


def skip(work, file, beside, reason):
    line(work, file, "-", beside, "-", "-", "-")
    print(f"  skipped: {reason}", flush=True)


def spawn(words, output=None):
    """Starts a program. Its output goes to a descriptor, or is discarded."""
    actions = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    if output is not None:
        actions = [(os.POSIX_SPAWN_DUP2, output, 1)]
    return os.posix_spawn(words[0], words, ENVIRONMENT, file_actions=actions)


def once(words):
    """The time from the start of a program to its exit, in milliseconds."""
    start = time.perf_counter()
    _, status = os.waitpid(spawn(words), 0)
    elapsed = (time.perf_counter() - start) * 1000
    if status != 0:
        sys.exit(f"{words} exited with {os.waitstatus_to_exitcode(status)}")
    return elapsed


def compare(ours, theirs, rounds):
    """The minimum times of two programs. They run in turn, so that other load affects both.

    In each turn a program runs twice, because the first run finds the caches of the other program.
    """
    times = [[once(words) for words in (ours, ours, theirs, theirs)] for _ in range(rounds)]
    return min(min(turn[:2]) for turn in times), min(min(turn[2:]) for turn in times)


def check(words, expected):
    """Checks that a program prints the expected text, with or without quotes."""
    found = subprocess.run(words, env=ENVIRONMENT, cwd=FOLDER, capture_output=True, text=True)
    if not found.stdout.strip().strip("'").endswith(expected):
        sys.exit(f"{words} printed {found.stdout!r} {found.stderr!r}, not {expected!r}")


def milliseconds(number):
    return f"{number:.2f} ms" if number < 100 else f"{number:.0f} ms"


# One of 100 keys.

def dconf():
    """Creates a dconf database with the same keys. Returns the command that reads one."""
    if not shutil.which("dconf"):
        return None
    os.makedirs(f"{FOLDER}/keyfiles")
    os.makedirs(f"{FOLDER}/dconf")
    with open(f"{FOLDER}/keyfiles/keys", "w") as file:
        file.write("[com/example]\n" + "".join(f"key{i}='value number {i}'\n" for i in range(100)))
    subprocess.run(["dconf", "compile", f"{FOLDER}/dconf/user", f"{FOLDER}/keyfiles"], check=True, env=ENVIRONMENT)
    return [shutil.which("dconf"), "read", "/com/example/key50"]


def git():
    """Creates a git configuration with the same keys. Returns the command that reads one."""
    if not shutil.which("git"):
        return None
    with open(f"{FOLDER}/.gitconfig", "w") as file:
        file.write("[example]\n" + "".join(f"\tkey{i} = value number {i}\n" for i in range(100)))
    return [shutil.which("git"), "config", "--get", "example.key50"]


def gnustep():
    """Creates a domain of GNUstep's tool with the same keys. Returns the command that reads one."""
    if not os.access(GNUSTEP, os.X_OK):
        return None
    version = subprocess.run([GNUSTEP, "--version"], env=ENVIRONMENT, capture_output=True, text=True)
    if version.stdout.startswith("defaults "):
        return None  # this package's command
    # It ignores HOME, and accepts only a folder relative to the home of the account.
    home = pwd.getpwuid(os.getuid()).pw_dir
    with open(ENVIRONMENT["GNUSTEP_CONFIG_FILE"], "w") as file:
        file.write(f"GNUSTEP_USER_DEFAULTS_DIR={os.path.relpath(FOLDER, home)}/gnustep\n")
    os.mkdir(f"{FOLDER}/gnustep")
    shutil.copy(f"{FOLDER}/hundred-xml.plist", f"{FOLDER}/gnustep/hundred.plist")
    return [GNUSTEP, "read", "hundred", KEY.format(50)]


def one_of_hundred():
    contents = {KEY.format(i): f"value number {i}" for i in range(100)}
    for name, form in (("xml", plistlib.FMT_XML), ("binary", plistlib.FMT_BINARY)):
        with open(f"{FOLDER}/hundred-{name}.plist", "wb") as file:
            plistlib.dump(contents, file, fmt=form)
    others = [
        ("dconf read", dconf(), 1 / 0.6, "<= 0.6x"), ("git config --get", git(), 1 / 1.1, "<= 1.1x"),
        ("GNUstep defaults", gnustep(), 15, ">= 15x"),
    ]
    for beside, theirs, bar, text in others:
        if theirs is None:
            skip("one key, process", "100 keys", beside, f"{beside.split()[0]} is not installed")
            continue
        for name in ("xml", "binary"):
            ours = [DEFAULTS, "read", f"hundred-{name}", KEY.format(50)]
            for words in (ours, theirs):
                check(words, "value number 50")
            mine, other = compare(ours, theirs, rounds=150 if bar < 15 else 50)
            ratio = f"{mine / other:.2f}x" if bar < 15 else f"{other / mine:.1f}x"
            line("one key, process", f"100 {name}", milliseconds(mine), beside, milliseconds(other), ratio, text,
                 other / mine >= bar)


# The last of 100,000 keys.

def one_of_many():
    for name, bar in (("binary", 50), ("xml", 8)):
        domain = f"flat-100000-{name}"
        ours = [DEFAULTS, "read", domain, KEY.format(99999)]
        theirs = [WHOLE_READ, f"{FOLDER}/{domain}.plist", KEY.format(99999)]
        for words in (ours, theirs):
            check(words, "value number 99999")
        mine, other = compare(ours, theirs, rounds=7)
        line("one key, process", domain, milliseconds(mine), "PLS, whole", milliseconds(other), f"{other / mine:.1f}x",
             f">= {bar}x", other / mine >= bar)


# Memory.

def peak(words):
    """The maximum memory of a program before it prints, in bytes.

    The resource usage of a child includes the memory of its parent at the start. Therefore a full pipe stops the program
    when it prints, and its own figure is read.
    """
    reader, writer = os.pipe()
    flags = fcntl.fcntl(writer, fcntl.F_GETFL)
    fcntl.fcntl(writer, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    try:
        while True:
            os.write(writer, bytes(4096))
    except BlockingIOError:
        fcntl.fcntl(writer, fcntl.F_SETFL, flags)
    child = spawn(words, output=writer)
    os.close(writer)
    while True:
        with open(f"/proc/{child}/status") as file:
            status = dict(line.split(":", 1) for line in file)
        if status["State"].split()[0] == "S":
            break
        if status["State"].split()[0] == "Z":
            sys.exit(f"{words} exited without printing")
    os.set_blocking(reader, True)
    while os.read(reader, 65536):
        pass
    os.close(reader)
    os.waitpid(child, 0)
    return int(status["VmHWM"].split()[0]) * 1024


def memory():
    idle = min(peak([DEFAULTS, "--version"]) for _ in range(5))
    for name in ("binary", "xml"):
        domain = f"flat-100000-{name}"
        size = os.path.getsize(f"{FOLDER}/{domain}.plist")
        above = min(peak([DEFAULTS, "read", domain, KEY.format(99999)]) for _ in range(5)) - idle
        line("one key, memory", domain, f"{above / 1e6:.1f} MB", "size of the file", f"{size / 1e6:.1f} MB",
             f"{above / size:.2f}x", "<= 2x", above <= 2 * size)


# Whole files.

def whole_files():
    """Prints whole files: in the old style here, in the other format by plistutil, which only copies its own format."""
    plistutil = shutil.which("plistutil")
    if plistutil is None:
        return skip("print whole, process", "all", "plistutil", "plistutil is not installed")
    for count, rounds in ((10, 30), (1000, 15), (100000, 2)):
        for kind in ("flat", "nested"):
            for name, other_name in (("binary", "xml"), ("xml", "bin")):
                domain = f"{kind}-{count}-{name}"
                theirs = [plistutil, "-i", f"{FOLDER}/{domain}.plist", "-f", other_name, "-o", "/dev/null"]
                mine, other = compare([DEFAULTS, "read", domain], theirs, rounds)
                line("print whole, process", domain, milliseconds(mine), "plistutil", milliseconds(other),
                     f"{other / mine:.1f}x", "-")


os.chdir(FOLDER)
os.mkdir("run", 0o700)
one_of_hundred()
one_of_many()
memory()
whole_files()
