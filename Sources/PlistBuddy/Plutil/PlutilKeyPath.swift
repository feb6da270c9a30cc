import PropertyList

/// A key path of plutil: keys and indices that are separated by dots. A dot in a key has a backslash.
struct PlutilKeyPath: Equatable {
    /// The path in the user's spelling.
    let text: String
    /// The keys and indices. The empty text is the path of the empty key, because Apple's tool has no path of the root.
    let path: PropertyListPath

    /// Parses a path. A backslash that does not precede a dot is part of a key.
    init(_ text: String) {
        self.text = text
        var components: [[UInt8]] = [[]]
        for byte in text.utf8 {
            let last = components.count - 1
            if byte != UInt8(ascii: ".") {
                components[last].append(byte)
            } else if components[last].last == UInt8(ascii: "\\") {
                components[last][components[last].count - 1] = byte
            } else {
                components.append([])
            }
        }
        path = PropertyListPath(components.map { String(decoding: $0, as: UTF8.self) })
    }
}
