"""Command lines that run every verb, from a file that tests and checks share."""
import collections
import os
import pathlib
import re
import shlex
import shutil
import subprocess

PACKAGE = pathlib.Path(__file__).resolve().parents[3]
FOLDER = PACKAGE / "Tests/EndToEndTests/Fixtures/Lines"
EXECUTABLE = os.environ.get("DEFAULTS_EXECUTABLE") or str(PACKAGE / ".build/dist/defaults")

Line = collections.namedtuple("Line", "kind status text words stdin")
Line.__doc__ = """A line of the file. Its words begin with the program. Standard input is a file, or None."""


def parsed(kind, status, text):
    command, stdin = re.fullmatch(r"(.*?)(?: <([\w./]+))?", text).groups()
    return Line(kind, int(status), text, shlex.split(command), stdin)


LINES = [parsed(*line.split(None, 2)) for line in (FOLDER / "lines.txt").read_text().splitlines()
         if line and not line.startswith("#")]


def set_up(folder, environment):
    """Copies the documents to a folder, and runs the lines of set-up there."""
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("lines.txt"), dirs_exist_ok=True)
    for line in LINES:
        if line.kind == "set-up":
            subprocess.run(["bash", "-c", line.text], cwd=folder, env=environment, stdout=subprocess.DEVNULL,
                           check=True)


def help_of(executable, *words):
    return subprocess.run([executable, "help", *words], capture_output=True, text=True, check=True).stdout


def verbs(executable):
    """The verbs that the help names."""
    found = dict.fromkeys(re.findall(r"(?m)^  ([a-z][-\w]*)", help_of(executable, "--all")))
    assert found, "the help names no verbs"
    return list(found)


def missing_verbs(executable):
    """The verbs without a line."""
    known = {word for line in LINES if line.words[0] == "defaults" for word in line.words[1:]}
    return [verb for verb in verbs(executable) if verb not in known]


def brief():
    """The lines with a verb or an option that no earlier line has."""
    known = set()
    for line in LINES:
        new = {line.words[1], *(word for word in line.words if word.startswith("-"))}
        if line.kind != "set-up" and not known >= new:
            yield line
        known |= new
