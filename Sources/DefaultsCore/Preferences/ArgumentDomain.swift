public import PropertyList

/// The values given to a program as arguments, `-key value`, which come before all that is stored.
///
/// A value that begins like a property list (with `{`, `(`, `<`, `"` or `[`) is read as one, if it is one; any other is text, which keys
/// of numbers and truth values read as such.
public struct ArgumentDomain: Sendable {
    /// The values under the names they are stored under, after any ``KeyMapping``.
    public let contents: PropertyListDictionary

    /// The values in the words of a command line, without the program's name. Of several for one key the last counts.
    public init(_ arguments: [String]) {
        var pairs: [(String, PropertyListValue)] = []
        var words = arguments[...]
        while let word = words.popFirst() {
            guard word.hasPrefix("-"), word.count > 1, let value = words.first else { continue }
            // Two options in a row: the first has no value.
            if value.hasPrefix("-"), value.count > 1, Double(value) == nil { continue }
            words.removeFirst()
            pairs.append((String(word.dropFirst()), Self.value(of: value)))
        }
        contents = PropertyListDictionary(pairs)
    }

    private static func value(of text: String) -> PropertyListValue {
        guard let first = text.first, "{(<\"[".contains(first) else { return .string(text) }
        return (try? PropertyListReader.read(Array(text.utf8)).value) ?? .string(text)
    }

    /// The arguments of this process.
    public static let process = ArgumentDomain(Platform.arguments.map { String(decoding: $0, as: UTF8.self) })

    /// No arguments.
    public static let none = ArgumentDomain([])
}
