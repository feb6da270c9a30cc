/// Suggests a known word for a mistyped one. A suggestion is only displayed, never acted on.
enum Suggestion {
    /// Returns the nearest of the words, or `nil` if none of them is near enough.
    ///
    /// - Parameter limit: The maximum number of typing errors. Defaults to one for every three characters.
    static func nearest(to word: String, among words: [String], within limit: Int? = nil) -> String? {
        let word = word.lowercased()
        let distances = words.map { (word: $0, distance: distance(from: word, to: $0.lowercased())) }
        guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
        return nearest.distance <= limit ?? max(1, word.count / 3) ? nearest.word : nil
    }

    /// The number of characters to add, remove, replace or swap with the next one, to turn one word into the other.
    private static func distance(from first: String, to second: String) -> Int {
        let (first, second) = (Array(first), Array(second))
        var rows = [Array(0...second.count)]
        for (line, character) in first.enumerated() {
            var row = [line + 1]
            for (column, other) in second.enumerated() {
                let replaced = rows[line][column] + (character == other ? 0 : 1)
                var least = min(replaced, rows[line][column + 1] + 1, row[column] + 1)
                if line > 0, column > 0, character == second[column - 1], first[line - 1] == other {
                    least = min(least, rows[line - 1][column - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
