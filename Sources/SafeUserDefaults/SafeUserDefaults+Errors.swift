/// The errors of functions that cannot throw.
extension SafeUserDefaults {
    /// A function that receives the errors of functions that cannot throw. It is called on an arbitrary thread.
    ///
    /// The errors are `PreferencesError` for an invalid name or a file that cannot be read or written, and
    /// `PreferenceValueError` for an object that a property list cannot hold. Without a handler, each of the first 100
    /// different errors is printed once on standard error. A last line then says that further errors are not printed.
    ///
    /// ```swift
    /// SafeUserDefaults.errorHandler = { error in log("\(error)") }
    /// ```
    public static var errorHandler: (@Sendable (any Error) -> Void)? {
        get { ErrorReports.currentHandler }
        set { ErrorReports.currentHandler = newValue }
    }

    /// The error of the last automatic save. If there is none, the error of the last assignment that typed preferences
    /// of the same domain refused.
    ///
    /// The error of an assignment remains until the key is set or reset, or until ``synchronize()`` succeeds. An object
    /// that a function of this class refuses is reported to the ``errorHandler`` only.
    public var saveFailure: (any Error)? { suite.current.saveFailure }
}
