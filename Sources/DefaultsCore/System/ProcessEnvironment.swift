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

/// The accounts that `/etc/passwd` lists.
///
/// The file is read directly. `getpwuid` loads libraries at run time to ask other sources too, which a static executable cannot rely on.
enum AccountFile {
    /// The home folder of the real user's account; `/` if the file does not list the account.
    static var home: String {
        let contents = try? FilePaths.openForReading("/etc/passwd").read(atMost: 1 << 24)
        return contents.flatMap { home(of: getuid(), in: $0) } ?? "/"
    }

    /// The home folder of an account; nil if the contents do not list the account, or give it no absolute path in UTF-8.
    ///
    /// - Parameter contents: Lines of the form `name:password:user:group:comment:home:shell`. The first one for a user counts.
    static func home(of user: UInt32, in contents: [UInt8]) -> String? {
        for line in contents.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard fields.count >= 6, UInt32(String(decoding: fields[2], as: UTF8.self)) == user else { continue }
            guard let home = String(validating: fields[5], as: UTF8.self), home.utf8.first == UInt8(ascii: "/") else {
                return nil
            }
            return home
        }
        return nil
    }
}
