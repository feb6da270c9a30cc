import Foundation

/// The answers of an instance as text that distinguishes all types, so that those of two classes can be compared.
enum Answers {
    /// The functions that return a value for a key, by their names.
    static let functions: [(name: String, answer: @Sendable (UserDefaults, String) -> String)] = [
        ("object", { text(of: $0.object(forKey: $1)) }),
        ("string", { text(of: $0.string(forKey: $1)) }),
        ("array", { text(of: $0.array(forKey: $1)) }),
        ("dictionary", { text(of: $0.dictionary(forKey: $1)) }),
        ("data", { text(of: $0.data(forKey: $1)) }),
        ("stringArray", { text(of: $0.stringArray(forKey: $1)) }),
        ("integer", { text(of: $0.integer(forKey: $1)) }),
        ("float", { text(of: $0.float(forKey: $1)) }),
        ("double", { text(of: $0.double(forKey: $1)) }),
        ("bool", { text(of: $0.bool(forKey: $1)) }),
        ("url", url),
        ("objectIsForced", { text(of: $0.objectIsForced(forKey: $1)) }),
    ]

    /// Foundation ends the program if data is not an archive, and takes a text with a scheme for a path.
    @Sendable private static func url(_ defaults: UserDefaults, key: String) -> String {
        switch defaults.object(forKey: key) {
        case is Data: "not asked"
        case let text as String where URL(string: text, encodingInvalidCharacters: false)?.scheme != nil: "not asked"
        default: text(of: defaults.url(forKey: key)?.absoluteString)
        }
    }

    /// The text of a value. Foundation on Linux wraps the elements of containers in optionals; casts ignore that.
    static func text(of value: Any?) -> String {
        switch value {
        case nil: "nil"
        case let text as String where type(of: text) == String.self: "\"\(text)\""
        case let data as Data: "Data \(data.map { String($0, radix: 16) })"
        case let date as Date: "Date \(date.timeIntervalSinceReferenceDate)"
        case let elements as [Any]: "[" + elements.map(text).joined(separator: ", ") + "]"
        case let fields as [String: Any]:
            "{" + fields.sorted { $0.key < $1.key }.map { "\($0): \(text(of: $1))" }.joined(separator: ", ") + "}"
        case let value?: "\(type(of: unwrapped(value))) \(unwrapped(value))"
        }
    }

    private static func unwrapped(_ value: Any) -> Any {
        guard let optional = value as? any OptionalValue, let content = optional.content else { return value }
        return unwrapped(content)
    }
}

private protocol OptionalValue {
    var content: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var content: Any? { self }
}
