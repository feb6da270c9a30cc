public import PropertyList
import DefaultsCore

extension Preferences {
    /// The values in the arguments of a program, such as `-FontSize 14`. They take precedence over all stored values.
    ///
    /// A value that is a property list and begins with `{`, `(`, `<`, `"` or `[` is parsed. Any other value is text,
    /// which keys of numbers and booleans convert.
    public struct Arguments: Sendable {
        /// The values by stored name, to which no ``Preferences/KeyMapping`` is applied.
        public let contents: PropertyListDictionary

        /// Parses the arguments of a command line.
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
