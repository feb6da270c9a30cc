/// Text on its way to where it is wanted, in pieces, so that what is printed never lies in memory as a whole.
struct TextPieces {
    /// What has not been given away yet.
    var text = ""
    /// Whether more is wanted.
    private(set) var isWanted = true
    private let sink: (String) -> Bool

    /// How long a piece is, in bytes of UTF-8, or a line longer.
    private static let size = 1 << 16

    /// Pieces for a function that takes one, and tells whether it wants more.
    init(_ sink: @escaping (String) -> Bool) {
        self.sink = sink
    }

    /// Gives the text away if it is long enough. Called where a line ends.
    mutating func endLine() {
        if text.utf8.count >= Self.size { flush() }
    }

    /// Gives away what there is.
    mutating func flush() {
        if isWanted, !text.isEmpty { isWanted = sink(text) }
        text = ""
    }
}
