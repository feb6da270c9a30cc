import Foundation
import Testing

/// The shortest way through the command: what a broken build shows first.
@Suite(.waiting) struct SmokeTests {
    let scratch = Scratch()

    @Test("what is written is read back")
    func roundTrip() throws {
        #expect(try scratch.defaults("write", "com.example.Editor", "FontSize", "-int", "14").status == 0)
        let outcome = try scratch.defaults("read", "com.example.Editor", "FontSize")
        #expect(outcome == Outcome(status: 0, output: Array("14\n".utf8), error: ""))
        #expect(try Foreign.foundation(scratch.file("com.example.Editor"))["FontSize"] as? Int == 14)
    }

    @Test("each program answers with its version and its help")
    func versions() throws {
        let version = try scratch.defaults("--version")
        let text = version.text.trimmingCharacters(in: .newlines)
        #expect(version.status == 0)
        #expect(text.hasPrefix("defaults "))
        for line in ["defaults -v", "defaults -V"] { #expect(try scratch.bash(line) == version, "\(line)") }
        for name in ["plutil", "PlistBuddy"] {
            try scratch.bash("\(name) --version").expect(0, text: "\(name) (\(text))\n", error: "")
            let help = try scratch.bash("\(name) --help")
            help.expect(0, error: "")
            #expect(help.text == (try scratch.bash("\(name) \(name == "plutil" ? "-help" : "-h")").text))
        }
    }

    @Test("arrays survive the static link")
    func arrays() throws {
        #expect(try scratch.defaults("write", "D", "K", "-array", "a", "(b, c)", "{k = v;}").status == 0)
        #expect(try scratch.defaults("export", "D", "./out.plist").status == 0)
        #expect(try scratch.defaults("import", "E", "./out.plist").status == 0)
        #expect(try scratch.defaults("read", "E").text == scratch.defaults("read", "D").text)
    }
}
