"""A model of a disk: the states that system calls can leave after a power failure."""
import copy
import itertools
import os
import random
import re
import shutil
import stat

import faults

HEX = re.compile(r"(?:\\x[0-9a-f]{2})+")
UMASK = 0o022
# The maximum number of states of a folder; if there are more, a sample is used.
STATES = 4096


class File:
    """A file: the version on the disk, and the versions since then. Programs see the last one."""

    def __init__(self, data, mode):
        self.versions = [(data, mode)]

    @property
    def data(self):
        return self.versions[-1][0]

    @property
    def mode(self):
        return self.versions[-1][1]

    def write(self, data, offset):
        old = self.data.ljust(offset, b"\0")
        self.versions.append((old[:offset] + data + old[offset + len(data) :], self.mode))

    def truncate(self, size):
        self.versions.append((self.data[:size].ljust(size, b"\0"), self.mode))

    def set_mode(self, mode):
        self.versions.append((self.data, mode))

    def wait(self):
        self.versions = self.versions[-1:]

    def states(self):
        """The possible states on the disk: any version, half of what was written last, or zeros in its place."""
        states = list(self.versions)
        if len(states) > 1:
            kept = os.path.commonprefix([self.versions[0][0], self.data])
            size = len(self.data) - len(kept)
            states += [(self.data[: len(kept) + size // 2], self.mode), (kept + bytes(size), self.mode)]
        return [{"": state} for state in dict.fromkeys(states)]


class Link:
    """A symbolic link, which the tested programs never change."""

    def __init__(self, destination):
        self.destination = destination

    def states(self):
        return [{"": self.destination}]


class Folder:
    """A folder: its entries on the disk, the changes since then, and the entries that programs see."""

    def __init__(self, entries):
        self.disk, self.pending, self.entries = dict(entries), [], dict(entries)

    def set(self, changes):
        """Changes entries in one step, as a rename does. None removes an entry."""
        self.pending.append(changes)
        self.entries = changed(self.entries, changes)

    def wait(self):
        self.disk, self.pending = dict(self.entries), []

    def states(self):
        """The possible states on the disk: any subset of the changes."""
        found = {}
        for choice in choices(self.pending):
            entries = self.disk
            for changes in choice:
                entries = changed(entries, changes)
            found.setdefault(tuple(sorted((name, id(node)) for name, node in entries.items())), entries)
        return [state for entries in found.values() for state in self.states_of(entries)]

    @staticmethod
    def states_of(entries):
        below = []
        for name, node in entries.items():
            below.append([
                {os.path.join(name, path) if path else name: end for path, end in state.items()}
                for state in node.states()])
        for parts in sampled(itertools.product(*below)):
            state = {"": None}
            for part in parts:
                state.update(part)
            yield state


def changed(entries, changes):
    entries = {**entries, **changes}
    return {name: node for name, node in entries.items() if node is not None}


def choices(changes):
    """All subsets of the changes, in order. If there are too many, a sample, the same in every run."""
    if 2 ** len(changes) <= STATES:
        for chosen in itertools.product((False, True), repeat=len(changes)):
            yield list(itertools.compress(changes, chosen))
        return
    generator = random.Random(len(changes))
    yield from ([], changes)
    for _ in range(STATES):
        yield [change for change in changes if generator.random() < 0.5]


def sampled(states):
    """All states, or a sample of the first ones if there are too many, the same in every run."""
    states = list(itertools.islice(states, 16 * STATES))
    return states if len(states) <= STATES else random.Random(STATES).sample(states, STATES)


class Disk:
    """The files below a folder."""

    def __init__(self, tree):
        self.tree = tree
        self.root = loaded(tree)
        self.offsets = {}

    def copy(self):
        return copy.deepcopy(self)

    def find(self, path):
        """The node at a path as programs see it, without following links, or None."""
        if path != self.tree and not path.startswith(self.tree + "/"):
            return None
        node = self.root
        for name in os.path.relpath(path, self.tree).split("/"):
            if name != ".":
                node = node.entries.get(name) if isinstance(node, Folder) else None
        return node

    def folder(self, path):
        """The folder that contains a path, and the name in it."""
        folder = self.find(os.path.dirname(path))
        return folder if isinstance(folder, Folder) else None, os.path.basename(path)

    def seen(self):
        """The state that programs see."""
        return seen(self.root)

    def states(self):
        """The possible states on the disk if the power fails now."""
        return self.root.states()

    def apply(self, call):
        """Replays a call of a trace. Returns whether it changed what programs see or what is on the disk."""
        handler = getattr(self, "do_" + call.name, None)
        if handler is None or call.result == "?" or call.result.startswith("-"):
            return False
        names, _, written = call.arguments.partition(', "') if call.name == "write" else (call.arguments, "", "")
        call = call._replace(arguments=HEX.sub(lambda match: unhex(match[0]).decode(), names))
        return handler(call, unhex(written.partition('"')[0]) if written else faults.paths(call)) is not False

    def do_open(self, call, paths):
        folder, name = self.folder(paths[-1])
        if folder is None or "O_CREAT" not in call.arguments and "O_TRUNC" not in call.arguments:
            self.offsets[paths[-1]] = 0
            return False
        self.offsets[paths[-1]] = 0
        if name not in folder.entries:
            mode = int(re.search(r", (0\d+)$", call.arguments)[1], 8) & ~UMASK
            folder.set({name: File(b"", mode)})
        elif "O_TRUNC" in call.arguments and folder.entries[name].data:
            folder.entries[name].truncate(0)
        else:
            return False
        return True

    do_openat = do_creat = do_open

    def do_write(self, call, data):
        path = faults.descriptor_path(call)
        file = self.find(path) if path else None
        if not isinstance(file, File):
            return False
        offset = self.offsets.get(path, 0)
        file.write(data[: int(call.result)], offset)
        self.offsets[path] = offset + int(call.result)
        return True

    def do_lseek(self, call, _):
        self.offsets[faults.descriptor_path(call)] = int(call.result)
        return False

    def do_ftruncate(self, call, _):
        file = self.find(faults.descriptor_path(call) or "/")
        return isinstance(file, File) and file.truncate(int(call.arguments.rsplit(" ", 1)[1])) is None

    def do_fchmod(self, call, _):
        file = self.find(faults.descriptor_path(call) or "/")
        return isinstance(file, File) and file.set_mode(int(call.arguments.rsplit(" ", 1)[1], 8)) is None

    def do_fsync(self, call, _):
        node = self.find(faults.descriptor_path(call) or "/")
        return node is not None and node.wait() is None

    do_fdatasync = do_fsync

    def do_rename(self, _, paths):
        (source, old), (target, new) = self.folder(paths[0]), self.folder(paths[1])
        if source is None or target is None:
            return False
        node = source.entries[old]
        if target.entries.get(new) is node:
            return False  # two names of one file
        if source is target:
            source.set({old: None, new: node})
        else:
            target.set({new: node})
            source.set({old: None})
        return True

    do_renameat = do_renameat2 = do_rename

    def do_link(self, _, paths):
        (source, old), (target, new) = self.folder(paths[0]), self.folder(paths[1])
        if source is None or target is None:
            return False
        return target.set({new: source.entries[old]}) is None

    do_linkat = do_link

    def do_unlink(self, _, paths):
        folder, name = self.folder(paths[-1])
        return folder is not None and folder.set({name: None}) is None

    do_unlinkat = do_rmdir = do_unlink

    def do_mkdir(self, _, paths):
        folder, name = self.folder(paths[-1])
        return folder is not None and folder.set({name: Folder({})}) is None

    do_mkdirat = do_mkdir


def unhex(text):
    return bytes.fromhex(text.replace("\\x", ""))


def loaded(path):
    """The node at a path, with all contents on the disk."""
    if os.path.islink(path):
        return Link(os.readlink(path))
    if os.path.isdir(path):
        return Folder({name: loaded(os.path.join(path, name)) for name in sorted(os.listdir(path))})
    with open(path, "rb") as file:
        return File(file.read(), stat.S_IMODE(os.stat(path).st_mode))


def seen(node):
    if isinstance(node, File):
        return {"": (node.data, node.mode)}
    if isinstance(node, Link):
        return {"": node.destination}
    state = {"": None}
    for name, below in node.entries.items():
        state.update({os.path.join(name, path) if path else name: end for path, end in seen(below).items()})
    return state


def restore(state, tree):
    """Creates the files of a state in a folder."""
    shutil.rmtree(tree, ignore_errors=True)
    for path, end in sorted(state.items()):
        place = os.path.join(tree, path) if path else tree
        if end is None:
            os.mkdir(place, 0o700)
        elif isinstance(end, str):
            os.symlink(end, place)
        else:
            with open(place, "wb") as file:
                file.write(end[0])
            os.chmod(place, end[1])
