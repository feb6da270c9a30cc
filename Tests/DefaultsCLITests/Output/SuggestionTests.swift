import Testing

@testable import DefaultsCLI
@testable import ToolSupport

/// What is guessed for a word that is not known.
struct SuggestionTests {
    private static let words = ["read", "read-type", "write", "delete", "import", "export", "domains", "help"]

    @Test(
        "a slip of the fingers is recognised",
        arguments: [
            ("reed", "read"), ("rea", "read"), ("readd", "read"), ("READ", "read"),
            ("writ", "write"), ("imports", "import"),
            ("exprt", "export"), ("domain", "domains"), ("readtype", "read-type"), ("hlp", "help"), ("delet", "delete"),
            ("dlete", "delete"),
        ])
    func near(word: String, suggestion: String) {
        #expect(Suggestion.nearest(to: word, among: Self.words) == suggestion)
    }

    @Test(
        "what is far from every word is not guessed",
        arguments: ["", "x", "xyzzy", "com.example.Editor", "transmogrify", "--version"])
    func far(word: String) {
        #expect(Suggestion.nearest(to: word, among: Self.words) == nil)
    }

    @Test("among nothing there is nothing")
    func nothing() {
        #expect(Suggestion.nearest(to: "read", among: []) == nil)
    }

    /// The distance by its definition: the fewest errors that turn one word into the other.
    private static func distance(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Int {
        var rows = [Array(0...second.count)]
        let (first, second) = (Array(first), Array(second))
        for line in first.indices {
            var row = [line + 1]
            for column in second.indices {
                var least = min(
                    rows[line][column] + (first[line] == second[column] ? 0 : 1), rows[line][column + 1] + 1,
                    row[column] + 1)
                if line > 0, column > 0, first[line] == second[column - 1], first[line - 1] == second[column] {
                    least = min(least, rows[line - 1][column - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }

    @Test("a word is suggested if and only if it has few enough errors", arguments: 0...4)
    func limit(limit: Int) {
        // All words of up to five letters of a small alphabet have each kind of error.
        var words = [""]
        for _ in 0..<4 { words += words.flatMap { word in ["a", "b"].map { word + $0 } } }
        for first in Set(words) {
            for second in Set(words) where first != second {
                let errors = Self.distance(ArraySlice(first.utf8), ArraySlice(second.utf8))
                let suggestion = Suggestion.nearest(to: first, among: [second], within: limit)
                #expect((suggestion != nil) == (errors <= limit), "\(first) \(second)")
            }
        }
    }

    @Test("of several words the nearest is suggested, and the first of equally near ones")
    func nearest() {
        #expect(Suggestion.nearest(to: "reax", among: ["road", "read", "real"], within: 3) == "read")
        #expect(Suggestion.nearest(to: "READ", among: ["red", "read"], within: 3) == "read")
    }
}
