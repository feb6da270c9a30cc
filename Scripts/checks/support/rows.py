"""The command lines of the fault matrix, and the kinds of domain to which they are applied."""
import datetime
import os
import plistlib

XML, BINARY = plistlib.FMT_XML, plistlib.FMT_BINARY
# Verbs that change no domain of the user, and therefore need no row.
READING = {"read", "read-type", "exists", "domains", "find", "diff", "explain", "watch", "check", "snapshot", "history", "sandbox",
           "completions", "help"}
# `edit` runs another program. KillTests kills it before its calls, and injects errors into them.
RUNNING_PROGRAMS = {"edit"}
# `--json` of `convert` selects a format that plistlib does not read. Options that only read or print, or decide what
# is printed about a conflict. `--keyring` has no rows, because it changes no files: the tests that
# Scripts/checks/keyring runs kill and compare such changes. `--no-schema` reads nothing.
READING_OPTIONS = {"--no-schema", "--status", "-v", "--reveal", "--json", "--git-config", "--diff3", "--zdiff3", "-L",
                   "--marker-size"}
# The mode of existing files. New files never get this mode.
MODE = 0o640
# The error of a file system that cannot lock folders.
NO_LOCK = "flock:error=ENOLCK:when=1"

OLD = {
    "count": 1, "data": b"\x00\xff", "date": datetime.datetime(2024, 1, 31, 12), "flag": True, "list": ["a", "b"],
    "map": {"x": 1, "y": "z"}, "real": 1.5, "text": "old",
}
SOURCE = {"list": [1, "two", 3.0], "text": "exported"}


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
    Place("new path", is_path=True),
    Place("file of this host", XML, is_host=True),
    Place("XML file in a root that is a link", XML, is_root_linked=True),
    Place("new file in a root that is a link", is_root_linked=True),
    Place("XML file in a folder that cannot be locked", XML, injections=(NO_LOCK,), busy=("flock",)),
]


class Row:
    """A command line, and the change that it makes to a domain."""
    # The name under which the executable is started, if it is another one.
    program = None
    # The pattern of a report on standard error.
    message = r"defaults: [^\n]+\n"
    # The schema of the domain, which is in `{tree}/home/schemas/D.json`.
    schema = None
    variables = {}

    def __init__(self, *words, change=None, name=None, needs_file=False, stdin=b"", files=None, source=None,
                 form=BINARY):
        self.words, self.change, self.needs_file = words, change, needs_file
        self.verb = words[0]
        self.name = name or " ".join(words[1:]).replace("{domain}", "D").replace("{input}/", "")
        self.stdin, self.files = stdin, files or {}
        # For exports: the contents of the domain, and the format of the copy.
        self.source, self.form = source, form

    def seen(self, contents):
        """The part of the contents that is compared."""
        return contents

    def fits(self, place):
        if self.source is not None:
            return not (place.is_folder_missing or place.is_path or place.is_host or place.is_root_linked)
        return place.format is not None or not self.needs_file

    def location(self, place, tree, root):
        """The operand and the path of its file."""
        if self.source is not None:
            path = os.path.join(tree, "elsewhere/D.plist")
            return path, path
        if place.is_path:
            return os.path.join(tree, "elsewhere/D"), os.path.join(tree, "elsewhere/D.plist")
        if place.is_host:
            return "D", os.path.join(root, "ByHost/D..plist")
        name = "a/b/D" if place.is_folder_missing else "D"
        return name, os.path.join(root, name + ".plist")

    def old(self, place):
        return None if place.format is None else OLD

    def new(self, place):
        if self.source is not None:
            return self.source
        new = self.change({} if place.format is None else dict(OLD))
        if new or place.is_path or place.is_link:
            return new
        return None  # a file in the base is removed with its last key

    def command(self, place):
        return (["-currentHost"] if place.is_host else []) + list(self.words)

    def following(self, place):
        """The next change."""
        if self.source is not None:
            return [self.verb, "--lock-timeout", "0", *self.words[1:]]
        host = ["-currentHost"] if place.is_host else []
        return [*host, "write", "--lock-timeout", "0", "{domain}", "next", "-string", "done"]

    def after_following(self, seen, place):
        return self.source if self.source is not None else {**seen, "next": "done"}

    def new_format(self, place):
        return self.form if self.source is not None else place.format or XML

    def mode(self, place, was_there):
        if was_there:
            return MODE
        return 0o644 if self.source is not None or place.is_path or place.is_link else 0o600


class InPlace(Row):
    """A conversion of a file in its place, which keeps its contents."""

    def __init__(self, *words, **arguments):
        super().__init__(*words, source=OLD, **arguments)

    def fits(self, place):
        return place.format is not None and super().fits(place)


class MergeDriver(Row):
    """A merge of a file in its place, as git calls it."""

    def __init__(self, *words, **arguments):
        super().__init__(*words, source={**OLD, "text": "new"}, **arguments)

    def fits(self, place):
        return place.format is not None and super().fits(place)

    def new_format(self, place):
        return place.format


class Migration(Row):
    """A migration within one domain, which is one replacement. Of its record, only the state is compared."""

    def __init__(self, *words, is_back=False, **arguments):
        super().__init__(*words, needs_file=True, **arguments)
        self.is_back = is_back

    def old(self, place):
        if not self.is_back:
            return super().old(place)
        # The result of `migrate --id m D D title=text`, with the digest of the string "old".
        steps = [{"Action": "move", "Digests": bytes.fromhex("e3db2be5bfed62fc"), "Keys": ["title=text"]}]
        record = {"Date": datetime.datetime(2024, 1, 31, 12), "State": "done", "Steps": steps}
        return {**without("text")(OLD), "title": OLD["text"], "DefaultsMigrations": {"m": record}}

    def seen(self, contents):
        if contents is None or "DefaultsMigrations" not in contents:
            return contents
        rest = without("DefaultsMigrations")(contents)
        return {**rest, "state": contents["DefaultsMigrations"]["m"]["State"]}


class Edit(Row):
    """Commands of PlistBuddy, which edit the file itself, whatever its name is. A dictionary without keys stays."""
    program = "PlistBuddy"
    # After the cause, Apple's sentence about a file that cannot be read.
    message = r"PlistBuddy: [^\n]+\n(\w+: Error Reading File: [^\n]+\n)?"

    def __init__(self, *commands, **arguments):
        words = [word for command in commands for word in ("-c", command)]
        super().__init__("PlistBuddy", *words, name="; ".join(commands), **arguments)

    def fits(self, place):
        return super().fits(place) and not place.is_host

    def location(self, place, tree, root):
        path = super().location(place, tree, root)[1]
        return path, path

    def new(self, place):
        return self.change({} if place.format is None else dict(OLD))

    def command(self, place):
        return [*self.words[1:], "{domain}"]

    def following(self, place):
        return ["-c", "Add :next string done", "{domain}"]


class Listed(Row):
    """A change of a file that is given by a path and whose root is an array."""
    elements = [1, "two", {"x": 1, "y": [True]}]

    def __init__(self, *words, **arguments):
        super().__init__(*words, needs_file=True, **arguments)

    def fits(self, place):
        return super().fits(place) and not (place.is_host or place.is_root_linked)

    def location(self, place, tree, root):
        path = super().location(place, tree, root)[1]
        return path, path

    def old(self, place):
        return self.elements

    def new(self, place):
        return self.change(self.elements)

    def following(self, place):
        return ["write", "--lock-timeout", "0", "--path", "0", "{domain}", "-string", "done"]

    def after_following(self, seen, place):
        return ["done", *seen[1:]]


class Plutil(Listed):
    """An edit or a conversion by plutil in the place of a file, whatever its name and root are."""
    program = "plutil"
    message = r"([^\n]+: )?[^\n]+\n"

    def __init__(self, *words, form=None, **arguments):
        super().__init__("plutil", *words, name=" ".join(words), form=form, **arguments)

    def fits(self, place):
        # A conversion writes files whole.
        return super().fits(place) and not (place.has_layout and self.form)

    def command(self, place):
        return [*self.words[1:], "{domain}"]

    def new_format(self, place):
        return self.form or place.format

    def following(self, place):
        return ["-replace", "0", "-string", "done", "{domain}"]


class Broken(Row):
    """A change of a domain whose file is not a dictionary. Repeating it fails or has the same result."""

    def __init__(self, *words, **arguments):
        super().__init__(*words, needs_file=True, **arguments)

    def fits(self, place):
        return super().fits(place) and not place.has_layout

    def old(self, place):
        return []

    def new(self, place):
        new = self.change({})
        return new if new or place.is_path or place.is_link else None

    def following(self, place):
        return [*(["-currentHost"] if place.is_host else []), self.verb, "--lock-timeout", "0", *self.words[1:]]

    def after_following(self, seen, place):
        return self.new(place)


class Combined(Row):
    """A change of the domain D by a verb whose domains are named in a file.

    `tree` holds files that are there before, by their paths below the root.
    """

    def __init__(self, *words, tree=None, old=None, **arguments):
        super().__init__(*words, **arguments)
        self.tree, self.old_contents = tree or {}, old

    def fits(self, place):
        return super().fits(place) and not (place.is_folder_missing or place.is_path or place.is_host)

    def old(self, place):
        return self.old_contents if self.old_contents is not None else super().old(place)


def described(row):
    """A row with a schema that allows its change. An error while the schema is read must prevent the change."""
    row.schema = SCHEMA
    if row.program:
        row.variables = {"DEFAULTS_SCHEMAS": "{tree}/home/schemas"}
    else:
        row.words = (row.verb, "--schema", "{tree}/home/schemas/D.json", *row.words[1:])
    row.name += " with a schema"
    return row


def setting(**values):
    return lambda old: {**old, **values}


def without(*keys):
    return lambda old: {key: value for key, value in old.items() if key not in keys}


def only(**values):
    return lambda old: values


def inside_map(old, **values):
    """Sets values of the dictionary under `map`, and removes those that are None."""
    merged = {**old.get("map", {}), **values}
    return {**old, "map": {key: value for key, value in merged.items() if value is not None}}


SCHEMA = (b'{"properties": {"text": {"type": "string"}, "title": {"minLength": 1}, "map": {"type": "object"},'
          b' "count": {"minimum": 0}}}')
STATE = b'{"D": {"text": "new"}}'
# What `apply --id me` records of the document above.
RECORD = {"schema": 1, "identifier": "me", "state": "applied", "domains": {
    "D": {"paths": [{"path": "text", "earlier": OLD["text"], "applied": [{"value": "new"}]}]}}}
JOURNAL = (b'{"changes":[{"domain":"D","new":"old","old":"older","path":"text"}],"command":["write"],'
           b'"date":"2024-01-31T12:00:00Z","number":1,"root":true,"schema":1}\n')
UNDONE = (b'{"changes":[{"domain":"D","new":"older","old":"old","path":"text"}],"command":["write"],'
          b'"date":"2024-01-31T12:00:00Z","number":1,"root":true,"schema":1}\n'
          b'{"changes":[{"domain":"D","new":"old","old":"older","path":"text"}],"command":["undo"],'
          b'"date":"2024-01-31T12:00:00Z","number":2,"root":true,"schema":2,"undoes":[1]}\n')
DOCUMENT = b'{"list": [1, "two", {"$real": "3.0"}], "text": "exported"}'
# Three versions of a file: both sides have added a part of what is exported.
MERGED = {"base": plistlib.dumps({}), "ours": plistlib.dumps({"list": SOURCE["list"]}),
          "theirs": plistlib.dumps({"text": SOURCE["text"]})}
# Versions whose sides differ in a value.
CLASHING = {**MERGED, "ours": plistlib.dumps({**SOURCE, "text": "ours"}),
            "theirs": plistlib.dumps({"text": SOURCE["text"]})}
IMPORTED = b"{ map = { x = new; }; text = new; }"

ROWS = [
    Row("write", "{domain}", "text", "new", change=setting(text="new")),
    Row("write", "{domain}", "{ text = new; }", change=only(text="new")),
    Row("write", "{domain}", "list", "-array-add", "c",
        change=lambda old: {**old, "list": old.get("list", []) + ["c"]}),
    Row("write", "--unique", "{domain}", "list", "-array-add", "a", "c",
        change=lambda old: {**old, "list": old.get("list", ["a"]) + ["c"]}),
    Row("write", "{domain}", "list", "-array-remove", "a", needs_file=True, change=setting(list=["b"])),
    Row("write", "{domain}", "map", "-dict-add", "x", "new", change=lambda old: inside_map(old, x="new")),
    Row("write", "--path", "map.x", "{domain}", "new", change=lambda old: inside_map(old, x="new")),
    Row("write", "--insert", "--path", "list.1", "{domain}", "c", needs_file=True,
        change=setting(list=["a", "c", "b"])),
    Row("write", "--stdin", "{domain}", "text", "-string", stdin=b"new", change=setting(text="new")),
    Row("write", "--value-file", "{input}/value", "{domain}", "text", "-string", files={"value": b"new"},
        change=setting(text="new")),
    Row("write", "{domain}", "text", "old", name="the value that is there", needs_file=True,
        change=setting(text="old")),
    Row("write", "{domain}", "text", "-string", "x" * 70_000, name="a long text", change=setting(text="x" * 70_000)),
    Row("write", "{domain}", "{}", needs_file=True, change=only()),
    Row("rename", "{domain}", "text", "title", needs_file=True,
        change=lambda old: {**without("text")(old), "title": old["text"]}),
    Row("rename", "--path", "map.x", "{domain}", "map.w", needs_file=True,
        change=lambda old: inside_map(old, x=None, w=1)),
    Row("rename", "--if-exists", "{domain}", "text", "title", needs_file=True,
        change=lambda old: {**without("text")(old), "title": old["text"]}),
    Row("delete", "{domain}", needs_file=True, change=only()),
    Row("delete", "{domain}", "text", needs_file=True, change=without("text")),
    Row("delete", "--path", "map.x", "{domain}", needs_file=True, change=lambda old: inside_map(old, x=None)),
    Row("delete", "--if-exists", "{domain}", "text", needs_file=True, change=without("text")),
    Row("delete-all", "{domain}", needs_file=True, change=only()),
    Row("delete-all", "{domain}", "text", needs_file=True, change=without("text")),
    Row("delete-all", "--if-exists", "{domain}", "text", needs_file=True, change=without("text")),
    Row("delete-all", "--path", "map.x", "{domain}", needs_file=True, change=lambda old: inside_map(old, x=None)),
    Migration("migrate", "--id", "m", "{domain}", "{domain}", "title=text",
              change=lambda old: {**without("text")(old), "title": old["text"], "state": "done"}),
    Migration("migrate", "--id", "m", "--copy", "{domain}", "{domain}", "title=text",
              change=lambda old: {**old, "title": old["text"], "state": "done"}),
    Migration("migrate", "--id", "m", "--convert", "{domain}", "{domain}", "title=count:string",
              change=lambda old: {**without("count")(old), "title": "1", "state": "done"}),
    Migration("migrate", "--id", "m", "--on-conflict", "overwrite", "{domain}", "{domain}", "list=text",
              change=lambda old: {**without("text")(old), "list": old["text"], "state": "done"}),
    Migration("migrate", "--id", "m", "--path", "{domain}", "{domain}", "map.w=map.x",
              change=lambda old: {**inside_map(old, x=None, w=1), "state": "done"}),
    Migration("migrate", "--rollback", "m", "--if-exists", "{domain}", is_back=True, change=only(**OLD)),
    Row("import", "{domain}", "{input}/new.plist", files={"new.plist": IMPORTED},
        change=setting(map={"x": "new"}, text="new")),
    Row("import", "{domain}", "-", stdin=IMPORTED, change=setting(map={"x": "new"}, text="new")),
    Row("import", "--replace", "{domain}", "{input}/new.plist", files={"new.plist": IMPORTED},
        change=only(map={"x": "new"}, text="new")),
    Broken("delete", "--force", "--if-exists", "{domain}", change=only()),
    Broken("delete-all", "--force", "--if-exists", "{domain}", change=only()),
    Broken("import", "--replace", "--force", "{domain}", "{input}/new.plist", files={"new.plist": IMPORTED},
           change=only(map={"x": "new"}, text="new")),
    Row("import", "--merge", "{domain}", "{input}/new.plist", files={"new.plist": IMPORTED},
        change=lambda old: {**inside_map(old, x="new"), "text": "new"}),
    Combined("batch", "{input}/changes", files={"changes": b"write D text newer\nwrite D text new\n"},
             change=setting(text="new")),
    Combined("apply", "{input}/state", files={"state": STATE}, change=setting(text="new")),
    Combined("apply", "--exact", "{input}/state", files={"state": STATE}, change=only(text="new")),
    Combined("apply", "--id", "me", "{input}/state", files={"state": STATE}, change=setting(text="new")),
    Combined("apply", "--id", "me", "--remove", needs_file=True, old={**OLD, "text": "new"},
             tree={".defaults/applied/me.plist": RECORD}, change=only(**OLD)),
    Combined("undo", "--journal", "{input}/journal", files={"journal": JOURNAL}, needs_file=True,
             change=setting(text="older")),
    Combined("undo", "--journal", "{input}/journal", "--all", files={"journal": JOURNAL}, needs_file=True,
             change=setting(text="older")),
    Combined("undo", "--journal", "{input}/journal", "--redo", files={"journal": UNDONE}, needs_file=True,
             change=setting(text="older")),
    Combined("undo", "--journal", "{input}/journal", "--entry", "1", "--force", files={"journal": JOURNAL},
             needs_file=True, change=setting(text="older")),
    Edit("Set :map:x 2", "Add :new:key string v", needs_file=True,
         change=lambda old: {**inside_map(old, x=2), "new": {"key": "v"}}),
    Edit("Add :new string v", "Copy :new :copy", change=setting(new="v", copy="v")),
    Edit("Delete :text", needs_file=True, change=without("text")),
    Edit("Merge -r {input}/added.plist", files={"added.plist": b"{ map = { w = new; }; added = new; }"},
         change=lambda old: {**inside_map(old, w="new"), "added": "new"}),
    Edit("Import :data {input}/value", files={"value": b"new"}, change=setting(data=b"new")),
    Edit("Clear dict", change=only()),
    described(Row("write", "{domain}", "text", "new", change=setting(text="new"))),
    described(Row("rename", "{domain}", "text", "title", needs_file=True,
                  change=lambda old: {**without("text")(old), "title": old["text"]})),
    described(Row("import", "{domain}", "-", stdin=IMPORTED, change=setting(map={"x": "new"}, text="new"))),
    described(Migration("migrate", "--id", "m", "{domain}", "{domain}", "title=text",
                        change=lambda old: {**without("text")(old), "title": old["text"], "state": "done"})),
    described(Combined("batch", "{input}/changes", files={"changes": b"write D text new\n"},
                       change=setting(text="new"))),
    described(Combined("apply", "{input}/state", files={"state": STATE}, change=setting(text="new"))),
    described(Combined("apply", "--id", "me", "{input}/state", files={"state": STATE}, change=setting(text="new"))),
    described(Edit("Add :new string v", change=setting(new="v"))),
    Listed("write", "--path", "1", "{domain}", "new", change=lambda old: [old[0], "new", old[2]]),
    Listed("write", "--insert", "--path", "0", "{domain}", "new", change=lambda old: ["new", *old]),
    Listed("write", "--path", "2.x", "{domain}", "-int", "2", change=lambda old: [*old[:2], {**old[2], "x": 2}]),
    Listed("write", "--path", "", "{domain}", "-array-add", "new", change=lambda old: [*old, "new"]),
    Listed("write", "--path", "", "{domain}", "-array", "new", change=lambda old: ["new"]),
    Listed("delete", "--path", "1", "{domain}", change=lambda old: [old[0], old[2]]),
    Listed("rename", "--path", "2.x", "{domain}", "2.w",
           change=lambda old: [*old[:2], {"w": 1, "y": [True]}]),
    Plutil("-replace", "1", "-string", "new", change=lambda old: [old[0], "new", old[2]]),
    Plutil("-insert", "0", "-json", '{"a": [1]}', change=lambda old: [{"a": [1]}, *old]),
    Plutil("-insert", "2.y", "-bool", "false", "-append",
           change=lambda old: [*old[:2], {**old[2], "y": [True, False]}]),
    Plutil("-remove", "2.x", change=lambda old: [*old[:2], {"y": [True]}]),
    Plutil("-convert", "binary1", form=BINARY, change=lambda old: old),
    Plutil("-convert", "xml1", form=XML, change=lambda old: old),
    Row("export", "Source", "{domain}", source=SOURCE),
    Row("export", "--format", "xml", "Source", "{domain}", source=SOURCE, form=XML),
    Row("export", "--only", "*", "--except", "Missing", "Source", "{domain}", source=SOURCE),
    Row("convert", "-o", "{domain}", "{input}/new", files={"new": DOCUMENT}, source=SOURCE, form=XML),
    Row("convert", "--format", "binary", "-o", "{domain}", stdin=DOCUMENT, source=SOURCE),
    Row("convert", "--format", "binary", "-e", "plist", "-o", "{input}/../tree/elsewhere", "{input}/D.json",
        files={"D.json": DOCUMENT}, source=SOURCE),
    InPlace("convert", "--format", "binary", "--in-place", "{domain}"),
    InPlace("convert", "--format", "xml", "--in-place", "{domain}", form=XML),
    Row("merge", "-o", "{domain}", "{input}/ours", "{input}/base", "{input}/theirs", files=MERGED, source=SOURCE,
        form=XML),
    Row("merge", "--allow-missing", "-o", "{domain}", "{input}/ours", "{input}/none", "{input}/theirs", files=MERGED,
        source=SOURCE, form=XML),
    Row("merge", "--theirs", "-o", "{domain}", "{input}/ours", "{input}/base", "{input}/theirs", files=CLASHING,
        source=SOURCE, form=XML),
    Row("merge", "--ours", "-o", "{domain}", "{input}/theirs", "{input}/base", "{input}/ours",
        files=CLASHING, source=SOURCE, form=XML),
    MergeDriver("merge", "--driver", "{input}/base", "{domain}", "{input}/theirs", "7", "D.plist",
                files={"base": plistlib.dumps(OLD), "theirs": plistlib.dumps({**OLD, "text": "new"})}),
]
