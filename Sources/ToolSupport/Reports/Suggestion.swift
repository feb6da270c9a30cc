/// Suggests a known word for a mistyped one. A suggestion is only displayed, never acted on.
package enum Suggestion {
    /// Returns the nearest of the words, or `nil` if none of them is near enough.
    ///
    /// - Parameter limit: The maximum number of typing errors. Defaults to one for every three characters.
    package static func nearest(to word: String, among words: some Sequence<String>, within limit: Int? = nil)
        -> String?
    {
        let typed = folded(word)
        var limit = limit ?? max(1, word.count / 3)
        var nearest: String?
        for candidate in words {
            guard let errors = distance(from: typed, to: folded(candidate), within: limit) else { continue }
            nearest = candidate
            // Only a nearer word can replace this one.
            guard errors > 0 else { break }
            limit = errors - 1
        }
        return nearest
    }

    /// Returns the UTF-8 bytes of a text, with ASCII letters in lower case.
    private static func folded(_ text: String) -> [UInt8] {
        text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }

    /// Returns the edit distance of two words, or `nil` if it exceeds the limit. An edit adds, removes or replaces a
    /// byte, or swaps two adjacent bytes. Only columns whose distance from the diagonal is within the limit are
    /// computed.
    private static func distance(from first: [UInt8], to second: [UInt8], within limit: Int) -> Int? {
        if abs(first.count - second.count) > limit { return nil }
        let (far, width) = (limit + 1, second.count + 1)
        var (older, old) = ([Int](repeating: far, count: width), Array(0..<width))
        for line in first.indices {
            var row = [Int](repeating: far, count: width)
            row[0] = line + 1
            // Columns farther from the diagonal exceed the limit.
            let columns = max(0, line - limit)..<min(second.count, line + limit + 1)
            for column in columns {
                let replaced = old[column] + (first[line] == second[column] ? 0 : 1)
                var least = min(replaced, old[column + 1] + 1, row[column] + 1)
                if line > 0, column > 0, first[line] == second[column - 1], first[line - 1] == second[column] {
                    least = min(least, older[column - 1] + 1)
                }
                row[column + 1] = least
            }
            if row[columns.lowerBound...columns.upperBound].allSatisfy({ $0 > limit }), row[0] > limit { return nil }
            (older, old) = (old, row)
        }
        return old[second.count] <= limit ? old[second.count] : nil
    }
}
