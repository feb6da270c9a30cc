"""Measures how the time of each verb and each bulk operation of the library grows with its work.

Usage: growth.py DEFAULTS PROGRAMS FOLDER [NAME]…

With names, measures only the works whose name contains one of them. Prints lines of the table of Scripts/benchmark, and
draws growth-SHAPE.svg in the folder above PROGRAMS. A doubling of the work that takes more than 2.4 times as long is
MISSED, unless valgrind counts at most 2.4 times the instructions: then only the caches of the processor have become too
small, or those of the kernel, whose instructions are not counted. The variable GROWTH_SIZES replaces all sizes, for
example with 100,200.
"""
import json
import math
import os
import plistlib
import shutil
import subprocess
import sys
import time

from rows import duration, instructions, row

DEFAULTS, PROGRAMS, FOLDER = (os.path.abspath(path) for path in sys.argv[1:4])
NAMES = sys.argv[4:]
LIMIT = 2.4
# A doubling that takes this many times as long is taken for quadratic growth.
SQUARE = 3.5
# Shorter times are mostly the start of a process.
SHORTEST = 15
SIZES = {
    "flat": [12_500, 25_000, 50_000, 100_000, 200_000],
    "nested": [12_500, 25_000, 50_000, 100_000, 200_000],
    "domains": [3_125, 6_250, 12_500, 25_000, 50_000],
    # Domains that are written, and entries that are appended. Each waits for the disk.
    "written": [250, 500, 1_000, 2_000, 4_000],
    "entries": [3_125, 6_250, 12_500, 25_000, 50_000],
    # Folders in each other. The path of each file is as long as the folder is deep.
    "tree": [250, 500, 1_000, 2_000, 4_000],
}
if os.environ.get("GROWTH_SIZES"):
    SIZES = dict.fromkeys(SIZES, [int(size) for size in os.environ["GROWTH_SIZES"].split(",")])


def key(index):
    return f"com.example.Setting.key{index}"


def save(path, value, form=plistlib.FMT_XML):
    with open(path, "wb") as file:
        plistlib.dump(value, file, fmt=form)


# Xcode sorts keys by the numbers in them.
XCODE = {"indent": 2, "separators": (",", " : ")}


def write_json(path, value, **form):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file, **form)


def prepare_flat(files, count):
    """Writes the files that domains are copied from, and those that verbs read."""
    contents = {key(i): f"value number {i}" for i in range(count)}
    save(f"{files}/xml", contents)
    save(f"{files}/binary", contents, plistlib.FMT_BINARY)
    save(f"{files}/changed", {**contents, **{key(i): "changed" for i in range(0, count, 2)}})
    save(f"{files}/other", {**contents, **{key(i): "other" for i in range(1, count, 2)}})
    save(f"{files}/clashing", {**contents, **{key(i): "clashing" for i in range(0, count, 100)}})
    save(f"{files}/array", {"list": list(contents.values()), "map": contents})
    save(f"{files}/root array", list(contents.values()))
    save(f"{files}/array.plist", list(contents.values()))  # outside the root, where files need not be domains
    save(f"{files}/binary root array", list(contents.values()), plistlib.FMT_BINARY)
    save(f"{files}/changed root array", ["changed" if i % 2 else f"value number {i}" for i in range(count)])
    save(f"{files}/map", {f"new.{key(i)}": key(i) for i in range(count)})
    write_json(f"{files}/json", contents)
    write_json(f"{files}/document.json", contents, **XCODE)
    write_json(f"{files}/state", {"D": contents})
    write_json(f"{files}/other state", {"D": {**contents, key(0): "changed"}})
    write_json(f"{files}/merging", {"D": {"map": {"$merge": contents}}})
    write_json(f"{files}/merging each", {"D": {name: {"$merge": {"a": 1}} for name in contents}})
    write_json(f"{files}/patterns", {"D": {name: {"$matches": "^value number"} for name in contents}})
    write_json(f"{files}/empty", {})
    with open(f"{files}/commented.json", "w", encoding="utf-8") as file:
        file.write(json.dumps(contents) + " // comment")
    with open(f"{files}/lines", "w", encoding="utf-8") as file:
        file.writelines(f"write D '{name}' '{value}'\n" for name, value in contents.items())
    with open(f"{files}/deletions", "w", encoding="utf-8") as file:
        file.writelines(f"delete D '{name}'\n" for name in contents)
    with open(f"{files}/commands", "w", encoding="utf-8") as file:
        file.writelines(f"Add :new.{name} string {value}\n" for name, value in contents.items())
        file.write("Save\n")


def prepare_nested(files, count):
    inner = {key(i).replace(".", "-"): f"value number {i}" for i in range(count)}
    save(f"{files}/xml", {"a": {"b": inner}})
    save(f"{files}/binary", {"a": {"b": inner}}, plistlib.FMT_BINARY)
    save(f"{files}/changed", {"a": {"b": {name: "changed" for name in inner}}})
    save(f"{files}/records", {"list": [{"name": value, "tags": [1, 2]} for value in inner.values()]})
    save(f"{files}/map", {f"new.{name}": f"a.b.{name}" for name in inner})
    write_json(f"{files}/document.json", {"a": {"b": inner}}, **XCODE)


def prepare_domains(files, count):
    for root in ("root", "other"):
        os.makedirs(f"{files}/{root}", exist_ok=True)
        for index in range(count):
            save(f"{files}/{root}/{key(index)}.plist", {"a": index, "b": "text"})


def prepare_written(files, count):
    for index in range(count):
        save(f"{files}/root/{key(index)}.plist", {"a": 0, "b": "text"})
    save(f"{files}/one key", {"a": ""})
    domains = {key(index): {"a": 1} for index in range(count)}
    write_json(f"{files}/state", domains)
    write_json(f"{files}/before", {domain: {"a": 0} for domain in domains})
    write_json(f"{files}/absent", {domain: {"$absent": True} for domain in domains})
    with open(f"{files}/lines", "w", encoding="utf-8") as file:
        file.writelines(f"write {domain} a -int 1\n" for domain in domains)
    with open(f"{files}/saves", "w", encoding="utf-8") as file:
        file.writelines(f"Set :a {index}\nSave\n" for index in range(count))


def prepare_entries(files, count):
    """Writes a journal with an entry for each key of a domain."""
    save(f"{files}/xml", {key(index): "new" for index in range(count)})
    with open(f"{files}/entries", "w", encoding="utf-8", opener=lambda *parts: os.open(*parts, 0o600)) as file:
        for index in range(count):
            changes = [{"domain": "D", "path": key(index).replace(".", "\\."), "old": "old", "new": "new"}]
            words = ["write", "D", key(index), "new"]
            json.dump({"changes": changes, "command": words, "date": "2026-01-01T00:00:00Z", "number": index + 1,
                       "root": True, "schema": 1}, file)
            file.write("\n")


def prepare_tree(files, count):
    """Writes a folder with a file and a folder, in which there is a file and a folder, and so on."""
    os.mkdir(f"{files}/tree")
    text = plistlib.dumps({"a": 1, "b": "text"})
    folder = os.open(f"{files}/tree", os.O_DIRECTORY)
    for _ in range(count):
        # The paths become too long for the kernel, so names are used in the open folder.
        with open("a.plist", "wb", opener=lambda name, _, folder=folder: os.open(
                name, os.O_WRONLY | os.O_CREAT, 0o600, dir_fd=folder)) as file:
            file.write(text)
        os.mkdir("d", dir_fd=folder)
        inner = os.open("d", os.O_DIRECTORY, dir_fd=folder)
        os.close(folder)
        folder = inner
    os.close(folder)


# Stands for the folder of the files of a size.
FILES = "<files>"
# The file of the domain D.
FILE = f"{FILES}/root/D.plist"
# A JSON file, which is not a domain.
DOCUMENT = f"{FILES}/document.json"

NESTED = "a.b." + key(7).replace(".", "-")
JOURNAL = ["--journal", f"{FILES}/journal"]

# name: (the file that the domain D is copied from before, the words, and the words of a command before them)
VERBS = {
    "flat": {
        "read xml": ("xml", ["read", "D"]),
        "read binary": ("binary", ["read", "D"]),
        "read --json": ("xml", ["read", "--json", "D"]),
        "read --types": ("xml", ["read", "--types", "D"]),
        "read --sh": ("xml", ["read", "--sh", "D"]),
        "read key, xml": ("xml", ["read", "D", key(7)]),
        "read key, binary": ("binary", ["read", "D", key(7)]),
        "read-type": ("xml", ["read-type", "D", key(7)]),
        "exists": ("xml", ["exists", "D", key(7)]),
        "exists, domain": ("xml", ["exists", "D"]),
        "write, xml": ("xml", ["write", "D", key(7), "new"]),
        "write, binary": ("binary", ["write", "D", key(7), "new"]),
        "write to JSON": (None, ["write", DOCUMENT, key(7), "new"], ["write", DOCUMENT, key(7), "old"]),
        "write new key to JSON": (None, ["write", DOCUMENT, "new", "1"],
                                  ["delete", "--if-exists", DOCUMENT, "new"]),
        "write -array-add": ("array", ["write", "D", "list", "-array-add", "new"]),
        "write --unique -array-add": ("array", ["write", "--unique", "D", "list", "-array-add", "value number 7"]),
        "write -array-remove": ("array", ["write", "D", "list", "-array-remove", "value number 7"]),
        "write -dict-add": ("array", ["write", "D", "map", "-dict-add", "new", "1"]),
        "rename": ("xml", ["rename", "D", key(7), "new"]),
        "delete key": ("xml", ["delete", "D", key(7)]),
        "delete": ("xml", ["delete", "D"]),
        "export xml": ("binary", ["export", "--format", "xml", "D", "-"]),
        "export binary": ("xml", ["export", "--format", "binary", "D", "-"]),
        "export json": ("xml", ["export", "--format", "json", "D", "-"]),
        "export commands": ("xml", ["export", "--format", "commands", "D", "-"]),
        "import": ("changed", ["import", "D", f"{FILES}/xml"]),
        "import --merge": ("changed", ["import", "--merge", "D", f"{FILES}/xml"]),
        "import json": ("changed", ["import", "D", f"{FILES}/json"]),
        "find": ("xml", ["find", "number 7"]),
        "diff": ("xml", ["diff", "D", f"{FILES}/changed"]),
        "diff --json": ("xml", ["diff", "--json", "D", f"{FILES}/changed"]),
        "diff --format commands": ("xml", ["diff", "--format", "commands", "D", f"{FILES}/changed"]),
        "check": ("xml", ["check", "D"]),
        "PlistBuddy Print": ("binary", ["PlistBuddy", f"{FILES}/root/D.plist", "-c", "Print"]),
        "PlistBuddy Set": ("xml", ["PlistBuddy", f"{FILES}/root/D.plist", "-c", f"Set :{key(7)} new"]),
        "PlistBuddy Merge": ("changed", ["PlistBuddy", f"{FILES}/root/D.plist", "-c", f"Merge {FILES}/xml"]),
        "PlistBuddy, commands": ("xml", ["PlistBuddy", f"{FILES}/root/D.plist", f"{FILES}/commands"]),
        "read array": ("root array", ["read", FILE]),
        "read binary array": ("binary root array", ["read", FILE]),
        "read --path of array": ("root array", ["read", "--path", "7", FILE]),
        "read-type --path of array": ("root array", ["read-type", "--path", "7", FILE]),
        "exists --path of array": ("root array", ["exists", "--path", "7", FILE]),
        "write --path to array": ("root array", ["write", "--path", "7", FILE, "new"]),
        "write --insert to array": ("root array", ["write", "--insert", "--path", "0", FILE, "new"]),
        "write -array-add to root": ("root array", ["write", "--path", "", FILE, "-array-add", "new"]),
        "delete --path of array": ("root array", ["delete", "--path", "0", FILE]),
        "diff of arrays": ("root array", ["diff", FILE, f"{FILES}/changed root array"]),
        "check of array": (None, ["check", f"{FILES}/array.plist"]),
        "edit of array": ("root array", ["edit", FILE]),
        "explain of array": ("root array", ["explain", "--path", "7", FILE]),
        "plutil -lint": ("root array", ["plutil", "-lint", FILE]),
        "plutil -p": ("root array", ["plutil", "-p", FILE]),
        "plutil -p, dictionary": ("xml", ["plutil", "-p", FILE]),
        "plutil -convert xml1": ("binary root array", ["plutil", "-convert", "xml1", FILE]),
        "plutil -convert binary1": ("root array", ["plutil", "-convert", "binary1", FILE]),
        "plutil -convert json": ("root array", ["plutil", "-convert", "json", FILE]),
        "plutil -convert json -r": ("xml", ["plutil", "-convert", "json", "-r", FILE]),
        "plutil -convert openstep": ("root array", ["plutil", "-convert", "openstep", FILE]),
        "plutil -extract raw": ("root array", ["plutil", "-extract", "7", "raw", FILE]),
        "plutil -extract json": ("array", ["plutil", "-extract", "list", "json", "-o", "-", FILE]),
        "plutil -type": ("root array", ["plutil", "-type", "7", FILE]),
        "plutil -insert": ("root array", ["plutil", "-insert", "0", "-string", "new", FILE]),
        "plutil -insert -append": ("array", ["plutil", "-insert", "list", "-string", "new", "-append", FILE]),
        "plutil -replace": ("root array", ["plutil", "-replace", "7", "-string", "new", FILE]),
        "plutil -remove": ("root array", ["plutil", "-remove", "0", FILE]),
        "migrate": ("xml", ["migrate", "D", "D", f"{FILES}/map"]),
        "migrate --rollback": ("xml", ["migrate", "--rollback", "id", "D"],
                               ["migrate", "--id", "id", "D", "D", f"{FILES}/map"]),
        "migrate --status": ("xml", ["migrate", "--status", "D"], ["migrate", "D", "D", f"{FILES}/map"]),
        "batch": ("changed", ["batch", f"{FILES}/lines"]),
        "batch of deletions": ("changed", ["batch", f"{FILES}/deletions"]),
        "snapshot": ("xml", ["snapshot"]),
        "apply": ("changed", ["apply", f"{FILES}/state"]),
        "apply --id": ("changed", ["apply", "--id", "id", f"{FILES}/state"],
                       ["apply", "--id", "id", f"{FILES}/empty"]),
        "apply --id again": ("changed", ["apply", "--id", "id", f"{FILES}/state"],
                             ["apply", "--id", "id", f"{FILES}/state"]),
        "apply --remove": ("changed", ["apply", "--id", "id", "--remove"],
                           ["apply", "--id", "id", f"{FILES}/state"]),
        "apply again": ("xml", ["apply", f"{FILES}/state"]),
        "apply two documents": ("changed", ["apply", f"{FILES}/state", f"{FILES}/other state"]),
        "apply, merging": ("array", ["apply", f"{FILES}/merging"]),
        "apply, merging each": ("xml", ["apply", f"{FILES}/merging each"]),
        "apply --exact": ("changed", ["apply", "--exact", f"{FILES}/state"]),
        "apply --dry-run": ("changed", ["apply", "--dry-run", f"{FILES}/state"]),
        "apply --id, another document": ("changed", ["apply", "--id", "id", f"{FILES}/other state"],
                                         ["apply", "--id", "id", f"{FILES}/state"]),
        "apply --status": ("changed", ["apply", "--status", "id"], ["apply", "--id", "id", f"{FILES}/state"]),
        "snapshot --only": ("xml", ["snapshot", "--only", "com.*.*.key7*"]),
        "diff --state": ("xml", ["diff", "--state", f"{FILES}/state", f"{FILES}/other state"]),
        "diff --state, patterns": ("xml", ["diff", "--state", f"{FILES}/patterns", f"{FILES}/state"]),
        "completions": ("xml", ["__complete", "bash", "9", "", "read", "D", ""]),
        "sandbox": ("xml", ["sandbox", "--from", f"{FILES}/state", "--expect", f"{FILES}/state", "true"]),
        "export --only": ("xml", ["export", "--only", "*key7*", "D", "-"]),
        "convert to xml": ("xml", ["convert", f"{FILES}/binary"]),
        "convert to binary": ("xml", ["convert", "--format", "binary", f"{FILES}/xml"]),
        "convert to json": ("xml", ["convert", "--json", f"{FILES}/xml"]),
        "convert to openstep": ("xml", ["convert", "--format", "openstep", f"{FILES}/xml"]),
        "convert -o": ("xml", ["convert", "-o", f"{FILES}/root/D.plist", f"{FILES}/json"]),
        "convert --in-place": ("xml", ["convert", "--format", "binary", "--in-place", f"{FILES}/root/D.plist"]),
        "merge": ("xml", ["merge", f"{FILES}/changed", f"{FILES}/xml", f"{FILES}/other"]),
        "merge with conflicts": ("xml", ["merge", f"{FILES}/changed", f"{FILES}/xml", f"{FILES}/clashing"]),
        "merge of arrays": ("xml", ["merge", f"{FILES}/changed root array", f"{FILES}/root array",
                                    f"{FILES}/root array"]),
        "merge json": ("xml", ["merge", f"{FILES}/json", f"{FILES}/json", f"{FILES}/empty"]),
        "merge json with comments": ("xml", ["merge", f"{FILES}/json", f"{FILES}/json", f"{FILES}/commented.json"]),
        "edit": ("xml", ["edit", "D"]),
        "edit key": ("xml", ["edit", "D", key(7)]),
        "diff --ignore": ("xml", ["diff", "--ignore", "**.key7*", "D", f"{FILES}/changed"]),
        "write --journal": ("xml", [*JOURNAL, "write", "D", key(7), "new"]),
        "import --journal": ("changed", [*JOURNAL, "import", "D", f"{FILES}/xml"]),
        "import --replace": ("changed", ["import", "--replace", "D", f"{FILES}/xml"]),
        "history": ("changed", [*JOURNAL, "history"], [*JOURNAL, "import", "D", f"{FILES}/xml"]),
        "undo": ("changed", [*JOURNAL, "undo"], [*JOURNAL, "import", "D", f"{FILES}/xml"]),
        "read --effective": ("xml", ["read", "--effective", "D"]),
        "read --effective key": ("xml", ["read", "--effective", "D", key(7)]),
        "explain": ("xml", ["explain", "D"]),
        "explain key": ("xml", ["explain", "D", key(7)]),
        "watch --initial": ("xml", ["watch", "--initial", "--timeout", "0", "D"]),
        "watch --initial --format commands": (
            "xml", ["watch", "--initial", "--format", "commands", "--timeout", "0", "D"]),
    },
    "nested": {
        "read nested xml": ("xml", ["read", "D"]),
        "read nested binary": ("binary", ["read", "D"]),
        "read records": ("records", ["read", "D"]),
        "read --path": ("xml", ["read", "--path", NESTED, "D"]),
        "write --path": ("xml", ["write", "--path", "a.b.new", "D", "1"]),
        "write --path to JSON": (None, ["write", "--path", "a.b.new", DOCUMENT, "1"],
                                 ["delete", "--if-exists", "--path", "a.b.new", DOCUMENT]),
        "delete --path": ("xml", ["delete", "--path", NESTED, "D"]),
        "export records json": ("records", ["export", "--format", "json", "D", "-"]),
        "read-type --path": ("xml", ["read-type", "--path", NESTED, "D"]),
        "write --path --insert": ("records", ["write", "--insert", "--path", "list.0", "D", "1"]),
        "write --path of element": ("records", ["write", "--path", "list.7.name", "D", "1"]),
        "rename --path": ("xml", ["rename", "--path", NESTED, "D", "a.b.new"]),
        "explain --path": ("xml", ["explain", "--path", NESTED, "D"]),
        "diff nested": ("xml", ["diff", "D", f"{FILES}/changed"]),
        "import --merge nested": ("changed", ["import", "--merge", "D", f"{FILES}/xml"]),
        "migrate --path": ("xml", ["migrate", "--path", "D", "D", f"{FILES}/map"]),
        "migrate --path --rollback": ("xml", ["migrate", "--rollback", "id", "D"],
                                      ["migrate", "--path", "--id", "id", "D", "D", f"{FILES}/map"]),
    },
    "domains": {
        "domains": (None, ["domains"]),
        "read all": (None, ["read"]),
        "read all --json": (None, ["read", "--json"]),
        "find in all": (None, ["find", "text"]),
        "check all": (None, ["check"]),
        "check of a wide folder": (None, ["check", "--paths", f"{FILES}/other"]),
        "diff of folders": (None, ["diff", f"{FILES}/root", f"{FILES}/other"]),
        "snapshot of all": (None, ["snapshot"]),
        "watch --initial of all": (None, ["watch", "--initial", "--timeout", "0"]),
        "watch, 100 changes": (),
    },
    "written": {
        "batch of domains": (None, ["batch", f"{FILES}/lines"], ["apply", f"{FILES}/before"]),
        "batch --dry-run of domains": (None, ["batch", "--dry-run", f"{FILES}/lines"], ["apply", f"{FILES}/before"]),
        "apply to domains": (None, ["apply", f"{FILES}/state"], ["apply", f"{FILES}/before"]),
        "sandbox of domains": (None, ["sandbox", "--from", f"{FILES}/state", "--expect", f"{FILES}/state", "true"]),
        "apply --dry-run, two documents of domains": (
            None, ["apply", "--dry-run", f"{FILES}/state", f"{FILES}/before"], ["apply", f"{FILES}/before"]),
        "apply --id to domains": (None, ["apply", "--id", "id", f"{FILES}/state"], ["apply", f"{FILES}/before"]),
        "apply --remove of domains": (None, ["apply", "--id", "id", "--remove"],
                                      ["apply", "--id", "id", f"{FILES}/state"], ["apply", f"{FILES}/before"]),
        "apply --status of domains": (None, ["apply", "--status", "id"],
                                      ["apply", "--id", "id", f"{FILES}/state"], ["apply", f"{FILES}/before"]),
        "apply, removing domains": (None, ["apply", f"{FILES}/absent"], ["apply", f"{FILES}/before"]),
        "undo of domains": (None, [*JOURNAL, "undo"], [*JOURNAL, "apply", f"{FILES}/state"],
                            ["apply", f"{FILES}/before"]),
        "PlistBuddy, many entries": (
            "one key", [f"DEFAULTS_JOURNAL={FILES}/journal", "PlistBuddy", FILE, f"{FILES}/saves"]),
        "history of domains": (None, [*JOURNAL, "history"], [*JOURNAL, "apply", f"{FILES}/state"],
                               ["apply", f"{FILES}/before"]),
    },
    "entries": {
        "history of entries": ("xml", [*JOURNAL, "history"]),
        "history 1": ("xml", [*JOURNAL, "history", "1"]),
        "undo, last of entries": ("xml", [*JOURNAL, "undo"]),
        "undo --entry": ("xml", [*JOURNAL, "undo", "--entry", "7"]),
        "undo --all": ("xml", [*JOURNAL, "undo", "--all"]),
        "write after entries": ("xml", [*JOURNAL, "write", "D", "other", "1"]),
    },
    "tree": {
        "check of a deep tree": (None, ["check", "--paths", f"{FILES}/tree"]),
    },
}


class Process:
    """A command line of `defaults`, of plutil, or of PlistBuddy, whose last word can be a file of its commands.

    It can begin with assignments of variables.
    """

    def __init__(self, words, files):
        self.words = [word.replace(FILES, files) for word in words]
        self.environment = {"DEFAULTS_ROOT": f"{files}/root", "HOME": files, "PATH": "/usr/bin:/bin",
                            "EDITOR": "sed -i '0,/value number/s//changed/'"}
        while "=" in self.words[0]:
            self.environment.update([self.words.pop(0).split("=", 1)])
        self.program, self.input = DEFAULTS, os.devnull
        if self.words[0] in ("PlistBuddy", "plutil"):
            name = self.words.pop(0)
            self.program = f"{FOLDER}/{name}"
            if name == "PlistBuddy" and "-c" not in self.words:
                self.input = self.words.pop()

    def time(self):
        """Runs the command and returns its processor time in milliseconds: other load is not in it."""
        actions = [(os.POSIX_SPAWN_OPEN, descriptor, os.devnull, os.O_WRONLY, 0) for descriptor in (1, 2)]
        actions.append((os.POSIX_SPAWN_OPEN, 0, self.input, os.O_RDONLY, 0))
        child = os.posix_spawn(self.program, [self.program, *self.words], self.environment, file_actions=actions)
        _, status, usage = os.wait4(child, 0)
        code = os.waitstatus_to_exitcode(status)
        if code != 0 and (code != 1 or self.words[0] not in ("diff", "check", "merge", "watch")):
            sys.exit(f"{self.words} ended with {code}")
        return (usage.ru_utime + usage.ru_stime) * 1000

    def count(self):
        """Runs the command and returns its instructions, or nothing if valgrind is not installed."""
        with open(self.input, "rb") as file:
            return instructions([self.program, *self.words], self.environment, stdin=file)


class Verb:
    """A command line with the state that it finds: a copy of a file, and the effects of other command lines."""

    def __init__(self, source, words, *before):
        # The last of the other command lines runs first.
        self.source, self.words, self.before = source, words, before[::-1]

    def prepare(self, files):
        shutil.rmtree(f"{files}/root/.defaults", ignore_errors=True)
        if os.path.exists(f"{files}/journal"):
            os.remove(f"{files}/journal")
        if os.path.exists(f"{files}/entries"):
            shutil.copy(f"{files}/entries", f"{files}/journal")
        if self.source:
            shutil.copy(f"{files}/{self.source}", f"{files}/root/D.plist")
        for words in self.before:
            Process(words, files).time()
        return Process(self.words, files)

    def __call__(self, files, _):
        return self.prepare(files).time()

    def count(self, files, _):
        return self.prepare(files).count()


def watch_changes(files, count):
    """Returns the processor time in which a watch of all domains prints 100 changes, one after the other."""
    watch = subprocess.Popen([DEFAULTS, "watch", "--initial"], env={"DEFAULTS_ROOT": f"{files}/root", "HOME": files},
                             stdout=subprocess.PIPE)
    lines = 0
    while lines < 3 * count:
        lines += os.read(watch.stdout.fileno(), 1 << 16).count(b"\n")
    before = processor_time(watch.pid)
    for index in range(100):
        save(f"{files}/new", {"a": time.monotonic_ns(), "b": "changed"})
        os.rename(f"{files}/new", f"{files}/root/{key(index)}.plist")
        os.read(watch.stdout.fileno(), 1 << 16)
    after = processor_time(watch.pid)
    watch.kill()
    watch.wait()
    return after - before


def processor_time(process):
    """Returns the processor time of a running process so far, in milliseconds."""
    clock = (~process << 3) | 2  # as clock_getcpuclockid has it
    return time.clock_gettime(clock) * 1000


class Operation:
    """An operation of the library, which the program Benchmarks prepares and measures."""

    def __init__(self, name):
        self.name = name

    def words(self, files, size):
        return [f"{PROGRAMS}/Benchmarks", "growth", files, self.name, str(size)]

    def __call__(self, files, size):
        return float(subprocess.run(self.words(files, size), capture_output=True, text=True, check=True).stdout)

    def count(self, files, size):
        # This work is done on another thread. Its program prepares nothing, so the whole of it is counted.
        function = None if self.name == "observe all" else "*8measured*"
        return instructions(self.words(files, size), os.environ, function) or None


def works(shape):
    """The works of a shape: each with a function that takes a size and returns milliseconds."""
    found = {name: Verb(*parts) if parts else watch_changes for name, parts in VERBS[shape].items()}
    listed = subprocess.run([f"{PROGRAMS}/Benchmarks", "works"], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        name, its_shape = line.split("\t")
        if its_shape == shape:
            found[f"{name} (library)"] = Operation(name)
    return {name: work for name, work in found.items() if not NAMES or any(part in name for part in NAMES)}


def grows_too_much(small, large):
    return large > SHORTEST and large > LIMIT * max(small, SHORTEST / 4)


def series(shape, measure):
    """Returns the least times of a work at each size. What grows too much is repeated.

    A slow work with quadratic growth is given up.
    """
    times = []
    for size in SIZES[shape]:
        files = f"{FOLDER}/{shape}-{size}"
        best = min(measure(files, size) for _ in range(2))
        for _ in range(4):
            if not times or best > 20_000 or not grows_too_much(times[-1], best):
                break
            best = min(best, measure(files, size))
        times.append(best)
        if best > 5_000 and len(times) > 1 and best > SQUARE * times[-2]:
            break
    return times


def report(shape, name, measure, times):
    """Prints the row of a work, and a row of instructions for each doubling that takes too long. Returns success."""
    sizes = [f"{size:,}" for size in SIZES[shape]]
    pairs = [(large / small, index) for index, (small, large) in enumerate(zip(times, times[1:])) if large > SHORTEST]
    long = [index for _, index in pairs if grows_too_much(times[index], times[index + 1])]
    counts = {index: counted(shape, measure, index) for index in long}
    is_linear = all(count and count[1] <= LIMIT * count[0] for count in counts.values())
    is_met = is_linear and len(times) == len(sizes) > 1
    limit = "see below" if long and is_linear else f"<= {LIMIT}x"
    ratio, bar = (f"{max(pairs)[0]:.2f}x", limit) if pairs else ("-", f"<= {duration(SHORTEST)}")
    row(f"growth, {shape}", name, duration(times[-1]), f"{sizes[0]} to {sizes[len(times) - 1]}", duration(times[0]),
        ratio, bar, is_met)
    for index, count in counts.items():
        if count:
            row("  instructions", name, f"{count[1] / 1e6:.0f} M", f"{sizes[index]} to {sizes[index + 1]}",
                f"{count[0] / 1e6:.0f} M", f"{count[1] / count[0]:.2f}x", f"<= {LIMIT}x")
    return is_met


def counted(shape, measure, index):
    """Returns the instructions before and after a doubling, or nothing if they cannot be counted."""
    if not hasattr(measure, "count"):
        return None
    counts = [measure.count(f"{FOLDER}/{shape}-{size}", size) for size in SIZES[shape][index:index + 2]]
    return None if None in counts else counts


def draw(path, sizes, found, missed):
    """Draws the times over the sizes, both on logarithmic scales, where linear growth is a line of 45 degrees."""
    width, height, unit = 1100, 760, 110
    low = math.log2(SHORTEST / 8)

    def point(index, time):
        return 60 + unit * index, height - 40 - unit / 2 * (math.log2(max(time, SHORTEST / 8)) - low)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif"',
             f'font-size="10"><rect width="{width}" height="{height}" fill="white"/>']
    for index, size in enumerate(sizes):
        x, _ = point(index, 1)
        parts.append(f'<path d="M{x} 20V{height - 40}" stroke="#ddd"/>'
                     f'<text x="{x - 15}" y="{height - 25}">{size:,}</text>')
    for exponent in range(1, 14):
        _, y = point(0, 2 ** exponent)
        parts.append(f'<path d="M60 {y:.0f}H{60 + unit * (len(sizes) - 1)}" stroke="#eee"/>'
                     f'<text x="5" y="{y:.0f}">{2 ** exponent} ms</text>')
    ends = sorted((point(len(times) - 1, times[-1]) + (name,) for name, times in found.items()), key=lambda end: end[1])
    label = 0
    for x, y, name in ends:
        times, label = found[name], max(y, label + 11)
        color = "red" if name in missed else f"hsl({hash(name) % 180 + 90},60%,40%)"
        line = " ".join(f"{a:.0f},{b:.0f}" for a, b in (point(index, time) for index, time in enumerate(times)))
        text = 80 + unit * (len(sizes) - 1)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}"/>'
                     f'<path d="M{x} {y:.0f}L{text - 3} {label - 3:.0f}" stroke="#ccc"/>'
                     f'<text x="{text}" y="{label:.0f}" fill="{color}">{name}: {duration(times[-1])}</text>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([*parts, "</svg>\n"]))


for program in ("PlistBuddy", "plutil"):
    os.symlink(DEFAULTS, f"{FOLDER}/{program}")
for shape, prepare in (("flat", prepare_flat), ("nested", prepare_nested), ("domains", prepare_domains),
                       ("written", prepare_written), ("entries", prepare_entries), ("tree", prepare_tree)):
    measures = works(shape)
    if not measures:
        continue
    for size in SIZES[shape]:
        files = f"{FOLDER}/{shape}-{size}"
        os.makedirs(f"{files}/root")
        prepare(files, size)
    found, missed = {}, set()
    for name, measure in measures.items():
        found[name] = series(shape, measure)
        if not report(shape, name, measure, found[name]):
            missed.add(name)
    draw(f"{os.path.dirname(PROGRAMS)}/growth-{shape}.svg", SIZES[shape], found, missed)
    for size in SIZES[shape]:
        # A tree is too deep for shutil.rmtree.
        subprocess.run(["rm", "-rf", f"{FOLDER}/{shape}-{size}"], check=True)
