"""Measures whole processes of `defaults` beside other programs.

Usage: commands.py GROUP DEFAULTS PROGRAMS FOLDER

GROUP is user-defaults, read, write, values, memory or writers. PROGRAMS is the folder of the release build of this
package, FOLDER an empty one.
"""
import fcntl
import json
import os
import plistlib
import pwd
import shutil
import statistics
import subprocess
import sys
import time

from rows import Commands, at_most, duration, instructions, medians, row, skip, times_faster, write_durably

GROUP, DEFAULTS, PROGRAMS, FOLDER = sys.argv[1], *(os.path.abspath(path) for path in sys.argv[2:])
WHOLE_READ = f"{PROGRAMS}/WholeRead"
# GNUstep's tool has the same name; this variable may give its path.
GNUSTEP = os.environ.get("GNUSTEP_DEFAULTS", "/usr/bin/defaults")
KEY = "com.example.Setting.key{}"
ENVIRONMENT = {
    "HOME": FOLDER, "DEFAULTS_ROOT": FOLDER, "XDG_CONFIG_HOME": FOLDER, "XDG_RUNTIME_DIR": f"{FOLDER}/run",
    "LC_ALL": "C.UTF-8", "GNUSTEP_CONFIG_FILE": f"{FOLDER}/gnustep.conf",
    "PATH": "/usr/bin:/bin", **{name: os.environ[name] for name in ["LD_LIBRARY_PATH"] if name in os.environ},
}
FORMATS = {"xml": plistlib.FMT_XML, "binary": plistlib.FMT_BINARY}
COMMANDS = Commands(ENVIRONMENT)


def domain(name, contents, formats=("xml", "binary")):
    """Writes a domain in each format: NAME-xml, NAME-binary."""
    for form in formats:
        with open(f"{FOLDER}/{name}-{form}.plist", "wb") as file:
            plistlib.dump(contents, file, fmt=FORMATS[form])


def strings(count):
    return {KEY.format(i): f"value number {i}" for i in range(count)}


def mixed(count, change=None):
    """Values of several types; each `change`th is another."""
    values = [lambda i: i, lambda i: f"value {i}", lambda i: i / 7, lambda i: i % 2 == 0, lambda i: [i, str(i)],
              lambda i: {"x": i, "y": "text"}]
    contents = {f"com.example.key.{i}": values[i % len(values)](i) for i in range(count)}
    for i in range(0, count if change else 0, change or 1):
        contents[f"com.example.key.{i}"] = "changed"
    return contents


def python(script, *arguments):
    return [sys.executable, "-c", "import json, plistlib, sys\n" + script, *arguments]


def instruction_rows(works):
    for name, words, limit in works:
        count = instructions(words(), ENVIRONMENT)
        if count is None:
            skip("instructions", name, "-", "valgrind is not installed")
        else:
            bar = f"<= {limit:,}" if limit else "-"
            row("instructions", name, f"{count:,}", bar=bar, is_met=not limit or count <= limit)


def user_defaults():
    """Programs that read one integer, with SafeUserDefaults and with Foundation's class."""
    domain("one", {"Count": 14})
    domain("hundred", {"Count": 14, **mixed(100)})
    for name in ["one-xml", "hundred-binary"]:
        safe, foundation = ([f"{PROGRAMS}/ReadOne", kind, name, "Count"] for kind in ["safe", "foundation"])
        for words in [safe, foundation]:
            COMMANDS.check(words, "14")
        ours, theirs = medians(101, lambda: COMMANDS.time(safe), lambda: COMMANDS.time(foundation))
        at_most("SafeUserDefaults: start-up", f"one value of {name}", ours, "UserDefaults", theirs, 1)


# Reading.

def dconf():
    """dconf's database with the same keys."""
    if not shutil.which("dconf"):
        return None
    os.makedirs(f"{FOLDER}/keyfiles")
    os.makedirs(f"{FOLDER}/dconf")
    with open(f"{FOLDER}/keyfiles/keys", "w") as file:
        file.write("[com/example]\n" + "".join(f"key{i}='value number {i}'\n" for i in range(100)))
    subprocess.run(["dconf", "compile", f"{FOLDER}/dconf/user", f"{FOLDER}/keyfiles"], check=True, env=ENVIRONMENT)
    return [shutil.which("dconf"), "read", "/com/example/key50"]


def git():
    """The same keys in the user's configuration of git."""
    if not shutil.which("git"):
        return None
    with open(f"{FOLDER}/.gitconfig", "w") as file:
        file.write("[example]\n" + "".join(f"\tkey{i} = value number {i}\n" for i in range(100)))
    return [shutil.which("git"), "config", "--get", "example.key50"]


def gnustep():
    """The same keys, kept by GNUstep's tool."""
    if not os.access(GNUSTEP, os.X_OK):
        return None
    version = subprocess.run([GNUSTEP, "--version"], env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if version.stdout.startswith("defaults "):
        return None  # this one
    # It looks into the account's home, whatever HOME says, and takes another folder relative to that alone.
    home = pwd.getpwuid(os.getuid()).pw_dir
    with open(ENVIRONMENT["GNUSTEP_CONFIG_FILE"], "w") as file:
        file.write(f"GNUSTEP_USER_DEFAULTS_DIR={os.path.relpath(FOLDER, home)}/gnustep\n")
    os.mkdir(f"{FOLDER}/gnustep")
    shutil.copy(f"{FOLDER}/hundred-xml.plist", f"{FOLDER}/gnustep/hundred.plist")
    return [GNUSTEP, "read", "hundred", KEY.format(50)]


def one_of_hundred():
    domain("hundred", strings(100))
    domain("one", {"K": "v"})
    ours = {name: [DEFAULTS, "read", f"hundred-{name}", KEY.format(50)] for name in FORMATS}
    instruction_rows([(f"read, one key, {name}", lambda name=name: [DEFAULTS, "read", f"one-{name}", "K"], 450_000)
                      for name in FORMATS])
    instruction_rows([(f"read, 100 keys, {name}", lambda words=words: words, 550_000) for name, words in ours.items()])
    peers = [("git config --get", git(), 0.85), ("dconf read", dconf(), 0.5), ("GNUstep defaults", gnustep(), None)]
    for peer, theirs, bar in peers:
        if theirs is None:
            skip("read one key", "100 keys", peer, f"{peer.split()[0]} is not installed")
            continue
        for name, words in ours.items():
            COMMANDS.check(words, "value number 50")
            COMMANDS.check(theirs, "value number 50")
            times = medians(150 if bar else 30, lambda words=words: COMMANDS.time(words), lambda: COMMANDS.time(theirs))
            subject = f"100 keys, {name}"
            if bar:
                at_most("read one key", subject, times[0], peer, times[1], bar)
            else:
                times_faster("read one key", subject, times[0], peer, times[1], 15)


def one_of_many():
    domain("many", strings(100_000))
    for name, bar in (("binary", 50), ("xml", 8)):
        ours = [DEFAULTS, "read", f"many-{name}", KEY.format(99999)]
        theirs = [WHOLE_READ, f"{FOLDER}/many-{name}.plist", KEY.format(99999)]
        for words in (ours, theirs):
            COMMANDS.check(words, "value number 99999")
        times = medians(5, lambda: COMMANDS.time(ours), lambda: COMMANDS.time(theirs))
        times_faster("read one key", f"100,000 keys, {name}", times[0], "PLS, whole", times[1], bar)


def whole_domains():
    """Each tool prints a file in its own way: ours in the old style, plistutil in the other format."""
    plistutil = shutil.which("plistutil")
    if plistutil is None:
        skip("print whole", "all", "plistutil", "plistutil is not installed")
        return
    domain("mixed", mixed(100_000))
    for name in ("hundred", "many", "mixed"):
        for form, other, bar in (("binary", "xml", 1), ("xml", "bin", 10)):
            ours = [DEFAULTS, "read", f"{name}-{form}"]
            theirs = [plistutil, "-i", f"{FOLDER}/{name}-{form}.plist", "-f", other, "-o", "/dev/null"]
            times = medians(3 if name != "hundred" else 51, lambda: COMMANDS.time(ours), lambda: COMMANDS.time(theirs))
            subject = {"hundred": "100 keys", "many": "100,000 keys", "mixed": "100,000 keys, mixed"}[name]
            if name == "many":
                times_faster("print whole", f"{subject}, {form}", times[0], "plistutil", times[1], bar)
            else:
                row("print whole", f"{subject}, {form}", duration(times[0]), "plistutil", duration(times[1]),
                    f"{times[1] / times[0]:.2f}x")


def read():
    one_of_hundred()
    one_of_many()
    whole_domains()


# Memory.

def peak(words):
    """The most memory that a program had, in bytes, before it printed.

    The usage that the system reports for a child includes its parent's memory at the start. So the program is
    stopped at its output, by a full pipe, and its own figure is read.
    """
    reader, writer = os.pipe()
    flags = fcntl.fcntl(writer, fcntl.F_GETFL)
    fcntl.fcntl(writer, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    try:
        while True:
            os.write(writer, bytes(4096))
    except BlockingIOError:
        fcntl.fcntl(writer, fcntl.F_SETFL, flags)
    child = COMMANDS.spawn(words, output=writer)
    os.close(writer)
    while True:
        with open(f"/proc/{child}/status", encoding="utf-8") as file:
            status = dict(line.split(":", 1) for line in file)
        if status["State"].split()[0] == "S":
            break
        if status["State"].split()[0] == "Z":
            sys.exit(f"{words} ended without printing")
    os.set_blocking(reader, True)
    while os.read(reader, 65536):
        pass
    os.close(reader)
    os.waitpid(child, 0)
    return int(status["VmHWM"].split()[0]) * 1024


def memory():
    domain("many", strings(100_000))
    idle = min(peak([DEFAULTS, "--version"]) for _ in range(5))
    for form in FORMATS:
        size = os.path.getsize(f"{FOLDER}/many-{form}.plist")
        above = min(peak([DEFAULTS, "read", f"many-{form}", KEY.format(99999)]) for _ in range(5)) - idle
        row("memory, read one key", f"100,000 keys, {form}", f"{above / 1e6:.1f} MB", "size of the file",
            f"{size / 1e6:.1f} MB", f"{above / size:.2f}x", "<= 2x", above <= 2 * size)
    safe, foundation = (min(peak([f"{PROGRAMS}/ReadOne", kind, "many-xml", KEY.format(99999)]) for _ in range(5))
                        for kind in ["safe", "foundation"])
    row("memory, whole domain", "100,000 keys, xml", f"{safe / 1e6:.0f} MB", "UserDefaults",
        f"{foundation / 1e6:.0f} MB", f"{safe / foundation:.2f}x")


# Writing.

def write():
    domain("hundred", strings(100))
    numbers = iter(range(1_000_000))
    for form in FORMATS:
        def change(form=form):
            return [DEFAULTS, "write", f"hundred-{form}", KEY.format(50), f"changed {next(numbers)}"]

        def raw(form=form):
            with open(f"{FOLDER}/hundred-{form}.plist", "rb") as file:
                return write_durably(FOLDER, file.read())
        reading = [DEFAULTS, "read", f"hundred-{form}", KEY.format(50)]
        # Of XML, Foundation's copy of the longer result alone takes nearly as many.
        instruction_rows([(f"write, 100 keys, {form}", change, 6_000_000 if form == "binary" else None)])
        times = medians(
            101, lambda: COMMANDS.time(change(), waits=True), lambda: COMMANDS.time(reading, waits=True) + raw())
        at_most("write one key", f"100 keys, {form}", times[0], "read + raw, durable", times[1], 2)
    other = {"xml": "binary", "binary": "xml"}
    works = [["export", "hundred-xml", "-"], ["diff", "hundred-xml", "hundred-binary"], ["domains"]]
    instruction_rows([(f"{words[0]}, 100 keys", lambda words=words: [DEFAULTS, *words], None) for words in works])
    export(other)
    batch()
    watch()
    schema()


def export(other):
    """Conversion of a domain to the other format, for which plistutil reads and writes a whole file."""
    plistutil = shutil.which("plistutil")
    if plistutil is None:
        skip("export", "100 keys", "plistutil", "plistutil is not installed")
        return
    for form in FORMATS:
        ours = [DEFAULTS, "export", "--format", other[form], f"hundred-{form}", "-"]
        theirs = [plistutil, "-i", f"{FOLDER}/hundred-{form}.plist", "-f", other[form][:3], "-o", "/dev/null"]
        times = medians(51, lambda: COMMANDS.time(ours), lambda: COMMANDS.time(theirs))
        row("export to the other format", f"100 keys, {form}", duration(times[0]), "plistutil", duration(times[1]),
            f"{times[1] / times[0]:.2f}x")


def batch():
    """Many writes as one, against one write of the domain that they make."""
    count = 10_000
    path = f"{FOLDER}/changes"
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"write N '{KEY.format(index)}' 'value {index}'\n" for index in range(count))
    subject = f"{count:,} writes"

    def lines():
        if os.path.exists(f"{FOLDER}/N.plist"):
            os.unlink(f"{FOLDER}/N.plist")
        return COMMANDS.time([DEFAULTS, "batch", path])

    def writing():
        return COMMANDS.time([DEFAULTS, "write", "N", "added", str(time.time())])
    times = medians(25, lines, writing)
    at_most("batch", subject, times[0], "one write", times[1], 3)


def watch():
    """The time from a rename over the file of a domain to the line that `watch` prints."""
    domain("watched", {"a": 0}, ["xml"])
    words = [DEFAULTS, "watch", "--timeout", "60", "watched-xml"]
    with subprocess.Popen(words, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        os.set_blocking(process.stdout.fileno(), False)
        times = []
        for number in range(1, 52):
            domain("new", {"a": number}, ["xml"])
            time.sleep(0.3 if number == 1 else 0.03)
            start = time.perf_counter()
            os.rename(f"{FOLDER}/new-xml.plist", f"{FOLDER}/watched-xml.plist")
            text = b""
            while process.poll() is None and b"\n" not in text:
                if time.perf_counter() - start > 5:
                    process.terminate()
                text += process.stdout.read() or b""
            if process.returncode is not None:
                return skip("a change is watched", "after a rename", "-", "this command cannot watch")
            times.append((time.perf_counter() - start) * 1000)
        process.terminate()
    found = statistics.median(times)
    row("a change is watched", "after a rename", duration(found), bar="<= 10 ms", is_met=found <= 10)


def schema():
    """A write with a schema of 186 keys, against one without."""
    domain("settings", {"key80": 14}, ["xml"])
    rules = [{"type": "integer", "minimum": 0, "maximum": 1000, "default": 14}, {"type": "boolean", "default": True},
             {"type": "string", "pattern": "^[a-z]{2}$"}, {"enum": ["light", "dark"], "default": "light"},
             {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}}]
    properties = {f"key{index}": {"description": "What the program stores.", **rules[index % len(rules)]}
                  for index in range(186)}
    with open(f"{FOLDER}/schema.json", "w", encoding="utf-8") as file:
        json.dump({"type": "object", "properties": properties, "additionalProperties": False}, file)
    numbers = iter(range(1_000_000))

    def change(*options):
        return [DEFAULTS, "write", *options, "settings-xml", "key80", "-int", str(next(numbers) % 2 + 80)]

    def checked():
        return change("--schema", f"{FOLDER}/schema.json")
    instruction_rows([("write, no schema", change, 1_650_000), ("write, schema of 186 keys", checked, 6_500_000)])
    with_schema, without = medians(
        201, lambda: COMMANDS.time(checked(), waits=True), lambda: COMMANDS.time(change(), waits=True))
    row("write with a schema", "186 keys", duration(with_schema), "no schema", duration(without),
        f"{with_schema / without:.2f}x", "<= 1 ms more", with_schema - without <= 1)


# JSON, differences, migrations.

def values():
    count = 100_000
    domain("A", mixed(count))
    domain("B", mixed(count, change=100))
    subject = f"{count:,} keys"
    to_json = "json.dump(plistlib.load(open(sys.argv[1], 'rb')), sys.stdout)"
    difference = """
a, b = (plistlib.load(open(p, 'rb')) for p in sys.argv[1:])
json.dump([[k, a.get(k), b.get(k)] for k in sorted({*a, *b}) if a.get(k) != b.get(k)], sys.stdout)
"""
    for form in FORMATS:
        paths = [f"{FOLDER}/{name}-{form}.plist" for name in "AB"]
        times = medians(
            3, lambda: COMMANDS.time([DEFAULTS, "export", "--format", "json", f"A-{form}", "-"], f"{FOLDER}/A.json"),
            lambda: COMMANDS.time(python(to_json, paths[0])))
        times_faster("export to JSON", f"{subject}, {form}", times[0], "plistlib, json", times[1], 1)
        times = medians(
            3, lambda: COMMANDS.time([DEFAULTS, "diff", f"A-{form}", f"B-{form}"], statuses=(1,)),
            lambda: COMMANDS.time(python(difference, *paths)))
        times_faster("diff", f"{subject}, {form}", times[0], "plistlib, json", times[1], 1)
    there_and_back(subject, to_json)
    json_file(count)
    migration(count)


def there_and_back(subject, to_json):
    """To JSON and back. Back, nearly all of the time is Foundation's, which writes the file."""
    from_json = "plistlib.dump(json.load(open(sys.argv[1])), open(sys.argv[2], 'wb'), fmt=plistlib.FMT_XML)"

    def ours():
        # A new domain each time, so that there is something to write.
        if os.path.exists(f"{FOLDER}/C.plist"):
            os.unlink(f"{FOLDER}/C.plist")
        return (COMMANDS.time([DEFAULTS, "export", "--format", "json", "A-xml", "-"], output=f"{FOLDER}/A.json")
                + COMMANDS.time([DEFAULTS, "import", "C", f"{FOLDER}/A.json"]))

    def theirs():
        return (COMMANDS.time(python(to_json, f"{FOLDER}/A-xml.plist"), output=f"{FOLDER}/python.json")
                + COMMANDS.time(python(from_json, f"{FOLDER}/python.json", f"{FOLDER}/python.plist")))
    times = medians(3, ours, theirs)
    times_faster("xml to JSON and back", subject, times[0], "plistlib, json", times[1], 1)
    with open(f"{FOLDER}/C.plist", "rb") as file:
        if plistlib.load(file) != mixed(100_000):
            sys.exit("the domain is another after JSON")


def json_file(count):
    """One value changed in the layout of a JSON file, against reading and writing the whole file."""
    numbers = iter(range(1_000_000))
    for name in ("edited", "rewritten"):
        with open(f"{FOLDER}/{name}.json", "w", encoding="utf-8") as file:
            json.dump(mixed(count), file, indent=4)

    def change(name, *options):
        words = ["write", *options, f"{FOLDER}/{name}.json", "com.example.key.1", f"changed {next(numbers)}"]
        return COMMANDS.time([DEFAULTS, *words])
    times = medians(9, lambda: change("edited"), lambda: change("rewritten", "--rewrite"))
    at_most("one value changed", f"JSON of {count:,} keys", times[0], "reading and writing", times[1], 1.5)


def migration(count):
    """All keys renamed, against one write of the same domain."""
    with open(f"{FOLDER}/map", "wb") as file:
        plistlib.dump({"new." + KEY.format(i): KEY.format(i) for i in range(count)}, file)
    for form in FORMATS:
        def renaming(form=form):
            domain("M", strings(count), [form])
            return COMMANDS.time([DEFAULTS, "migrate", f"M-{form}", f"M-{form}", f"{FOLDER}/map"])

        def writing(form=form):
            return COMMANDS.time([DEFAULTS, "write", f"M-{form}", "added", str(time.time())])
        times = medians(9, renaming, writing)
        at_most("migrate all keys", f"{count:,} keys, {form}", times[0], "one write", times[1], 3)


# Many writers.

def crowd(writers, count):
    """Lets writers begin together. Returns the changes a second, the longest wait in fair shares, and the failures."""
    if os.path.exists(f"{FOLDER}/crowd.plist"):
        os.unlink(f"{FOLDER}/crowd.plist")
    script = f"""read -r
        for ((i = 0; i < {count}; i++)); do
            start=$EPOCHREALTIME
            "$1" write crowd "$2.$i" 1
            echo "$? $start $EPOCHREALTIME"
        done"""
    processes = [subprocess.Popen(["/bin/bash", "-c", script, "writer", DEFAULTS, str(index)], env=ENVIRONMENT,
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE) for index in range(writers)]
    for process in processes:
        process.stdin.write(b"\n")
        process.stdin.flush()
    outcomes = [line.split() for process in processes for line in process.communicate()[0].decode().splitlines()]
    seconds = max(float(end) for *_, end in outcomes) - min(float(start) for _, start, _ in outcomes)
    longest = max(float(end) - float(start) for _, start, end in outcomes)
    failures = sum(status != "0" for status, *_ in outcomes)
    return len(outcomes) / seconds, longest * len(outcomes) / writers / seconds, failures


def writers():
    # As many changes, so that the domain is as large in the end.
    results = [(crowd(8, 192), crowd(128, 12)) for _ in range(3)]
    few, many = (statistics.median(result[index][0] for result in results) for index in range(2))
    failures = sum(result[1][2] for result in results)
    longest = statistics.median(result[1][1] for result in results)
    row("128 writers x 12 changes", "changes a second", f"{many:.0f}", "8 writers", f"{few:.0f}", f"{many / few:.2f}x",
        ">= 0.7x", many >= 0.7 * few)
    row("128 writers x 12 changes", "longest wait", "-", "fair share", "-", f"{longest:.2f}x", "<= 3x", longest <= 3)
    row("128 writers x 12 changes", "timed out or failed", failures, bar="0", is_met=failures == 0)
    library()


def library():
    """Programs with the library, each of which sets and saves a thousand keys of its own. None may be lost."""
    os.unlink(f"{FOLDER}/crowd.plist")
    words = [[f"{PROGRAMS}/Benchmarks", "save", FOLDER, f"p{index}", "1000"] for index in range(4)]
    statuses = [process.wait() for process in [subprocess.Popen(line, env=ENVIRONMENT) for line in words]]
    with open(f"{FOLDER}/crowd.plist", "rb") as file:
        lost = 4000 - len(plistlib.load(file))
    row("4 programs x 1000 saves", "keys lost", lost, bar="0", is_met=lost == 0 and not any(statuses))


os.chdir(FOLDER)
os.makedirs("run", 0o700, exist_ok=True)
groups = [user_defaults, read, write, values, memory, writers]
{group.__name__.replace("_", "-"): group for group in groups}[GROUP]()
