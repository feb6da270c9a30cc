/// An error that concerns the values of keys, whole objects or migrations. The failed operation changes nothing, except
/// that after `PreferenceValueError.Code.oldKeysNotRemoved` the new values are set.
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
public struct PreferenceValueError: CodedError {
    /// The kind of the error.
    public let code: Code
    /// The path of the value, which begins with the key, or `nil` if the error concerns a whole object, a migration or
    /// its record. If the error concerns two paths, this is the first one.
    public let path: PropertyListPath?
    /// The error that the body of an update has thrown, or that has prevented the removal of old values, or `nil` for
    /// other errors.
    public let underlyingError: (any Error)?
    /// The part of the description before the reason.
    private let clause: String
    /// The part of the description after a colon, or `nil` if there is none.
    package let reason: String?

    init(
        _ code: Code, _ clause: String, reason: String? = nil, at path: PropertyListPath? = nil,
        cause: (any Error)? = nil
    ) {
        (self.code, self.path, underlyingError, self.clause) = (code, path, cause, clause)
        self.reason = reason ?? cause.map { "\($0)" }
    }

    /// A description of the error, as a sentence without a full stop.
    public var description: String { reason.map { "\(clause): \($0)" } ?? clause }

    /// Returns the error with another underlying error.
    package func caused(by cause: any Error) -> Self { Self(code, clause, at: path, cause: cause) }

    /// Returns whether two errors have the same code, path and description.
    public static func == (left: Self, right: Self) -> Bool {
        left.code == right.code && left.path == right.path && left.description == right.description
    }

    /// Adds the code and the description to a hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(description)
    }
}

/// Errors of values.
extension PreferenceValueError {
    /// Returns the error for a stored value whose type differs from the type of the key.
    public static func wrongType(at path: PropertyListPath, expected: String, found: PropertyListType) -> Self {
        Self(.wrongType, "'\(path)' is \(found.withArticle), not \(expected)", at: path)
    }

    /// Returns the error for a stored value that cannot be decoded. `reason` ends the description of the error.
    public static func corrupt(at path: PropertyListPath, reason: String) -> Self {
        Self(.corrupt, "'\(path)' cannot be read", reason: reason, at: path)
    }

    /// Returns the error for a value that a property list cannot hold. `reason` ends the description of the error.
    public static func unstorable(at path: PropertyListPath, reason: String) -> Self {
        Self(.unstorable, "'\(path)' cannot be stored", reason: reason, at: path)
    }
}

extension ErrorCode where Failure == PreferenceValueError {
    /// The value has another type than its key or a step of a migration, or cannot be converted to the type.
    public static var wrongType: Self { Self() }
    /// The stored value has the right type but cannot be decoded.
    public static var corrupt: Self { Self() }
    /// A property list cannot hold the value.
    public static var unstorable: Self { Self() }
    /// The key does not allow the value; see ``PreferenceKey/init(_:default:in:)``.
    public static var notAllowed: Self { Self() }
}
