import PropertyList

/// How a record tells the places of a step: `new=old`, or `new` alone where there is no old one.
///
/// Both are written as paths are; in the new one, an equals sign has a backslash before it.
enum MigrationWord {
    static func text(new: PropertyListPath?, old: PropertyListPath?) -> String {
        var text = new?.description ?? ""
        if text.utf8.contains(UInt8(ascii: "=")) {
            var escaped = ""
            for scalar in text.unicodeScalars {
                if scalar == "=" { escaped.unicodeScalars.append("\\") }
                escaped.unicodeScalars.append(scalar)
            }
            text = escaped
        }
        guard let old else { return text }
        text += "="
        text += old.description
        return text
    }

    /// The places that a word tells; nil where it is none.
    static func places(in word: String) -> (new: PropertyListPath, old: PropertyListPath?)? {
        var new = ""
        var rest = word.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "=" {
                guard let path = PropertyListPath(parsing: new),
                    let old = PropertyListPath(parsing: String(rest))
                else { return nil }
                return (path, old)
            }
            // What else a backslash stands before is for the path to judge.
            if scalar == "\\", let next = rest.popFirst() {
                if next != "=" { new.unicodeScalars.append(scalar) }
                new.unicodeScalars.append(next)
            } else {
                new.unicodeScalars.append(scalar)
            }
        }
        return PropertyListPath(parsing: new).map { ($0, nil) }
    }
}
