import Foundation
import Testing

/// No program opens preferences outside of its sandbox.
@Suite(.waiting, Strace.condition)
struct SandboxAuditTests {
    let scratch = Scratch()

    init() throws {
        try scratch.prepareSandboxes()
    }

    private static let probe = Executable.userDefaultsProbe
    private static let libraryProbe = (probe as NSString).deletingLastPathComponent + "/PreferencesProbe"

    /// Command lines, and what they print.
    private static let commands: [(String, String)] = [
        ("'\(probe)' set D k string new && '\(probe)' get D k && '\(probe)' get - k", "\"new\"\nnothing\n"),
        (
            "p='\(libraryProbe)'; \"$p\" set D k new && \"$p\" read D k && \"$p\" read E k",
            "\"new\"\nnothing\n"
        ),
        ("defaults write D k new && defaults read D k && defaults domains && defaults check", "new\nD\n"),
        ("defaults write -g k g && defaults read --effective D k && defaults -currentHost read", "g\n{\n}\n"),
    ]

    @Test("programs of all kinds see the sandbox, and open no preference file elsewhere", arguments: commands.indices)
    func audit(index: Int) throws {
        let (command, output) = Self.commands[index]
        for home in ["", "--home"] {
            let before = try TreeState(scratch.home)
            try Disk.write(command, to: scratch.path + "/command")
            let outcome = try scratch.inSandboxes(
                "strace -f -q -y -o trace -e trace=%file defaults sandbox \(home) -- sh command")
            #expect(outcome == Outcome(status: 0, output: Array(output.utf8), error: ""), "\(outcome)")
            let lines = try String(contentsOfFile: scratch.path + "/trace", encoding: .utf8).split(separator: "\n")
            let preferences = lines.filter { $0.contains(".plist") }
            #expect(preferences.contains { $0.contains(scratch.sandboxes + "/defaults-sandbox-") })
            // Foundation looks for files of any user, which no variable moves. They belong to the machine.
            let outside = preferences.filter {
                !$0.contains(scratch.sandboxes + "/defaults-sandbox-") && !$0.contains("\"/usr/local/etc/")
            }
            #expect(outside.isEmpty, "\(outside.joined(separator: "\n"))")
            #expect(!lines.contains { $0.contains(scratch.home + "/.config") || $0.contains(scratch.root + "/") })
            #expect(try TreeState(scratch.home) == before)
        }
    }
}
