import Foundation

/// The entry points of libFuzzer, which `Scripts/checks/fuzz` compiles against the modules of the package. The environment variable
/// `FUZZ_TARGET` names what is let loose.

/// Something that must survive whatever bytes it is given, and keep its promises about them.
struct FuzzTarget: Sendable {
    /// What ``Scripts/checks/fuzz`` calls it.
    let name: String
    /// Does with an input all that must not fail; a fault is a trap.
    let run: @Sendable ([UInt8]) -> Verdict
    /// Changes an input so that it stays one of its kind; nil leaves the change to libFuzzer, which knows no kinds.
    var change: @Sendable ([UInt8], inout Random) -> [UInt8]? = { _, _ in nil }

    /// What became of an input.
    enum Verdict {
        /// It is of another kind, and does not count.
        case foreign
        /// It was refused, as it may be.
        case refused
        /// It was read, and all that was promised of it held.
        case read
    }

    static let all: [FuzzTarget] = [.binary, .xml, .openStep, .json, .printer, .paths, .arguments]
}

/// What is counted: inputs that are of the kind at all, and those of them that were read.
private nonisolated(unsafe) var counts = (inputs: 0, read: 0)

private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        FileHandle.standardError.write(
            Data("FUZZ_TARGET is one of \(FuzzTarget.all.map(\.name).joined(separator: " "))\n".utf8))
        exit(2)
    }
    return target
}()

/// Called once before all inputs.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer) -> Int32 {
    _ = target
    atexit { FileHandle.standardError.write(Data("FUZZ inputs: \(counts.inputs), read: \(counts.read)\n".utf8)) }
    return 0
}

/// Tries one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let verdict = target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    if verdict == .foreign { return -1 }  // not to be kept
    counts.inputs += 1
    if verdict == .read { counts.read += 1 }
    return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int) -> Int

/// Nearly no blind change leaves a file that a reader goes into. So most changes are made by what knows the kind; the others are
/// left to libFuzzer.
@_cdecl("LLVMFuzzerCustomMutator")
public func customMutator(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, _ seed: UInt32
) -> Int {
    var random = Random(state: UInt64(seed) &+ 0x9E37_79B9_7F4A_7C15)
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    guard let changed = target.change(bytes, &random), changed.count <= maximum else {
        return mutate(data, size, maximum)
    }
    changed.withUnsafeBufferPointer { buffer in
        if let start = buffer.baseAddress { data.update(from: start, count: buffer.count) }
    }
    return changed.count
}

/// Numbers that follow from the seed that libFuzzer gives.
struct Random {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(max(1, bound)))
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// True once in so many times.
    mutating func once(in count: Int) -> Bool {
        below(count) == 0
    }
}

/// Stops at a promise that was not kept; unlike a precondition it says in a release build which.
func promise(_ holds: Bool, _ broken: @autoclosure () -> String) {
    if !holds { fatalError(broken()) }
}
