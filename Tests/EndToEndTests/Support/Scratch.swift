import Foundation
import Glibc
import PropertyList
import TestExtent
import Testing

/// A folder for one test, with a root for domains in it. It goes when the last reference does.
///
/// Nothing of the user's is seen or touched: programs get an environment of their own, with `HOME` in the folder.
final class Scratch: Sendable {
    let path: String

    /// Creates the folder. No test can run without one, so an error ends the tests.
    init() {
        do {
            path = try Self.makeFolder()
            for folder in ["/home", "/bin"] {
                try FileManager.default.createDirectory(atPath: path + folder, withIntermediateDirectories: true)
            }
            for name in ["defaults", "PlistBuddy", "plutil"] {
                try FileManager.default.createSymbolicLink(
                    atPath: path + "/bin/" + name, withDestinationPath: Executable.defaults)
            }
        } catch {
            fatalError("the folder of a test cannot be made: \(error)")
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The root that `defaults` is given.
    var root: String { path + "/root" }
    var home: String { path + "/home" }

    /// What programs are started with.
    var environment: [String: String] {
        [
            "PATH": "\(path)/bin:/usr/local/bin:/usr/bin:/bin", "HOME": home, "DEFAULTS_ROOT": root, "LC_ALL": "C",
            "TZ": "UTC",
        ]
    }

    /// The file of a domain.
    func file(_ domain: String) -> String { "\(root)/\(domain).plist" }

    /// Runs the release executable.
    @discardableResult
    func defaults(
        _ words: String..., input: [UInt8] = [], environment: [String: String]? = nil, outputPath: String? = nil
    ) throws -> Outcome {
        try defaults(words, input: input, environment: environment, outputPath: outputPath)
    }

    @discardableResult
    func defaults(
        _ words: [String], input: [UInt8] = [], environment: [String: String]? = nil, outputPath: String? = nil
    ) throws -> Outcome {
        try run([Executable.defaults] + words, input: input, environment: environment, outputPath: outputPath)
    }

    /// Runs a script in which `defaults` is the release executable.
    @discardableResult
    func bash(_ script: String, input: [UInt8] = [], environment: [String: String]? = nil) throws -> Outcome {
        try run(["/bin/bash", "-c", script], input: input, environment: environment)
    }

    /// Runs a program in the scratch folder and waits for it.
    @discardableResult
    func run(
        _ words: [String], input: [UInt8] = [], environment: [String: String]? = nil, outputPath: String? = nil
    ) throws -> Outcome {
        try start(words, input: input, environment: environment, outputPath: outputPath).outcome()
    }

    /// Starts a program in the scratch folder.
    func start(
        _ words: [String], input: [UInt8] = [], environment: [String: String]? = nil, outputPath: String? = nil
    ) throws -> ChildProcess {
        try start(words.map { Array($0.utf8) }, input: input, environment: environment, outputPath: outputPath)
    }

    /// Runs a program with arguments that need not be text.
    func run(_ words: [[UInt8]], environment: [String: String]? = nil) throws -> Outcome {
        try start(words, environment: environment).outcome()
    }

    func start(
        _ words: [[UInt8]], input: [UInt8] = [], environment: [String: String]? = nil, outputPath: String? = nil
    ) throws -> ChildProcess {
        try ChildProcess(
            words, environment: environment ?? self.environment, folder: path, input: input, outputPath: outputPath)
    }

    /// The system's temporary folder, without symbolic links in its path. The umask of the caller ends here.
    private static let temporary: String = {
        umask(0o022)
        return URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
    }()

    /// A new folder below the system's temporary one.
    static func makeFolder() throws -> String {
        let path = temporary + "/defaults-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }
}

/// The programs under test.
enum Executable {
    /// The static release executable. The tests fail without it.
    static let defaults = BuiltProgram.defaults

    /// A program of the package that keeps its preferences with Foundation's `UserDefaults`.
    static let userDefaultsProbe = BuiltProgram.path(of: "UserDefaultsProbe")

    static let package = BuiltProgram.package

    /// The condition of tests that need programs which not every machine has.
    static func condition(_ names: String...) -> ConditionTrait {
        .enabled(if: names.allSatisfy(isInstalled), "\(names.joined(separator: " or ")) is not installed")
    }

    static func isInstalled(_ name: String) -> Bool { InstalledProgram.path(of: name) != nil }
}
