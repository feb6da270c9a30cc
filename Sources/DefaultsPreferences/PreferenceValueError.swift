/// An error that occurs when the value of a key cannot be decoded or stored. The failed operation changes nothing.
///
/// If a file cannot be read or written, the error is a `PreferencesError`. A missing value is not an error.
///
/// ```swift
/// do {
///     try preferences.set(12, for: .volume)
/// } catch let error as PreferenceValueError where error.code == .notAllowed {
///     show("\(error)")
/// }
/// ```
public struct PreferenceValueError: Error, Hashable, Sendable {
    /// The error with its details.
    package enum Reason: Hashable, Sendable {
        case wrongType(expected: String, found: PropertyListType)
        case corrupt(String)
        case unstorable(String)
        /// The text describes how the value breaks the rule of the key. It ends a sentence that begins with the path.
        case notAllowed(String)
    }

    package let reason: Reason
    /// The path of the value, which begins with the key.
    public let path: PropertyListPath

    init(_ reason: Reason, at path: PropertyListPath) {
        (self.reason, self.path) = (reason, path)
    }

    /// Returns the error for a stored value whose type differs from the type of the key.
    public static func wrongType(
        at path: PropertyListPath, expected: String, found: PropertyListType
    ) -> PreferenceValueError {
        PreferenceValueError(.wrongType(expected: expected, found: found), at: path)
    }

    /// Returns the error for a stored value that cannot be decoded. `reason` ends the description of the error.
    public static func corrupt(at path: PropertyListPath, reason: String) -> PreferenceValueError {
        PreferenceValueError(.corrupt(reason), at: path)
    }

    /// Returns the error for a value that a property list cannot hold. `reason` ends the description of the error.
    public static func unstorable(at path: PropertyListPath, reason: String) -> PreferenceValueError {
        PreferenceValueError(.unstorable(reason), at: path)
    }
}

extension ErrorCode where Failure == PreferenceValueError {
    /// The type of the stored value differs from the type of the key.
    public static var wrongType: Self { Self() }
    /// The stored value has the right type but cannot be decoded.
    public static var corrupt: Self { Self() }
    /// A property list cannot hold the value.
    public static var unstorable: Self { Self() }
    /// The key does not allow the value; see ``PreferenceKey/init(_:default:in:)``.
    public static var notAllowed: Self { Self() }
}

extension PreferenceValueError: CodedError {
    /// The kind of the error.
    public var code: Code { explanation.code }

    /// A description of the error, as a sentence without a full stop.
    public var description: String { explanation.text }

    private var explanation: (code: Code, text: String) {
        switch reason {
        case .wrongType(let expected, let found): (.wrongType, "'\(path)' is \(found.withArticle), not \(expected)")
        case .corrupt(let reason): (.corrupt, "'\(path)' cannot be read: \(reason)")
        case .unstorable(let reason): (.unstorable, "'\(path)' cannot be stored: \(reason)")
        case .notAllowed(let rule): (.notAllowed, "'\(path)' \(rule)")
        }
    }
}
