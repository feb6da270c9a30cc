import Foundation

/// The entry points of libFuzzer, which `Scripts/checks/fuzz` compiles with the modules of the package. The environment
/// variable `FUZZ_TARGET` names the target.

/// Code that must accept any bytes, with promises about the result.
struct FuzzTarget: Sendable {
    /// The name in `Scripts/checks/fuzz`.
    let name: String
    /// Runs an input and checks the promises. A broken promise ends the process.
    let run: @Sendable ([UInt8]) -> Verdict
    /// Changes an input to another of its kind, or returns `nil` to let libFuzzer change it.
    var change: @Sendable ([UInt8], inout Random) -> [UInt8]? = { _, _ in nil }

    /// The result of an input.
    enum Verdict {
        /// The input is of another kind and is not counted.
        case foreign
        /// The input was refused.
        case refused
        /// The input was read, and all promises hold.
        case read
    }

    static let all: [FuzzTarget] = [
        .binary, .xml, .openStep, .json, .layout, .merge, .printer, .paths, .arguments, .plistBuddy, .schema,
    ]
}

/// The number of inputs of the kind, and of those that were read.
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

/// Called once before the first input.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer) -> Int32 {
    _ = target
    atexit { FileHandle.standardError.write(Data("FUZZ inputs: \(counts.inputs), read: \(counts.read)\n".utf8)) }
    return 0
}

/// Runs an input.
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

/// Blind changes nearly always make a file unreadable. Most changes are therefore made by the target, and the others by
/// libFuzzer.
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

/// A generator of numbers from a seed of libFuzzer.
struct Random {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(max(1, bound)))
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// Returns true once in a number of times.
    mutating func once(in count: Int) -> Bool {
        below(count) == 0
    }
}

/// Ends the process if a promise is broken. Unlike a precondition, it prints the promise in release builds.
func promise(_ holds: Bool, _ broken: @autoclosure () -> String) {
    if !holds { fatalError(broken()) }
}
