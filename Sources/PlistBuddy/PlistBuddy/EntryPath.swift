/// The path of an entry on a command line of PlistBuddy, such as `:Windows:0:Title`.
struct EntryPath: Equatable {
    /// The path in the user's spelling, without quotes. Colons that belong to a key have a backslash.
    let text: String
    /// Whether the path is empty or begins with a colon. Such a path begins at the root. Other paths begin in the
    /// working container.
    let isAbsolute: Bool
    /// The keys and indices. A component is empty if no name precedes or follows a colon.
    let components: [String]

    /// Creates a path from a word without quotes and escapes.
    init(_ units: [PlistBuddyWords.Unit]) {
        var parts: [[UInt8]] = [[]]
        var text: [UInt8] = []
        for unit in units {
            let isColon = unit.byte == UInt8(ascii: ":")
            if isColon, unit.isEscaped { text.append(UInt8(ascii: "\\")) }
            text.append(unit.byte)
            if isColon, !unit.isEscaped { parts.append([]) } else { parts[parts.count - 1].append(unit.byte) }
        }
        self.text = String(decoding: text, as: UTF8.self)
        isAbsolute = parts[0].isEmpty
        if isAbsolute, parts.count > 1 { parts.removeFirst() }
        components = parts == [[]] ? [] : parts.map { String(decoding: $0, as: UTF8.self) }
    }
}
