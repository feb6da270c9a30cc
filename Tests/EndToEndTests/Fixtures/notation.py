"""Prints property lists, as plistlib reads them, in the notation of Tests/UserDefaultsProbe/Notation.swift.

Arguments are files of dictionaries. Each gives a line for each key, `"key": value`, and an empty line after the last.
"""

import plistlib
import sys
import unicodedata

ESCAPED = {chr(code): "\\u{%x}" % code for code in [*range(0x20), 0x7F, 0xFFFE, 0xFFFF]}
ESCAPED.update({'"': '\\"', "\\": "\\\\"})


def escaped(character):
    # Swift takes "\u00e9" and "e\u0301" for equal.
    if unicodedata.combining(character):
        return "\\u{%x}" % ord(character)
    return ESCAPED.get(character, character)


def notation(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return '"' + "".join(map(escaped, value)) + '"'
    if isinstance(value, bytes):
        return "<" + value.hex() + ">"
    if isinstance(value, list):
        return "[" + ", ".join(map(notation, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{notation(key)}: {notation(value[key])}" for key in sorted(value)) + "}"
    return "@" + value.isoformat(timespec="milliseconds" if value.microsecond else "seconds") + "Z"


lines = []
for path in sys.argv[1:]:
    with open(path, "rb") as file:
        contents = plistlib.load(file)
    lines += [f"{notation(key)}: {notation(contents[key])}" for key in sorted(contents)] + [""]
sys.stdout.buffer.write("".join(line + "\n" for line in lines).encode())
