/// Text that is passed on in pieces, so that it need not fit in memory.
struct TextPieces {
    /// The text, in UTF-8, that was not passed on yet. An array would check its owner and its room at each word.
    private var buffer: UnsafeMutableBufferPointer<UInt8>
    private var count = 0
    /// Whether the sink wants more.
    private(set) var isWanted = true
    private let sink: (String) -> Bool

    /// The minimum size of a piece, in bytes of UTF-8.
    private static let size = 1 << 16

    /// Passes the text that a body appends to a sink, which returns whether it wants more.
    static func pass(to sink: @escaping (String) -> Bool, _ body: (inout TextPieces) -> Void) {
        var pieces = TextPieces(sink)
        defer { pieces.buffer.deallocate() }
        body(&pieces)
        pieces.flush()
    }

    private init(_ sink: @escaping (String) -> Bool) {
        self.sink = sink
        buffer = .allocate(capacity: 2 * Self.size)
    }

    mutating func append(_ text: String) {
        guard text.utf8.count < Self.size else { return pass(text) }
        text.withUTF8Bytes { append($0) }
    }

    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        buffer[count] = byte
        count += 1
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(for: bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]).copyMemory(
            from: UnsafeRawBufferPointer(bytes))
        count += bytes.count
    }

    /// Passes the text on if it is long enough. Called at the end of each line.
    mutating func endLine() {
        if count >= Self.size { flush() }
    }

    @inline(__always)
    private mutating func makeRoom(for more: Int) {
        if more > buffer.count - count { grow(for: more) }
    }

    private mutating func grow(for more: Int) {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 2 * buffer.count + more)
        UnsafeMutableRawBufferPointer(larger).copyMemory(from: UnsafeRawBufferPointer(rebasing: written))
        buffer.deallocate()
        buffer = larger
    }

    private var written: UnsafeRawBufferPointer.SubSequence { UnsafeRawBufferPointer(buffer)[..<count] }

    /// Passes the text on.
    private mutating func flush() {
        if isWanted, count > 0 { isWanted = sink(String(decoding: written, as: UTF8.self)) }
        count = 0
    }

    /// Passes on a long text without a copy.
    private mutating func pass(_ text: String) {
        flush()
        if isWanted { isWanted = sink(text) }
    }
}
