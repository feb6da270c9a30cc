"""Replacements for the command that support `write DOMAIN KEY VALUE` only, each with one intentional error."""
import os
import sys

# The errors, and the expected violations. The first replacement is correct.
MANNERS = {
    "sound": None,
    "writes in place": r"neither old nor new",
    "writes in place after a wait": r"the file itself was opened for writing|neither old nor new",
    "does not wait for the file": r"no fsync of the file between write and rename",
    "waits for the file after the rename": r"no fsync of the file between write and rename",
    "does not wait for the folder": r"no fsync of the folder after the change",
    "leaves its temporary file after an error": r"status \d+, and left .*\.tmp",
    "leaves the temporary file of a killed run": r"the next change left .*\.tmp",
    "hides errors of the disk": r"status 0, and (no fsync|the contents)",
    "writes once": r"the rest was not written|neither old nor new",
    "leaves a lock": r"the next change ended with 75",
    "widens the mode": r"the mode is 644",
}

PROGRAM = r'''
import errno, fcntl, os, plistlib, sys

manner, words = sys.argv[1], [word for word in sys.argv[3:] if word not in ("--lock-timeout", "0", "-string")]
domain, key, value = words[:3]
link = os.path.join(os.environ["DEFAULTS_ROOT"], domain + ".plist")


def fail(error, text="cannot write"):
    sys.stderr.write(f"defaults: {text}: {error}\n")
    sys.stderr.flush()
    os._exit(74)


def change():
    path = os.path.realpath(link, strict=False)
    folder_path, name = os.path.split(path)
    folder = os.open(folder_path, os.O_RDONLY | os.O_DIRECTORY)
    lock = os.path.join(folder_path, ".lock")
    if manner == "leaves a lock":
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            os._exit(75)
    while True:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except InterruptedError:
            pass
    contents, form, mode = {}, plistlib.FMT_XML, 0o600
    try:
        old = os.open(path, os.O_RDONLY)
        found = b""
        while piece := os.read(old, 100_000):
            found += piece
        form = plistlib.FMT_BINARY if found.startswith(b"bplist") else plistlib.FMT_XML
        contents, mode = plistlib.loads(found), os.fstat(old).st_mode & 0o7777
    except FileNotFoundError:
        pass
    contents[key] = value
    data = plistlib.dumps(contents, fmt=form)
    try:
        replace(path, name, folder, data, mode)
    finally:
        if manner == "leaves a lock":
            os.unlink(lock)


def write(file, data, is_awaited=True):
    written = os.write(file, data)
    while written < len(data) and manner != "writes once":
        written += os.write(file, data[written:])
    if is_awaited:
        synchronize(file)


def synchronize(file):
    try:
        os.fsync(file)
    except OSError:
        if manner != "hides errors of the disk":
            raise


def replace(path, name, folder, data, mode):
    if manner.startswith("writes in place"):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if manner == "writes in place" else 0), mode)
        write(file, data)
        os.ftruncate(file, len(data))
        os.fsync(file)
        return os.fsync(folder)
    number = os.getpid() if manner == "leaves the temporary file of a killed run" else 0
    temporary = os.path.join(os.path.dirname(path), f".{name}.{number}.tmp")
    try:
        os.unlink(temporary)
    except FileNotFoundError:
        pass
    try:
        file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        os.fchmod(file, 0o644 if manner == "widens the mode" else mode)
        write(file, data, manner not in ("does not wait for the file", "waits for the file after the rename"))
        os.rename(temporary, path)
        if manner == "waits for the file after the rename":
            synchronize(file)
    except OSError:
        if manner != "leaves its temporary file after an error":
            try:
                os.unlink(temporary)
            except FileNotFoundError:
                pass
        raise
    try:
        if manner != "does not wait for the folder":
            synchronize(folder)
    except OSError as error:
        fail(error, "it is changed, but may not survive")


try:
    change()
except Exception as error:
    fail(error)
os._exit(0)
'''


def command(folder, manner):
    """The command line of a replacement."""
    path = os.path.join(folder, "stand-in.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    return [sys.executable, "-I", "-S", "-B", path, manner]


def knows(case):
    """Whether the replacements support a case."""
    return case.row.name == "D K v" and case.place.name in ("XML file", "link to a binary file")
