#!/usr/bin/env python3
"""Runs the programs of this package beside the defaults command, and prints how soon they see a change.

usage: check.py FOLDER DEFAULTS
The folder has the executables. DEFAULTS is the path of the defaults command.
"""
import atexit
import os
import queue
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

FOLDER, DEFAULTS = sys.argv[1:]
ROUNDS = 20


class Program:
    """A program with preferences of its own. Its lines of output are read with the time of their arrival."""

    def __init__(self, name, home, *arguments):
        environment = dict(os.environ, XDG_CONFIG_HOME=home)
        environment.pop("DEFAULTS_ROOT", None)
        self.process = subprocess.Popen(
            [os.path.join(FOLDER, name), *arguments], env=environment, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.lines = queue.Queue()
        self.output = []
        atexit.register(self.process.kill)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.rstrip("\n")))

    def wait_for(self, text):
        """Returns the time at which a line that contains a text arrived."""
        while True:
            arrival, line = self.lines.get(timeout=10)
            self.output.append(line)
            if text in line:
                return arrival

    def terminate(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=10)
        self.reader.join()
        while not self.lines.empty():
            self.output.append(self.lines.get()[1])
        return status


def defaults(home, *arguments):
    environment = dict(os.environ, XDG_CONFIG_HOME=home)
    environment.pop("DEFAULTS_ROOT", None)
    return subprocess.run([DEFAULTS, *arguments], env=environment, check=True, text=True, capture_output=True).stdout


def measure(program, home, domain, key, text):
    """Writes a key again and again, and prints the delays until the program reports the values."""
    from_start, from_end = [], []
    for number in range(101, 101 + ROUNDS):
        start = time.monotonic()
        defaults(home, "write", domain, key, "-int", str(number))
        end = time.monotonic()
        arrival = program.wait_for(text.format(number))
        from_start.append((arrival - start) * 1000)
        from_end.append(max(0, arrival - end) * 1000)
        time.sleep(0.05)
    print(
        f"  a change is seen {statistics.median(from_start):.1f} ms (median) and {max(from_start):.1f} ms (longest)"
        f" after the start of the command, at most {max(from_end):.1f} ms after its end")
    check(max(from_end) < 50, "a change is seen within 50 ms")


def check(condition, text):
    print(f"  {'ok' if condition else 'FAILED'}: {text}")
    if not condition:
        sys.exit(1)


def service(home):
    domain = "com.example.Poller"
    program = Program("ServiceProgram", home)
    program.wait_for("polls every 60 s")
    measure(program, home, domain, "Interval", "polls every {} s")
    check(program.terminate() == 0, "SIGTERM ends the program with status 0")
    check(defaults(home, "read-type", domain, "LastStop") == "Type is date\n", "the last change is saved")


def configuration(home):
    domain = "com.example.Server"
    for arguments in ["Port -int 100", "Token s3cret", "Verbose -bool true", "Tries 3"]:
        defaults(home, "write", domain, *arguments.split())
    defaults(home, "write", "--path", "Limits.Ratio", domain, "-float", "0.5")
    program = Program("ConfigurationProgram", home)
    program.wait_for("port in the file: 100")
    program.wait_for("the token has 6 characters, verbose: true, ratio: 0.5")
    program.wait_for("listens on localhost:100")
    measure(program, home, domain, "Port", "listens on localhost:{}")
    defaults(home, "write", domain, "Host", "example.com")
    program.wait_for("listens on example.com:")
    defaults(home, "write", domain, "Port", "80")
    program.wait_for("'Port' has type string, which is not convertible to int")
    program.terminate()
    output = "\n".join(program.output)
    check(output.count("the port is ") >= ROUNDS, "the value of one key is followed, too")
    check("[string: <REDACTED>]" in output and "s3cret" not in output, "the secret is not logged")


def sharing(home):
    domain = "com.example.Editor"
    program = Program("SharingProgram", home)
    program.wait_for("size 12")
    measure(program, home, domain, "FontSize", "size {}")
    defaults(home, "write", domain, "Theme", "dark")
    program.wait_for(f"saved {101 + ROUNDS}")
    check(defaults(home, "read-type", domain, "FontSize") == "Type is integer\n", "a saved value keeps its type")
    defaults(home, "write", domain, "FontSize", "text")
    time.sleep(0.1)
    defaults(home, "delete", domain, "FontSize")
    program.wait_for("size 12")
    check("size 0" not in program.output, "the default comes back after a value of another type")
    program.terminate()


for test in [service, configuration, sharing]:
    print(test.__name__)
    with tempfile.TemporaryDirectory() as home:
        test(home)
