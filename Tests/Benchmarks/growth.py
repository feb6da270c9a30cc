"""Measures how the time of each verb and each bulk operation of the library grows with its work.

Usage: growth.py DEFAULTS PROGRAMS FOLDER [NAME]…

With names, measures only the works whose name contains one of them. Prints lines of the table of Scripts/benchmark, and
draws growth-SHAPE.svg in the folder above PROGRAMS. A doubling of the work that takes more than 2.4 times as long is
MISSED.
"""
import json
import math
import os
import plistlib
import shutil
import subprocess
import sys

from rows import duration, row

DEFAULTS, PROGRAMS, FOLDER = (os.path.abspath(path) for path in sys.argv[1:4])
NAMES = sys.argv[4:]
LIMIT = 2.4
# Shorter times are mostly the start of a process.
SHORTEST = 15
SIZES = {
    "flat": [12_500, 25_000, 50_000, 100_000, 200_000],
    "nested": [12_500, 25_000, 50_000, 100_000, 200_000],
    "domains": [3_125, 6_250, 12_500, 25_000, 50_000],
}



def key(index):
    return f"com.example.Setting.key{index}"


def save(path, value, form=plistlib.FMT_XML):
    with open(path, "wb") as file:
        plistlib.dump(value, file, fmt=form)


def prepare_flat(files, count):
    """Writes the files that domains are copied from, and those that verbs read."""
    contents = {key(i): f"value number {i}" for i in range(count)}
    save(f"{files}/xml", contents)
    save(f"{files}/binary", contents, plistlib.FMT_BINARY)
    save(f"{files}/changed", {**contents, **{key(i): "changed" for i in range(0, count, 2)}})
    save(f"{files}/array", {"list": list(contents.values()), "map": contents})
    save(f"{files}/map", {f"new.{key(i)}": key(i) for i in range(count)})
    with open(f"{files}/json", "w", encoding="utf-8") as file:
        json.dump(contents, file)


def prepare_nested(files, count):
    inner = {key(i).replace(".", "-"): f"value number {i}" for i in range(count)}
    save(f"{files}/xml", {"a": {"b": inner}})
    save(f"{files}/binary", {"a": {"b": inner}}, plistlib.FMT_BINARY)
    save(f"{files}/changed", {"a": {"b": {name: "changed" for name in inner}}})
    save(f"{files}/records", {"list": [{"name": value, "tags": [1, 2]} for value in inner.values()]})
    save(f"{files}/map", {f"new.{name}": f"a.b.{name}" for name in inner})


def prepare_domains(files, count):
    for root in ("root", "other"):
        os.makedirs(f"{files}/{root}", exist_ok=True)
        for index in range(count):
            save(f"{files}/{root}/{key(index)}.plist", {"a": index, "b": "text"})


# Stands for the folder of the files of a size.
FILES = "<files>"

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
        "write, xml": ("xml", ["write", "D", key(7), "new"]),
        "write, binary": ("binary", ["write", "D", key(7), "new"]),
        "write -array-add": ("array", ["write", "D", "list", "-array-add", "new"]),
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
        "migrate": ("xml", ["migrate", "D", "D", f"{FILES}/map"]),
        "migrate --rollback": ("xml", ["migrate", "--rollback", "id", "D"],
                               ["migrate", "--id", "id", "D", "D", f"{FILES}/map"]),
        "migrate --status": ("xml", ["migrate", "--status", "D"], ["migrate", "D", "D", f"{FILES}/map"]),
    },
    "nested": {
        "read nested xml": ("xml", ["read", "D"]),
        "read nested binary": ("binary", ["read", "D"]),
        "read records": ("records", ["read", "D"]),
        "read --path": ("xml", ["read", "--path", "D", "a.b." + key(7).replace(".", "-")]),
        "write --path": ("xml", ["write", "--path", "D", "a.b.new", "1"]),
        "delete --path": ("xml", ["delete", "--path", "D", "a.b." + key(7).replace(".", "-")]),
        "export records json": ("records", ["export", "--format", "json", "D", "-"]),
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
        "diff of folders": (None, ["diff", f"{FILES}/root", f"{FILES}/other"]),
    },
}


def run(words, files):
    """Returns the processor time of a command, in milliseconds: other load is not in it."""
    words = [word.replace(FILES, files) for word in words]
    environment = {"DEFAULTS_ROOT": f"{files}/root", "HOME": files, "PATH": "/usr/bin:/bin"}
    actions = [(os.POSIX_SPAWN_OPEN, descriptor, os.devnull, os.O_WRONLY, 0) for descriptor in (1, 2)]
    child = os.posix_spawn(DEFAULTS, ["defaults", *words], environment, file_actions=actions)
    _, status, usage = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) not in ((0, 1) if words[0] in ("diff", "check") else (0,)):
        sys.exit(f"{words} ended with {os.waitstatus_to_exitcode(status)}")
    return (usage.ru_utime + usage.ru_stime) * 1000


def verb(source, words, before=None):
    def measure(files, _):
        if source:
            shutil.copy(f"{files}/{source}", f"{files}/root/D.plist")
        if before:
            run(before, files)
        return run(words, files)
    return measure


def operation(name):
    def measure(files, count):
        words = [f"{PROGRAMS}/Benchmarks", "growth", files, name, str(count)]
        return float(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    return measure


def works(shape):
    """The works of a shape: each with a function that takes a size and returns milliseconds."""
    found = {name: verb(*parts) for name, parts in VERBS[shape].items()}
    listed = subprocess.run([f"{PROGRAMS}/Benchmarks", "works"], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        name, its_shape = line.split("\t")
        if its_shape == shape:
            found[f"{name} (library)"] = operation(name)
    return {name: work for name, work in found.items() if not NAMES or any(part in name for part in NAMES)}


def grows_too_much(small, large):
    return large > SHORTEST and large > LIMIT * max(small, SHORTEST / 4)


def series(shape, measure):
    """Returns the least times of a work at each size. What grows too much is repeated, and given up if it is slow."""
    times = []
    for size in SIZES[shape]:
        files = f"{FOLDER}/{shape}-{size}"
        best = min(measure(files, size) for _ in range(2))
        for _ in range(4):
            if not times or best > 20_000 or not grows_too_much(times[-1], best):
                break
            best = min(best, measure(files, size))
        times.append(best)
        if best > 5_000 and len(times) > 1 and grows_too_much(*times[-2:]):
            break
    return times


def report(shape, name, times):
    pairs = [(large / small, small, large) for small, large in zip(times, times[1:]) if large > SHORTEST]
    worst = max(pairs, default=(0, 0, 0))
    is_met = not any(grows_too_much(small, large) for _, small, large in pairs)
    row(f"growth, {shape}", name, duration(times[-1]), f"{SIZES[shape][0]:,} to {SIZES[shape][len(times) - 1]:,}",
        duration(times[0]), f"{worst[0]:.2f}x", f"<= {LIMIT}x", is_met)


def draw(path, sizes, found):
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
        is_met = not any(grows_too_much(*pair) for pair in zip(times, times[1:]))
        color = f"hsl({hash(name) % 180 + 90},60%,40%)" if is_met else "red"
        line = " ".join(f"{a:.0f},{b:.0f}" for a, b in (point(index, time) for index, time in enumerate(times)))
        text = 80 + unit * (len(sizes) - 1)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}"/>'
                     f'<path d="M{x} {y:.0f}L{text - 3} {label - 3:.0f}" stroke="#ccc"/>'
                     f'<text x="{text}" y="{label:.0f}" fill="{color}">{name}: {duration(times[-1])}</text>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([*parts, "</svg>\n"]))


for shape, prepare in (("flat", prepare_flat), ("nested", prepare_nested), ("domains", prepare_domains)):
    measures = works(shape)
    if not measures:
        continue
    for size in SIZES[shape]:
        files = f"{FOLDER}/{shape}-{size}"
        os.makedirs(f"{files}/root")
        prepare(files, size)
    found = {}
    for name, measure in measures.items():
        found[name] = series(shape, measure)
        report(shape, name, found[name])
    draw(f"{os.path.dirname(PROGRAMS)}/growth-{shape}.svg", SIZES[shape], found)
    for size in SIZES[shape]:
        shutil.rmtree(f"{FOLDER}/{shape}-{size}")
