import Foundation
import Testing

/// A set-up script of a Mac runs unchanged, in the two ways that `defaults-compatibility(7)` describes.
@Suite(.waiting) struct SandboxScriptTests {
    let scratch = Scratch()

    private static let script = "'\(Executable.package)/Tests/EndToEndTests/Fixtures/setup.sh'"

    /// Runs a command line with a home folder.
    private func run(_ line: String, home: String) throws -> Outcome {
        try Disk.makeFolder("\(scratch.path)/\(home)")
        var environment = try scratch.environment.merging(scratch.libexecVariables()) { $1 }
        environment["DEFAULTS_ROOT"] = nil
        environment["HOME"] = "\(scratch.path)/\(home)"
        return try scratch.bash(line, environment: environment)
    }

    @Test("what a script sets in a sandbox can be applied, equals what it sets in a linked home, and can be removed")
    func twoWays() throws {
        let silence = Outcome.silence
        let sandbox = "defaults sandbox --home --save machine.json -- bash \(Self.script)"
        #expect(try run(sandbox, home: "applied") == silence)
        #expect(try run("defaults apply --id macos machine.json", home: "applied") == silence)
        #expect(try run("defaults apply --id macos --exit-code machine.json", home: "applied") == silence)
        let link = "mkdir ~/.config ~/Library; ln -s ../.config ~/Library/Preferences"
        #expect(try run("\(link); DEFAULTS_LIBRARY=~/Library bash \(Self.script)", home: "linked") == silence)

        // The path of the home folder is inside this value.
        let compare = "defaults --root ~/.config diff --ignore NewWindowTargetPath ./applied/.config ./linked/.config"
        #expect(try run(compare, home: "applied") == silence)
        let finder = try run("defaults read --json=plain com.example.finder StandardViewSettings", home: "applied").text
        #expect(finder.contains("\"gridSpacing\": 100"), "\(finder)")
        #expect(try run("defaults domains | tr ' ' '\\n' | wc -l", home: "applied").text != "1\n")

        #expect(try run("defaults apply --id macos --remove", home: "applied") == silence)
        #expect(try run("defaults --root ~/.config snapshot", home: "applied").text == "{}\n")
    }
}
