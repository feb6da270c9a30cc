/// An error with a ``code`` that programs can match.
public protocol CodedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the error.
    var code: ErrorCode<Self> { get }
}

extension CodedError {
    /// The type of the error's codes. The codes are static properties of this type.
    public typealias Code = ErrorCode<Self>

    /// Returns whether an error has a code. `catch` and `switch` use this operator.
    public static func ~= (code: Code, error: Self) -> Bool { error.code == code }
}

/// A kind of error. Later versions may add kinds.
///
/// In a `catch` clause, a code matches the errors of its kind:
///
/// ```swift
/// do {
///     try preferences.synchronize()
/// } catch PreferencesError.Code.lockTimedOut {
///     retryLater()
/// }
/// ```
public struct ErrorCode<Failure: CodedError>: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code, such as `lockTimedOut`.
    public let description: String

    /// Creates a code. An error type declares its codes as static properties:
    ///
    /// ```swift
    /// extension ErrorCode where Failure == ServerError {
    ///     static var unavailable: Self { Self() }
    /// }
    /// ```
    ///
    /// - Parameter name: The name. Defaults to the name of the property.
    public init(_ name: String = #function) {
        description = name
    }

    /// Returns whether an error is a `Failure` with this code. A `catch` clause uses this operator.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? Failure)?.code == code }
}
