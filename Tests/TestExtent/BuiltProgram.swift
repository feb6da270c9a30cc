import Foundation

/// The programs of this package.
package enum BuiltProgram {
    /// The folder of the package.
    package static let package = URL(fileURLWithPath: #filePath).pathComponents.dropLast(3).joined(separator: "/")
        .replacingOccurrences(of: "//", with: "/")

    /// The executable that `Scripts/build` creates, or the one that `DEFAULTS_EXECUTABLE` names.
    package static let defaults =
        ProcessInfo.processInfo.environment["DEFAULTS_EXECUTABLE"] ?? "\(package)/.build/dist/defaults"

    /// Whether the executable exists.
    package static let hasDefaults = FileManager.default.isExecutableFile(atPath: defaults)

    /// Returns the path of a program that was built with the tests.
    package static func path(of name: String) -> String {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: bundle).deletingLastPathComponent().path + "/" + name
    }
}
