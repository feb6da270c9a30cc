"""The changes of the fault matrix, and the kinds of domain to which they are applied.

A row is a line of support/lines.py that changes one file. The file takes the place of an operand of the line.
"""
import base64
import datetime
import json
import os
import plistlib

import lines

XML, BINARY, JSON = plistlib.FMT_XML, plistlib.FMT_BINARY, "JSON"
# The comments of files with a layout.
COMMENTS = {XML: b"<!-- kept -->\n", JSON: b"\n// kept\n"}
# Verbs that change files and have no rows. `edit` runs another program: KillTests kills it before its calls, and
# injects errors into them. The others do not write domains.
WITHOUT_ROWS = {"edit", "snapshot"}
# `--json` of `convert` selects a format that plistlib does not read. Options that only read or print, or decide what
# is printed about a conflict. `--driver` writes a temporary file of git in place. `--keyring` has no rows, because it
# changes no files: the tests that Scripts/checks/keyring runs kill and compare such changes. `--no-schema` reads
# nothing. `--prune` changes only a journal, and KillTests kills it.
READING_OPTIONS = {"--no-schema", "--status", "--list", "-v", "--reveal", "--json", "--git-config", "--diff3",
                   "--zdiff3", "-L", "--marker-size", "--driver", "--prune"}
# The mode of existing files. New files never get this mode.
MODE = 0o640
# The error of a file system that cannot lock folders.
NO_LOCK = "flock:error=ENOLCK:when=1"


class Place:
    """A kind of domain."""

    def __init__(self, name, form=None, is_link=False, is_folder_missing=False, is_path=False, is_host=False,
                 is_root_linked=False, has_layout=False, injections=(), busy=()):
        self.name, self.format, self.is_link = name, form, is_link
        self.is_folder_missing, self.is_path, self.is_host = is_folder_missing, is_path, is_host
        self.is_root_linked = is_root_linked
        # Whether the file has a layout of its own, which a change keeps.
        self.has_layout = has_layout
        # Faults in every run, and the calls that get no other faults because of them.
        self.injections, self.busy = injections, busy


PLACES = [
    Place("XML file", XML),
    Place("binary file", BINARY),
    Place("new file"),
    Place("new folders", is_folder_missing=True),
    Place("link to an XML file", XML, is_link=True),
    Place("link to a binary file", BINARY, is_link=True),
    Place("link to nothing", is_link=True),
    Place("path", XML, is_path=True),
    Place("path of a file with a layout", XML, is_path=True, has_layout=True),
    Place("path of a JSON file", JSON, is_path=True, has_layout=True),
    Place("new path", is_path=True),
    Place("file of this host", XML, is_host=True),
    Place("XML file in a root that is a link", XML, is_root_linked=True),
    Place("new file in a root that is a link", is_root_linked=True),
    Place("XML file in a folder that cannot be locked", XML, injections=(NO_LOCK,), busy=("flock",)),
]


def dump(contents, place):
    """The bytes of a file, perhaps with a layout: another indentation and a comment. JSON has tags."""
    if place.format == JSON:
        text = json.dumps(contents, indent=2, sort_keys=True, default=tagged)
        return text.encode() + COMMENTS[JSON]
    data = plistlib.dumps(contents, fmt=place.format)
    return data.replace(b"\t", b"  ").replace(b"<plist", COMMENTS[XML] + b"<plist") if place.has_layout else data


def load(data):
    """The contents of a file. JSON ends with the comment."""
    if data.endswith(COMMENTS[JSON]):
        return json.loads(data.removesuffix(COMMENTS[JSON]), object_hook=untagged)
    return plistlib.loads(data)


def tagged(value):
    if isinstance(value, bytes):
        return {"$data": base64.b64encode(value).decode()}
    return {"$date": value.isoformat() + "Z"}


def untagged(value):
    if list(value) == ["$data"]:
        return base64.b64decode(value["$data"])
    return datetime.datetime.fromisoformat(value["$date"].removesuffix("Z")) if list(value) == ["$date"] else value


class Row:
    """A line, and the word of it that the changed file replaces. Without a word, the domain D is changed."""
    # The pattern of a report on standard error.
    message = r"defaults: [^\n]+\n"
    is_copy = False

    def __init__(self, line, word, name=None, variables=None):
        self.line, self.word, self.variables = line, word, variables or {}
        self.program, *self.words = line.words
        self.verb = self.words[0] if self.program == "defaults" else self.program
        self.name = name or " ".join(self.words[self.program == "defaults":])
        # Standard input of the next change. Documents change E too.
        self.next_stdin = b"write D next done\nwrite E next done\n" if word is None else None

    def fits(self, place):
        if self.word is None and (place.is_folder_missing or place.is_path or place.is_host):
            return False
        # The record of a migration has a date, which few JSON files can hold.
        if self.verb == "migrate" and place.format == JSON:
            return False
        return self.verb != "undo" or place.format is not None

    def location(self, place, tree, root):
        """The operand and the path of its file."""
        if place.is_path:
            return os.path.join(tree, "elsewhere/D"), os.path.join(tree, "elsewhere/D.plist")
        if place.is_host:
            return "D", os.path.join(root, "ByHost/D..plist")
        name = "a/b/D" if place.is_folder_missing else "D"
        return name, os.path.join(root, name + ".plist")

    def old(self, folder):
        """The contents of the file before, from the files of set-up in a folder."""
        with open(os.path.join(folder, "tree/root/D.plist"), "rb") as file:
            return plistlib.load(file)

    def command(self, place, operand):
        host = ["-currentHost"] if place.is_host else []
        return host + [operand if word == self.word else word for word in self.words]

    def following(self, place, operand):
        """The next change."""
        if self.next_stdin:
            return ["batch", "--lock-timeout", "0"]
        host = ["-currentHost"] if place.is_host else []
        return [*host, "write", "--lock-timeout", "0", operand, "next", "-string", "done"]

    def after_following(self, seen, new):
        """The contents after the next change."""
        return {**(seen or {}), "next": "done"}

    def keeps_format(self):
        return "-convert" not in self.words


class FileRow(Row):
    """A change of a file, whatever its name and root are."""

    def __init__(self, line, word, **arguments):
        super().__init__(line, word, **arguments)
        self.is_array = word in ("./A", "A.plist")
        if self.program != "defaults":
            # plutil prints a line for each file. PlistBuddy prints Apple's sentence after the cause.
            self.message = r"(PlistBuddy: )?[^\n]+\n(\w+: Error Reading File: [^\n]+\n)?"

    def fits(self, place):
        is_array = self.is_array and (place.format is None or place.is_root_linked)
        # PlistBuddy refuses JSON. For plutil, JSON has no tags.
        is_refused = place.format == JSON and (self.program == "PlistBuddy" or {"-data", "-date"} & set(self.words))
        return not (place.is_host or is_array or is_refused) and (self.keeps_format() or not place.has_layout)

    def location(self, place, tree, root):
        path = super().location(place, tree, root)[1]
        return path, path

    def old(self, folder):
        with open(os.path.join(folder, self.word if self.program != "defaults" else "A.plist"), "rb") as file:
            return plistlib.load(file)

    def following(self, place, operand):
        if self.program == "PlistBuddy":
            return ["-c", "Add :next string done", operand]
        if self.program == "plutil":
            return ["-replace", "0" if self.is_array else "next", "-string", "done", operand]
        return ["write", "--lock-timeout", "0", "--path", "0", operand, "-string", "done"]

    def after_following(self, seen, new):
        return ["done", *seen[1:]] if self.is_array else super().after_following(seen, new)


class CopyRow(Row):
    """A change of a file that can be repeated, such as an export to it."""
    is_copy = True

    def fits(self, place):
        is_missing = self.word != "copy" and place.format is None
        return not (is_missing or place.is_folder_missing or place.is_path or place.is_host or place.is_root_linked)

    def location(self, place, tree, root):
        path = os.path.join(tree, "elsewhere/D.plist")
        return path, path

    def old(self, folder):
        if self.word.startswith("copy"):
            return super().old(folder)
        with open(os.path.join(folder, self.word), "rb") as file:
            return plistlib.load(file)

    def following(self, place, operand):
        command = self.command(place, operand)
        return [command[0], "--lock-timeout", "0", *command[1:]]

    def after_following(self, seen, new):
        return new

    def keeps_format(self):
        return False


class Broken(Row):
    """A change of a domain whose file is not a dictionary. Repeating it fails or has the same result."""

    def __init__(self, text):
        super().__init__(lines.parsed("changes", 0, "defaults " + text), "D")

    def fits(self, place):
        return place.format is not None and not place.has_layout

    def old(self, folder):
        return []

    following, after_following = CopyRow.following, CopyRow.after_following


def row(line):
    """The row of a line, or None if it changes several files, none, or one that plistlib does not read."""
    words = line.words
    if line.kind not in ("changes", "writes") or line.status or {"E", "New", "-currentHost", "--journal"} & set(words):
        return row_of_journal(line)
    if words[0] != "defaults":
        is_readable = not {"json", "openstep", "-create"} & set(words)
        return FileRow(line, words[-1]) if is_readable else None
    if words[1] in WITHOUT_ROWS or {"json", "--driver"} & set(words):
        return None
    if "./A" in words:
        return FileRow(line, "./A")
    if line.kind == "writes":
        return CopyRow(line, next(word for word in words if word.startswith("copy") or word == "F"))
    return Row(line, "D" if "D" in words else None)


def row_of_journal(line):
    return Row(line, None) if line.words[1] == "undo" and line.kind == "changes" else None


# Changes that lines.txt does not have, because they change nothing there, are long, or need another file or variable.
OTHERS = [
    Row(lines.parsed("reads", 0, "defaults write D S old"), "D", name="the value that is there"),
    Row(lines.parsed("changes", 0, f"defaults write D S -string {'x' * 70_000}"), "D", name="a long text"),
    FileRow(lines.parsed("writes", 0, "PlistBuddy -c 'Set :S v' F"), "F", name="Set :S v, with a schema",
            variables={"DEFAULTS_SCHEMAS": "schemas"}),
    CopyRow(lines.parsed("writes", 0, "defaults convert --format binary -e plist -o tree/elsewhere schemas/D.json"),
            "copy"),
    Broken("delete --force --if-exists D"), Broken("delete-all --force --if-exists D"),
    Broken("import --replace --force D F"),
]
ROWS = [*filter(None, map(row, lines.LINES)), *OTHERS]
