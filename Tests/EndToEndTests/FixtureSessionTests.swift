import Foundation
import Testing

/// A session as continuous integration has it: a root of its own, a fixture, a program that uses `UserDefaults`, and a
/// golden folder that the result is compared with.
@Suite(.waiting, .withoutSanitizer) struct FixtureSessionTests {
    let scratch = Scratch()

    init() throws {
        try Disk.makeFolder(scratch.path + "/golden")
        try Disk.write(
            #"{"FontSize": 12, "Scale": {"$real": "1.0"}, "Seen": {"$date": "2024-01-31T12:00:00Z"}, "#
                + #""Window": {"frame": [0, 0]}}"#,
            to: scratch.path + "/fixture.json")
        try Disk.write(
            Disk.xml(
                """
                <key>FontSize</key><integer>14</integer><key>Scale</key><real>1</real>\
                <key>Seen</key><date>2024-01-31T12:00:00Z</date>\
                <key>Window</key><dict><key>frame</key><array><integer>0</integer><integer>0</integer></array></dict>
                """), to: scratch.path + "/golden/com.example.Editor.plist")
    }

    /// `$1` is a program that keeps its preferences with Foundation.
    private static let session = """
        set -e
        export DEFAULTS_ROOT=$PWD/root
        defaults import com.example.Editor ./fixture.json
        XDG_CONFIG_HOME=$DEFAULTS_ROOT "$1" set com.example.Editor FontSize int "$2"
        defaults diff ./golden ./root
        """

    private func run(fontSize: String, trace: [String] = []) throws -> Outcome {
        let words = trace + ["/bin/bash", "-c", Self.session, "bash", Executable.userDefaultsProbe, fontSize]
        return try scratch.run(words)
    }

    @Test("the status says whether the result is the golden one, and the output what is not")
    func statuses() throws {
        #expect(try run(fontSize: "14") == .silence)
        let outcome = try run(fontSize: "15")
        outcome.expect(1, text: "[com.example.Editor]\n- FontSize: integer 14\n+ FontSize: integer 15\n", error: "")
        try scratch.succeed("write", "com.example.Other", "K", "v")
        let other = try scratch.defaults("diff", "./golden", "./root")
        #expect(other.text.hasSuffix("[com.example.Other]\n+ K: string \"v\"\n"))
        let ignoring = try scratch.defaults("diff", "--ignore", "FontSize", "--ignore", "K", "./golden", "./root")
        #expect(ignoring == .silence)
    }

    @Test("for programs, the same as JSON")
    func json() throws {
        _ = try run(fontSize: "15")
        let outcome = try scratch.defaults("diff", "--json", "./golden", "./root")
        let object = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? NSDictionary
        let expected: NSDictionary = [
            "schema": 1,
            "differences": [["domain": "com.example.Editor", "path": ["FontSize"], "old": 14, "new": 15]] as NSArray,
        ]
        #expect(outcome.status == 1)
        #expect(object == expected)
        #expect(
            try scratch.defaults("diff", "--json", "./root", "./root").text
                == "{\n  \"differences\": [],\n  \"schema\": 1\n}\n")
    }

    @Test("nothing outside the root is opened for writing", Strace.condition)
    func writes() throws {
        let trace = ["/usr/bin/env", "strace", "-f", "-y", "-q", "-o", scratch.path + "/trace", "-e"]
        #expect(try run(fontSize: "14", trace: trace + ["trace=%file,ftruncate,fchmod,fchown"]).status == 0)
        let calls = try String(contentsOfFile: scratch.path + "/trace", encoding: .utf8).split(separator: "\n")
        let writing = calls.filter { call in
            !call.contains(" = -1 ")
                && [
                    "O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", " rename", " unlink", " mkdir", " link", " symlink",
                    " truncate", " chmod",
                ]
                .contains { call.contains($0) }
        }
        #expect(writing.count >= 4)
        // A folder is created below the descriptor of its parent.
        let inside = [scratch.root, #"<\#(scratch.path)>, "root","#, "/dev/null", "/dev/tty"]
        let outside = writing.filter { call in !inside.contains { call.contains($0) } }
        #expect(outside.isEmpty, "\(outside.joined(separator: "\n"))")
    }
}
