"""Folders in which concurrent programs change the same domains."""
import os
import pathlib
import shutil
import subprocess

from rows import load

PACKAGE = pathlib.Path(__file__).resolve().parents[3]
EXECUTABLE = os.environ.get("DEFAULTS_EXECUTABLE") or str(PACKAGE / ".build/dist/defaults")


class Site:
    """A folder with a root and its own copy of the command."""

    def __init__(self, folder):
        self.path = folder
        self.root = os.path.join(folder, "root")
        self.tools = os.path.join(folder, "tools")
        for name in ("root", "home", "tools", "other"):
            os.makedirs(os.path.join(folder, name))
        shutil.copy(EXECUTABLE, os.path.join(self.tools, "defaults"))
        self.environment = {
            "PATH": f"{self.tools}:/usr/local/bin:/usr/bin:/bin", "HOME": os.path.join(folder, "home"), "LC_ALL": "C",
            "DEFAULTS_ROOT": self.root, "XDG_CONFIG_HOME": self.root}

    def start(self, *words, **options):
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(words, env=self.environment, cwd=self.path, **{**pipes, **options})

    def loop(self, count, *lines, arguments=()):
        """Starts a shell that repeats command lines with $i = 0, 1, …, and stops if one fails."""
        body = "".join(f"{line} || exit 1; " for line in lines)
        patient = 'defaults() { command defaults --lock-timeout 600 "$@"; }'
        script = f"{patient}; for ((i = 0; i < {count}; i++)); do {body}done"
        return self.start("/bin/bash", "-c", script, "writer", *arguments)

    def run(self, *words):
        return subprocess.run(words, env=self.environment, cwd=self.path, capture_output=True, check=False)

    def file(self, domain):
        return os.path.join(self.root, domain + ".plist")

    def contents(self, domain):
        try:
            with open(self.file(domain), "rb") as file:
                return load(file.read())
        except FileNotFoundError:
            return {}

    def names(self):
        return sorted(os.listdir(self.root))
