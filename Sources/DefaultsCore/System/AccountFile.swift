import Glibc

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
