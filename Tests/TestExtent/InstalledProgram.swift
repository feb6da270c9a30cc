import Foundation

/// The programs of this machine, for tests that are skipped if a program is missing.
public enum InstalledProgram {
    /// Returns the path of a program, or `nil` if it is not installed.
    public static func path(of name: String) -> String? {
        ["/usr/local/bin/", "/usr/bin/", "/bin/", "/usr/sbin/"].map { $0 + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
