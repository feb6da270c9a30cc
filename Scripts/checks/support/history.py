"""Checks histories of operations on shared values for linearizability.

An operation has a start, an end and a value. A history is linearizable if every operation can be assigned an instant
between its start and its end such that each read returns the value of the last write before it.
"""
import collections

Operation = collections.namedtuple("Operation", "kind value start end is_sure")
Operation.__doc__ = """A read or a write. If the process of a write was killed, it happened before `end` or never."""

NOTHING = None


def register_violations(operations):
    """The violations in the history of a value that is missing at first, and to which each value is written once.

    This is the algorithm of Gibbons and Korach for unique writes. The write of a value and its reads are a cluster.
    If the first end of its operations is before their last start, the value must be present from the former to the
    latter, and these periods must not overlap. Otherwise the cluster needs one instant between the last start and the
    first end. This interval must not lie inside the period of another cluster.
    """
    writes = {}
    for operation in operations:
        if operation.kind == "write":
            writes[operation.value] = operation
    reads = collections.defaultdict(list)
    for operation in operations:
        if operation.kind == "read":
            reads[operation.value].append(operation)
    violations = [f"{value!r} was read but never written" for value in reads
                  if value is not NOTHING and value not in writes]
    writes[NOTHING] = Operation("write", NOTHING, float("-inf"), float("-inf"), True)
    clusters = []
    for value, write in writes.items():
        own = reads.get(value, [])
        if not own and not write.is_sure:
            continue  # it may not have happened
        if any(read.end < write.start for read in own):
            violations.append(f"{value!r} was read before it was written")
        # A value that was read has been written, even if its process was killed.
        clusters.append((min([write.end] + [read.end for read in own]),
                         max([write.start] + [read.start for read in own]), value))
    held = sorted((first, last, value) for first, last, value in clusters if first < last)
    for earlier, later in zip(held, held[1:]):
        if later[0] < earlier[1]:
            violations.append(f"{earlier[2]!r} and {later[2]!r} alternate: an update or its value was lost")
    violations += [f"{value!r} was written and lost while {other!r} was present"
                   for value, other in enclosed([cluster for cluster in clusters if cluster[0] >= cluster[1]], held)]
    return violations


def enclosed(instants, held):
    """The values whose whole interval lies inside the period of another value."""
    instants = sorted((last, first, value) for first, last, value in instants)
    index = 0
    for start, end, value in instants:
        while index < len(held) and held[index][1] <= start:
            index += 1
        if index < len(held) and held[index][0] < start and end < held[index][1]:
            yield value, held[index][2]


def list_violations(appends, reads, final):
    """The violations in the history of a list to which each operation appends one unique element.

    Every read is a prefix of the final list. Every element whose append is sure occurs once, in an order that the times
    allow, and in all reads that start later.
    """
    violations = []
    place = {element: index for index, element in enumerate(final)}
    if len(place) < len(final):
        violations.append("an element is in the list twice")
    known = {append.value: append for append in appends}
    violations += [f"{element!r} is in the list but was never appended" for element in final if element not in known]
    for append in appends:
        if append.is_sure and append.value not in place:
            violations.append(f"{append.value!r} was appended and lost")
    latest = float("-inf")
    for element in final:
        append = known.get(element)
        if append and append.end < latest:
            violations.append(f"{element!r} follows an element that was appended later")
        latest = max(latest, append.start if append else latest)
    for read in reads:
        size = len(read.value)
        if read.value != final[:size]:
            violations.append(f"a list of {size} was read that is not a prefix of the final list: an element was lost")
            continue
        if any(known[element].start > read.end for element in read.value[-1:] if element in known):
            violations.append("an element was read before it was appended")
    ended = sorted((append.end, place[append.value]) for append in appends if append.is_sure and append.value in place)
    position, due = 0, 0
    for read in sorted(reads, key=lambda read: read.start):
        while position < len(ended) and ended[position][0] < read.start:
            due = max(due, ended[position][1] + 1)
            position += 1
        if len(read.value) < due:
            violations.append(f"a list of {len(read.value)} was read after {due} elements had been appended")
    return violations


def self_check():
    """Checks histories with a known result. Returns the names of those with a wrong result, and their number."""
    def write(value, start, end, is_sure=True):
        return Operation("write", value, start, end, is_sure)

    def read(value, start, end):
        return Operation("read", value, start, end, True)

    cases = [
        ("a read after a write", True, [write(1, 0, 1), read(1, 2, 3)]),
        ("reads during a write", True, [write(1, 0, 9), read(None, 1, 2), read(1, 3, 4)]),
        ("a stale read", False, [write(1, 0, 1), write(2, 2, 3), read(1, 4, 5)]),
        ("nothing after a write", False, [write(1, 0, 1), read(None, 2, 3)]),
        ("new, then old", False, [write(1, 0, 1), write(2, 2, 9), read(2, 3, 4), read(1, 5, 6)]),
        ("two orders", False, [write(1, 0, 9), write(2, 0, 9), read(1, 1, 2), read(2, 3, 4), read(1, 5, 6)]),
        ("a killed write that happened", True, [write(1, 0, 1, False), read(1, 2, 3)]),
        ("a killed write that did not", True, [write(1, 0, 1, False), read(None, 2, 3)]),
        ("a killed write that came and went", False, [write(1, 0, 1, False), read(1, 2, 3), read(None, 4, 5)]),
        ("a killed write that came after its process", False,
         [write(1, 0, 1, False), read(None, 2, 3), read(1, 4, 5)]),
        ("a value from nowhere", False, [read(7, 0, 1)]),
        ("a value from the future", False, [read(1, 0, 1), write(1, 2, 3)]),
        ("a write that nobody saw in between", False,
         [write(1, 0, 1), read(1, 2, 3), write(2, 4, 5), read(1, 6, 7)]),
        ("a write beside a reader", True, [write(1, 0, 1), write(2, 2, 3), write(3, 2, 3), read(2, 4, 5)]),
    ]
    wrong = [name for name, is_right, operations in cases if is_right == bool(register_violations(operations))]
    lists = [
        ("appends", True, [write("a", 0, 1), write("b", 2, 3)], [read(["a"], 1, 4)], ["a", "b"]),
        ("a lost append", False, [write("a", 0, 1), write("b", 2, 3)], [], ["b"]),
        ("a lost append that was read", False, [write("a", 0, 1, False), write("b", 2, 3)], [read(["a"], 1, 2)], ["b"]),
        ("a short read", False, [write("a", 0, 1)], [read([], 2, 3)], ["a"]),
        ("a killed append", True, [write("a", 0, 1, False)], [read([], 2, 3)], []),
        ("the wrong order", False, [write("a", 0, 1), write("b", 2, 3)], [], ["b", "a"]),
        ("an element twice", False, [write("a", 0, 1)], [], ["a", "a"]),
        ("an element from nowhere", False, [], [], ["a"]),
    ]
    wrong += [name for name, is_right, *history in lists if is_right == bool(list_violations(*history))]
    return wrong, len(cases) + len(lists)
