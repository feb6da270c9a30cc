"""Checks that the folders of each module depend on each other in one direction, by the table below.

    Scripts/support/folders.py [--list]

A folder depends on another one if one of its files names a type that the other declares, or a member of an extension
there whose name is declared nowhere else in the module. `.` is the root of a module. Prints every dependency that the
table does not allow, with its file and name, and every entry of the table that is not needed. With --list, prints all
dependencies between folders.
"""
import collections
import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources"

# For each module, its folders from the lowest to the highest, and the folders that each may use.
MAY_USE = {
    "PropertyList": {
        "Text": "",
        ".": "Text",
        "Printing": "Text .",
        "Places": "Text .",
        "JSON": "Text . Places",
        "Differences": "Text . JSON",
        "Reading": "Text . Places Printing",
        "Writing": "Text . Printing",
        "Editing": "Text . Places Differences Reading Writing",
        "Merging": "Text . Differences Reading",
        "Archives": "Text . Printing JSON Reading Writing",
        "Codable": "Text . Printing Archives",
    },
    "DefaultsCore": {
        "System/Calls": "",
        "System/Files": "System/Calls",
        "System/Locks": "System/Calls System/Files",
        "System/Processes": "System/Calls System/Files System/Locks",
        "System/Watching": "System/Calls System/Files",
        "Domains": "System/Calls System/Files System/Processes",
        "Stores": "System/Files System/Locks System/Watching System/Processes Domains",
        "Files": "System/Calls System/Files System/Locks System/Processes System/Watching Domains Stores",
        "Observation": "System/Calls System/Watching Domains Stores",
    },
    "DefaultsSchemas": {
        "Documents": "",
        "Keys": "Documents",
    },
    "SafeUserDefaults": {
        "Conversion": "",
        "Reports": "",
        "Domains": "Conversion Reports",
        "Notifications": "Reports Domains",
        ".": "Conversion Reports Domains Notifications",
    },
    "ToolSupport": {
        "Reports": "",
        "Words": "Reports",
        "Output": "Reports Words",
        "Input": "Reports Output",
        "Arguments": "Reports Words Input",
        "Completion": "Words",
        "Schemas": "Reports Words Arguments",
    },
    "PlistBuddy": {
        "Files": "",
        "PlistBuddy": "Files",
        "Plutil": "Files",
    },
    "DefaultsCLI": {
        "Output": "",
        "Options": "Output",
        "Session": "Output Options",
        "Arguments": "Output Options Session",
        "Completion": "Options Session Arguments",
        "Commands/Values": "Output Options Session Arguments",
        "Commands/Comparing": "Output Options Session Arguments",
        "Commands/Converting": "Output Options Session Arguments",
        "Commands/Checking": "Output Options Session Arguments",
        "Commands/Editing": "Output Options Session Arguments",
        "Commands/Merging": "Output Options Session Arguments",
        "Commands/Migrating": "Output Options Session Arguments",
        "Commands/State": "Output Options Session Arguments",
        "Commands/Sandbox": "Output Options Session Arguments",
        "Commands/Help": "Output Options Arguments Completion Commands/Values Commands/Comparing Commands/Checking "
        "Commands/Converting Commands/Migrating Commands/State",
        "Commands": "Commands/Values Commands/Comparing Commands/Converting Commands/Checking Commands/Migrating "
        "Commands/State Commands/Help Arguments",
        ".": "Options Session Arguments Commands/Migrating Commands/State Commands/Help",
    },
}

TYPE = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(public|package|internal|private|fileprivate)\s+)?(?:final\s+|indirect\s+)*"
    r"(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)", re.M)
EXTENSION = re.compile(r"^(?:(public|package|private|fileprivate)\s+)?extension\s+[^{]*\{", re.M)
MEMBER = re.compile(
    r"\s*(?:@\S+\s+)*((?:(?:public|package|private|fileprivate|static|mutating|nonmutating)(?:\(set\))?\s+)*)"
    r"(?:func|var|let)\s+(\w+)")
HIDDEN = ("private", "fileprivate")
# Members that the standard library has too, so that a use may mean either.
COMMON = {"insert", "remove", "contains", "startIndex", "endIndex", "index", "isEmpty", "count", "description", "hash", "standard"}


def code(text):
    """The text without comments and strings, except for interpolated expressions."""
    text = re.sub(r'"""(.*?)"""', lambda m: " ".join(re.findall(r"\\\((.*?)\)", m.group(1))), text, flags=re.S)
    lines = []
    for line in text.split("\n"):
        line = re.sub(r'"((?:\\.|[^"\\])*)"', lambda m: " ".join(re.findall(r"\\\((.*?)\)", m.group(1))), line)
        lines.append(re.sub(r"//.*", "", line))
    return "\n".join(lines)


def extension_members(text):
    """The names of the members that the extensions of a file declare, unless they are private."""
    for match in EXTENSION.finditer(text):
        if match.group(1) in HIDDEN:
            continue
        depth = 0
        for line in text[match.end():].split("\n"):
            member = MEMBER.match(line) if depth == 0 else None
            if member and not any(word in member.group(1) for word in HIDDEN):
                yield member.group(2)
            depth += line.count("{") - line.count("}")
            if depth < 0:
                break


def folder(module, file):
    return str(file.relative_to(SOURCES / module).parent)


def uses(module):
    """For each pair of folders, the files and names by which the first uses the second."""
    files = {file: code(file.read_text()) for file in sorted((SOURCES / module).rglob("*.swift"))}
    declared = collections.Counter(
        name for text in files.values() for name in re.findall(r"\b(?:func|var|let|case)\s+(\w+)", text))
    owners = collections.defaultdict(set)
    for file, text in files.items():
        for match in TYPE.finditer(text):
            if match.group(1) not in HIDDEN:
                owners[match.group(2)].add(file)
        for name in extension_members(text):
            if declared[name] == 1 and name not in COMMON:
                owners["." + name].add(file)
    found = collections.defaultdict(set)
    for file, text in files.items():
        names = set(re.findall(r"\b[A-Z]\w+", text)) | {"." + name for name in re.findall(r"\.(\w+)", text)}
        names |= {"." + name for name in re.findall(r"\b(\w+)\(", text)}
        for name in names:
            if len(owners.get(name, ())) == 1 and file not in owners[name]:
                (owner,) = owners[name]
                pair = folder(module, file), folder(module, owner)
                if pair[0] != pair[1]:
                    found[pair].add((str(file.relative_to(SOURCES)), name.lstrip(".")))
    return found


def check(module, table, found):
    """Prints the problems of a module, and returns whether there are any."""
    problems = []
    folders = {folder(module, file) for file in (SOURCES / module).rglob("*.swift")}
    for name in sorted(folders ^ set(table)):
        problems.append(f"{module}/{name}: " + ("not in the table" if name in folders else "not there"))
    order = list(table)
    for user, allowed in table.items():
        for used in allowed.split():
            if order.index(used) >= order.index(user):
                problems.append(f"{module}: '{user}' is below '{used}' in the table and may not use it")
            elif (user, used) not in found:
                problems.append(f"{module}: '{user}' need not be allowed to use '{used}'")
    for (user, used), places in sorted(found.items()):
        if used not in table.get(user, "").split():
            for file, name in sorted(places):
                problems.append(f"{file}: '{user}' may not use '{used}' ({name})")
    print("\n".join(problems), end="\n" if problems else "")
    return bool(problems)


def main():
    failed = False
    for module, table in MAY_USE.items():
        found = uses(module)
        if "--list" in sys.argv:
            for (user, used), places in sorted(found.items()):
                print(f"{module}: {user} -> {used}: " + ", ".join(sorted({name for _, name in places})))
        else:
            failed |= check(module, table, found)
    sys.exit(failed)


main()
