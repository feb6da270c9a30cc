/// An error of a kind that programs can distinguish.
public protocol CodedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of the error.
    associatedtype Code: ErrorCode where Code.Failure == Self

    /// The kind of the error.
    var code: Code { get }
}

extension CodedError {
    /// Returns whether an error is of a kind.
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
public protocol ErrorCode: Hashable, Sendable, CustomStringConvertible {
    /// The type of the errors that have these codes.
    associatedtype Failure: CodedError where Failure.Code == Self
}

extension ErrorCode {
    /// Returns whether an error is of this kind.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? Failure)?.code == code }
}
