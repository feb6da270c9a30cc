extension CompletionShell {
    /// The value of `COMP_TYPE` if bash only lists the words and does not insert anything.
    private static let listing = Array("63".utf8)

    /// Returns the end of the line that begins with the program.
    func program(from start: Int, in line: [UInt8]) -> String {
        let starts = ShellLine(line, .bash).starts.dropFirst()
        return String(decoding: line.dropFirst(Array(starts)[start]), as: UTF8.self)
    }

    func bashAnswer(_ candidates: [Completion.Candidate], to arguments: [[UInt8]]) -> [UInt8] {
        let word = ShellLine(arguments[0], .bash).words.last ?? ""
        let text = BashText(line: arguments[0], replaced: arguments[1])
        let isListing = arguments.count > 2 && arguments[2] == Self.listing
        let texts = candidates.lazy.filter { $0.text.hasScalarPrefix(word) }.compactMap { candidate in
            text.text(of: candidate.text).map { isListing && candidate.isGroup ? $0 + "..." : $0 }
        }
        return Self.lines(["words"] + texts, of: self)
    }
}
