/// Guesses what was meant by a word that is not known. The guess is only ever shown, never acted on.
enum Suggestion {
    /// The nearest of the words, if it is near enough to be a slip of the fingers.
    ///
    /// - Parameter limit: The largest number of slips. Defaults to one for every three characters.
    static func nearest(to word: String, among words: [String], within limit: Int? = nil) -> String? {
        let word = word.lowercased()
        let distances = words.map { (word: $0, distance: distance(from: word, to: $0.lowercased())) }
        guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
        return nearest.distance <= limit ?? max(1, word.count / 3) ? nearest.word : nil
    }

    /// How many characters have to be added, dropped, replaced or swapped with the next to make one word of the other.
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
