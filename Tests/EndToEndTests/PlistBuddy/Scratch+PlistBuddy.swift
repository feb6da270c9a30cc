import Foundation

extension Scratch {
    /// Runs PlistBuddy, which is a link to the release executable.
    @discardableResult
    func plistBuddy(_ arguments: String..., input: String = "", outputPath: String? = nil) throws -> Outcome {
        try plistBuddy(arguments, input: input, outputPath: outputPath)
    }

    /// Runs PlistBuddy.
    @discardableResult
    func plistBuddy(
        _ arguments: [String], input: String = "", environment: [String: String] = [:], outputPath: String? = nil
    ) throws -> Outcome {
        try run(
            [plistBuddy] + arguments, input: Array(input.utf8),
            environment: self.environment.merging(environment) { $1 }, outputPath: outputPath)
    }

    /// Returns the arguments that perform commands in a file.
    static func commands(_ commands: [String], in file: String) -> [String] {
        commands.flatMap { ["-c", $0] } + [file]
    }

    /// The variables with which bash runs PlistBuddy at the path of macOS, also in scripts.
    func libexecVariables() throws -> [String: String] {
        // Bash looks up functions before files also for names with slashes.
        try Disk.write("/usr/libexec/PlistBuddy() { PlistBuddy \"$@\"; }\n", to: path + "/libexec")
        return ["BASH_ENV": path + "/libexec"]
    }

    /// The path of the link.
    var plistBuddy: String { path + "/bin/PlistBuddy" }
}
