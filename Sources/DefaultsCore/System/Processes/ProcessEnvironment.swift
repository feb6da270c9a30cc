import Glibc

/// The environment variables and the account of a process.
///
/// They are passed to every type that needs them, so that tests can replace them.
public struct ProcessEnvironment: Sendable {
    /// Returns the value of a variable, or `nil` if it is not set. Bytes that are not UTF-8 are replaced by U+FFFD.
    public let variable: @Sendable (String) -> String?
    /// Returns whether the value of a variable is valid UTF-8, or true if the variable is not set. A path that is not
    /// UTF-8 cannot be used, because replacing its invalid bytes gives the name of a different file.
    public let isText: @Sendable (String) -> Bool
    /// Returns the home folder of the account.
    public let accountHome: @Sendable () -> String

    /// Creates an environment from functions.
    ///
    /// - Parameters:
    ///   - variable: Returns the value of a variable, or `nil` if it is not set.
    ///   - isText: Returns whether the value of a variable is UTF-8. Defaults to true for every variable.
    ///   - accountHome: Returns the home folder of the account.
    public init(
        variable: @escaping @Sendable (String) -> String?,
        isText: @escaping @Sendable (String) -> Bool = { _ in true },
        accountHome: @escaping @Sendable () -> String
    ) {
        self.variable = variable
        self.isText = isText
        self.accountHome = accountHome
    }

    /// The environment of this process. The home folder of the account comes from `/etc/passwd`.
    public static let current = ProcessEnvironment(
        variable: { name in getenv(name).map { String(cString: $0) } },
        isText: { name in getenv(name).map { String(validatingCString: $0) != nil } ?? true },
        accountHome: { AccountFile.home }
    )
}

/// The accounts in `/etc/passwd`.
///
/// The file is read directly: `getpwuid` loads libraries at run time, which a static executable cannot rely on.
enum AccountFile {
    /// The home folder of the real user's account, or `/` if the file does not list the account.
    static var home: String {
        let contents = try? FilePaths.openForReading("/etc/passwd").read(atMost: 1 << 24)
        return contents.flatMap { home(of: getuid(), in: $0) } ?? "/"
    }

    /// Returns the home folder of an account, or `nil` if the contents do not list the account with an absolute path in
    /// UTF-8.
    ///
    /// - Parameter contents: Lines of the form `name:password:user:group:comment:home:shell`. The first line of a user
    ///   is used.
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
