extension Preferences {
    /// The values in the arguments of a program, such as `-FontSize 14`. They take precedence over all stored values.
    ///
    /// A value that is a property list and begins with `{`, `(`, `<`, `"` or `[` is parsed. Any other value is text. A
    /// key of a number or a boolean converts the text.
    public struct Arguments: Sendable {
        /// The values by stored name. The ``Preferences/KeyMapping`` does not apply.
        public let contents: PropertyListDictionary

        /// Parses the arguments of a command line.
        ///
        /// ```swift
        /// let arguments = Preferences.Arguments(["-FontSize", "20", "notes.txt"])
        /// let preferences = Preferences(domain: editor, store: store, arguments: arguments)
        /// let size = preferences[.fontSize]  // 20
        /// ```
        ///
        /// - Parameter arguments: The arguments without the program's name. If a key occurs more than once, the last
        ///   value is used.
        public init(_ arguments: [String]) {
            var pairs: [(String, PropertyListValue)] = []
            var rest = arguments[...]
            while let argument = rest.popFirst() {
                guard Self.isOption(argument), let value = rest.first else { continue }
                // The first of two consecutive options has no value.
                if Self.isOption(value), Double(value) == nil { continue }
                rest.removeFirst()
                pairs.append((String(argument.unicodeScalars.dropFirst()), Self.value(of: value)))
            }
            contents = PropertyListDictionary(pairs)
        }

        private static func isOption(_ argument: String) -> Bool {
            argument.hasScalarPrefix("-") && argument.utf8.count > 1
        }

        private static func value(of text: String) -> PropertyListValue {
            guard let first = text.utf8.first, "{(<\"[".utf8.contains(first) else { return .string(text) }
            return (try? PropertyListReader.read(Array(text.utf8)).value) ?? .string(text)
        }

        /// The arguments of this process.
        public static let process = Arguments(
            Platform.arguments.map { String(decoding: $0, as: UTF8.self) })

        /// An empty list of arguments.
        public static let none = Arguments([])
    }
}
