"""Finds Swift functions by their declarations, and replaces their bodies.

A declaration is named as in Swift's documentation, with its type: `Preferences.resetAll(of:)`, `ChangeSet.init(_:)`,
`KeyMapping.identity`, `Preferences.subscript(_:).get`. The file does not matter. Extensions count as the type they
extend.
"""
import bisect
import dataclasses
import re

TYPE = re.compile(r"\b(?:struct|class|enum|actor|protocol|extension)\s+([A-Z]\w*(?:\.\w+)*)")
MEMBER = re.compile(r"\b(?:func\s+(\w+)|(init)\b[?!]?|(subscript)\b|var\s+(\w+)\b)")
PARAMETER = re.compile(r"\s*(?:@[\w.]+\s+)*(\w+)(?:[ ]+(\w+))?")
OPENING, CLOSING = "([{", ")]}"


@dataclasses.dataclass
class Declaration:
    """A member with a body."""

    name: str
    # The offsets of the body's text, between its braces.
    start: int
    end: int


def blanked(text):
    """The text with comments and string literals replaced by spaces, so that all offsets stay valid."""
    result = list(text)
    index, end = 0, len(text)

    def skip_string(index):
        hashes = len(re.match(r"#*", text[index:index + 8]).group())
        quotes = '"""' if text.startswith('"""', index + hashes) else '"'
        closing, escape = quotes + "#" * hashes, "\\" + "#" * hashes
        index += hashes + len(quotes)
        while index < end and not text.startswith(closing, index):
            if text.startswith(escape + "(", index):
                index = skip_interpolation(index + len(escape) + 1)
            else:
                index += len(escape) + 1 if text.startswith(escape, index) else 1
        return index + len(closing)

    def skip_interpolation(index):
        depth = 1
        while index < end and depth:
            if text[index] == '"':
                index = skip_string(index)
                continue
            depth += {"(": 1, ")": -1}.get(text[index], 0)
            index += 1
        return index

    def skip_comment(index):
        depth = 0
        while index < end:
            if text.startswith("/*", index):
                depth, index = depth + 1, index + 2
            elif text.startswith("*/", index):
                depth, index = depth - 1, index + 2
                if depth == 0:
                    break
            else:
                index += 1
        return index

    while index < end:
        if text.startswith("//", index):
            stop = text.find("\n", index)
            stop = end if stop < 0 else stop
        elif text.startswith("/*", index):
            stop = skip_comment(index)
        elif text[index] == '"' or re.match(r'#+"', text[index:index + 8]):
            stop = skip_string(index)
        else:
            index += 1
            continue
        for position in range(index, min(stop, end)):
            if text[position] != "\n":
                result[position] = " "
        index = stop
    return "".join(result)


class Source:
    """A Swift file, with its declarations."""

    def __init__(self, text):
        self.text = text
        self.code = blanked(text)
        self.partner = self.matched()
        self.types = [(start, self.partner[start], name) for name, start in self.bodies_of_types()]
        self.declarations = list(self.members())

    def matched(self):
        """The offset of the closing bracket for each opening one."""
        partner, stack = {}, []
        for index, character in enumerate(self.code):
            if character in OPENING:
                stack.append(index)
            elif character in CLOSING and stack:
                partner[stack.pop()] = index
        return partner

    def bodies_of_types(self):
        for match in TYPE.finditer(self.code):
            start = self.code.find("{", match.end())
            if start in self.partner:
                yield match.group(1).split(".")[-1], start

    def members(self):
        for match in MEMBER.finditer(self.code):
            context = self.enclosing_type(match.start())
            if context is None:
                continue
            name = next(group for group in match.groups() if group)
            is_variable = match.group(4) is not None
            end = match.end()
            if not is_variable:
                opening = self.code.find("(", end)
                if opening not in self.partner:
                    continue
                name += "(" + "".join(label + ":" for label in self.labels(opening, name == "subscript")) + ")"
                end = self.partner[opening] + 1
            body = self.body(end)
            if body is None:
                continue
            yield Declaration(f"{context}.{name}", body + 1, self.partner[body])
            yield from self.accessors(f"{context}.{name}", body)

    def accessors(self, name, body):
        """The getter and the setter in a body, if they are written out."""
        for match in re.finditer(r"\b(get|set|_modify)\b[^{}()\n]*\{", self.code[body + 1:self.partner[body]]):
            start = body + match.end()
            if self.enclosing_brace(start) == body:
                yield Declaration(f"{name}.{match.group(1)}", start + 1, self.partner[start])

    def enclosing_brace(self, offset):
        starts = sorted(start for start in self.partner if self.code[start] == "{")
        for start in reversed(starts[:bisect.bisect_left(starts, offset)]):
            if self.partner[start] > offset:
                return start
        return None

    def enclosing_type(self, offset):
        """The type whose body contains the offset directly, or None for local declarations."""
        brace = self.enclosing_brace(offset)
        return next((name for start, _, name in self.types if start == brace), None)

    def labels(self, opening, is_subscript):
        """The labels of the parameters between two parentheses. A subscript has one only where it is written out."""
        start, closing = opening + 1, self.partner[opening]
        if not self.code[start:closing].strip():
            return
        index, angles = start, 0
        while index <= closing:
            character = self.code[index]
            if index in self.partner:
                index = self.partner[index]
            elif character in "<>" and self.code[index - 1] not in " -":
                angles += 1 if character == "<" else -1
            elif index == closing or character == "," and angles == 0:
                label, parameter = PARAMETER.match(self.code, start).groups()
                yield "_" if is_subscript and not parameter else label
                start = index + 1
            index += 1

    def body(self, index):
        """The offset of the opening brace of the body, or None for a declaration without one."""
        while index < len(self.code):
            character = self.code[index]
            if character == "{":
                return index
            if character in "([" and index in self.partner:
                index = self.partner[index]
            elif character in "=}" and self.code[index - 1] not in "=!<>":
                return None
            elif character == "\n" and re.match(r"\s*(?:@|(?:public|private|static|func|var|let|init|case)\b)",
                                                self.code[index:index + 200]):
                return None
            index += 1
        return None

    def replacing(self, declarations, body):
        """The text with a new body in the given declarations. A line `...` of it stands for the old body."""
        text = self.text
        for declaration in sorted(declarations, key=lambda declaration: -declaration.start):
            old = text[declaration.start:declaration.end]
            new = "\n".join(old if line == "..." else line for line in body.split("\n"))
            text = text[:declaration.start] + " " + new + "\n" + text[declaration.end:]
        return text
