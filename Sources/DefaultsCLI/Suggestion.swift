/// Guesses what was meant by a word that is not known. The guess is only ever shown, never acted on.
enum Suggestion {
    /// The nearest of the words, if it is near enough to be a slip of the fingers.
    static func nearest(to word: String, among words: [String]) -> String? {
        let word = word.lowercased()
        let distances = words.map { (word: $0, distance: distance(from: word, to: $0.lowercased())) }
        guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
        return nearest.distance <= max(1, word.count / 3) ? nearest.word : nil
    }

    /// How many characters have to be added, dropped or replaced to make one word of the other.
    private static func distance(from first: String, to second: String) -> Int {
        let second = Array(second)
        var row = Array(0...second.count)
        for (index, character) in first.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in second.indices {
                let replaced = diagonal + (second[column] == character ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[second.count]
    }
}
