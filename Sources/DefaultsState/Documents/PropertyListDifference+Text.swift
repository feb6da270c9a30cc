package import PropertyList

extension PropertyListDifference {
    /// A line of readable text for an old or a new value.
    package struct Line {
        /// Whether ``value`` is the old value of the difference.
        package let isOld: Bool
        /// The path, without control characters.
        package let path: String
        /// The type and the value, or the text of a pattern.
        package let value: String

        /// The line, without a newline.
        package var text: String { "\(isOld ? "-" : "+") \(path): \(value)" }
    }

    /// The line of the old value, followed by the line of the new value. A missing value has no line.
    package var lines: [Line] {
        let path = path.title.escapingControlCharacters()
        let isLossless = differsInTypesAlone
        return [(true, old, oldPattern), (false, new, newPattern)].compactMap { isOld, value, pattern in
            value.map {
                Line(isOld: isOld, path: path, value: pattern ?? ValueText.line(for: $0, isLossless: isLossless))
            }
        }
    }

    /// Whether both values have the same type and are equal in plain JSON.
    private var differsInTypesAlone: Bool {
        guard let old, let new else { return false }
        return ValueText.line(for: old).hasSameScalars(as: ValueText.line(for: new))
    }
}
