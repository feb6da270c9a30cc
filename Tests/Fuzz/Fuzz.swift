import Foundation

/// The entry points of libFuzzer, which `Scripts/fuzz` compiles together with the sources of PropertyList.
///
/// The format is chosen by the environment variable `FUZZ_FORMAT`. An input that the reader reads has to survive more: the value must
/// be written and read back as it was, and each key of its root must be found by itself.

/// What is counted: inputs that are of the format at all, and those of them that were read.
private nonisolated(unsafe) var counts = (inputs: 0, parsed: 0)

private let format: PropertyListFormat = {
    let name = ProcessInfo.processInfo.environment["FUZZ_FORMAT"] ?? ""
    return switch name {
    case "xml": .xml
    case "openStep": .openStep
    default: .binary
    }
}()

/// Called once before all inputs.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer) -> Int32 {
    atexit { FileHandle.standardError.write(Data("FUZZ inputs: \(counts.inputs), read: \(counts.parsed)\n".utf8)) }
    return 0
}

/// Reads one input; a fault is a trap.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard isOfFormat(bytes) else { return -1 }  // not to be kept
    counts.inputs += 1
    guard let document = try? PropertyListReader.read(bytes) else {
        _ = try? PropertyListReader.value(forKey: "a", in: bytes)
        return 0
    }
    counts.parsed += 1
    check(document, of: bytes)
    return 0
}

/// Whether the reader of this format is the one to be asked.
private func isOfFormat(_ bytes: [UInt8]) -> Bool {
    switch (try? TextForm.of(bytes), format) {
    case (.binary?, .binary), (.xml?, .xml), (.oldStyle?, .openStep): true
    default: false
    }
}

private func check(_ document: PropertyListDocument, of bytes: [UInt8]) {
    // What unfolds to a hundred thousand values would be compared for longer than it is read.
    guard document.value.hasFewerValues(than: 5_000) else { return }
    if case .dictionary(let root) = document.value {
        precondition(KeyOrder.isStrictlyAscending(Array(root)), "keys out of order")
        for (key, value) in root.prefix(4) {
            let found = try? PropertyListReader.value(forKey: key, in: bytes)
            precondition(found?.value == value, "another value by itself")
        }
    }
    guard counts.parsed.isMultiple(of: 16), bytes.count < 4096, document.value.isExact(in: format) else { return }
    guard let written = try? PropertyListWriter.data(of: document.value, as: format) else { return }
    let again = try? PropertyListReader.read(Array(written))
    precondition(again?.value == document.value, "another value after writing")
}

extension PropertyListValue {
    fileprivate func hasFewerValues(than bound: Int) -> Bool {
        var bound = bound
        return isCounted(downTo: &bound)
    }

    private func isCounted(downTo bound: inout Int) -> Bool {
        bound -= 1
        guard bound > 0 else { return false }
        switch self {
        case .array(let elements): return elements.allSatisfy { $0.isCounted(downTo: &bound) }
        case .dictionary(let dictionary): return dictionary.allSatisfy { $0.value.isCounted(downTo: &bound) }
        case .string, .integer, .real, .boolean, .date, .data, .uid: return true
        }
    }
}

@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int) -> Int

/// Nearly no blind change leaves a file that a reader goes into. So most changes are made by what knows the format; the others are
/// left to libFuzzer.
@_cdecl("LLVMFuzzerCustomMutator")
public func customMutator(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, _ seed: UInt32
) -> Int {
    var random = Random(state: UInt64(seed) &+ 0x9E37_79B9_7F4A_7C15)
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let changed = format == .binary ? changedBinary(bytes, &random) : changedText(bytes, &random)
    guard let changed, changed.count <= maximum else { return mutate(data, size, maximum) }
    for (index, byte) in changed.enumerated() { data[index] = byte }
    return changed.count
}

/// Binary files are taken apart into objects, changed there, and put together with a right table of offsets.
private func changedBinary(_ bytes: [UInt8], _ random: inout Random) -> [UInt8]? {
    if random.below(8) == 0, bytes.count > 40 { return nil }
    var objects = BinaryObjects(bytes) ?? BinaryObjects(objects: [[0xD1, 1, 2], [0x51, 0x61], [0x09]])
    for _ in 0...random.below(3) { objects.mutate(&random) }
    return objects.bytes
}

/// Texts are made anew, or get one more element.
private func changedText(_ bytes: [UInt8], _ random: inout Random) -> [UInt8]? {
    let choice = random.below(3)
    var generator = TextGenerator(format: format, random: random)
    switch choice {
    case 0: return nil
    case 1: return generator.insertion(in: bytes)
    default: return generator.document()
    }
}

struct Random {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(max(1, bound)))
    }
}

/// The objects of a binary file with references of one byte.
private struct BinaryObjects {
    var objects: [[UInt8]]

    init(objects: [[UInt8]]) {
        self.objects = objects
    }

    /// Nil where the bytes are no file that can be taken apart.
    init?(_ bytes: [UInt8]) {
        guard bytes.count > 40, bytes[bytes.count - 25] == 1, (1...4).contains(bytes[bytes.count - 26]) else {
            return nil
        }
        let width = Int(bytes[bytes.count - 26])
        let count = Int(bytes[bytes.count - 17])
        let table = bytes[(bytes.count - 4)...].reduce(0) { $0 << 8 | Int($1) }
        guard count > 0, table > 8, table + count * width <= bytes.count else { return nil }
        let offsets = (0..<count).map { index in
            bytes[table + index * width..<table + (index + 1) * width].reduce(0) { $0 << 8 | Int($1) }
        }
        objects = offsets.enumerated().map { index, offset in
            let end = offsets.filter { $0 > offset }.min() ?? table
            return offset < end && end <= table ? Array(bytes[offset..<end]) : [0x09]
        }
    }

    var bytes: [UInt8] {
        var bytes = Array("bplist00".utf8)
        var table: [UInt8] = []
        for object in objects {
            table += [UInt8(bytes.count >> 8 & 0xFF), UInt8(bytes.count & 0xFF)]
            bytes += object
        }
        let offset = bytes.count
        return bytes + table + [0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)]
            + Array(repeating: 0, count: 8) + [0, 0, 0, 0, 0, 0, UInt8(offset >> 8 & 0xFF), UInt8(offset & 0xFF)]
    }

    mutating func mutate(_ random: inout Random) {
        let index = random.below(objects.count)
        switch random.below(6) {
        case 0 where objects.count < 200: objects.append(scalar(&random))
        case 1: objects[index] = index == 0 ? container(&random) : scalar(&random)
        case 2: objects[index] = container(&random)
        case 3 where objects.count > 2: objects.removeLast()
        case 4 where !objects[index].isEmpty:
            objects[index][random.below(objects[index].count)] = UInt8(random.below(256))
        default:
            let other = objects[random.below(objects.count)]
            objects[index] = other
        }
        if objects.map(\.count).reduce(0, +) > 4000 { objects = Array(objects.prefix(3)) }
    }

    private func container(_ random: inout Random) -> [UInt8] {
        let count = random.below(random.below(4) == 0 ? 40 : 6)
        let kind: UInt8 = [0xA0, 0xD0, 0xD0, 0xC0][random.below(random.below(8) == 0 ? 4 : 3)]
        let references = kind == 0xD0 ? 2 * count : count
        let marker = count < 15 ? [kind | UInt8(count)] : [kind | 0xF, 0x10, UInt8(count)]
        // Mostly to later objects: a reference back is a circle.
        let first = random.below(4) == 0 ? 0 : objects.count / 2
        return marker + (0..<references).map { _ in UInt8(first + random.below(objects.count - first)) }
    }

    private func scalar(_ random: inout Random) -> [UInt8] {
        func some(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(random.below(256)) } }
        let length = random.below(random.below(4) == 0 ? 100 : 12)
        let tail = length < 15 ? [] : [0x10, UInt8(length)]
        let low = UInt8(min(length, 15))
        switch random.below(9) {
        case 0: return [[0x08, 0x09, 0x00][random.below(3)]]
        case 1:
            let power = random.below(5)
            return [0x10 | UInt8(power)] + some(1 << power)
        case 2: return [0x22] + some(4)
        case 3: return [0x23] + some(8)
        case 4: return [0x33] + some(8)
        case 5: return [0x40 | low] + tail + some(length)
        case 6: return [0x60 | low] + tail + some(2 * length)
        case 7: return [0x80] + some(1)
        default: return [0x50 | low] + tail + some(length).map { $0 & 0x7F }
        }
    }
}
