import Glibc

/// What the process was given: variables and an account. Injected, so that nothing else looks them up.
public struct ProcessEnvironment: Sendable {
    /// The value of a variable, nil where it is not set. What is no UTF-8 in it is replaced by U+FFFD.
    public let variable: @Sendable (String) -> String?
    /// Whether the value of a variable is UTF-8, or there is none. A path that is not would be another one as text.
    public let isText: @Sendable (String) -> Bool
    /// The home folder of the account; in ``current`` that of `/etc/passwd`.
    public let accountHome: @Sendable () -> String

    /// An environment of the given functions.
    public init(
        variable: @escaping @Sendable (String) -> String?,
        isText: @escaping @Sendable (String) -> Bool = { _ in true },
        accountHome: @escaping @Sendable () -> String
    ) {
        self.variable = variable
        self.isText = isText
        self.accountHome = accountHome
    }

    /// The environment of this process.
    public static let current = ProcessEnvironment(
        variable: { name in getenv(name).map { String(cString: $0) } },
        isText: { name in getenv(name).map { String(validatingCString: $0) != nil } ?? true },
        accountHome: { AccountFile.home }
    )
}
