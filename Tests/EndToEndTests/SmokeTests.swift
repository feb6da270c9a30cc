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

    @Test("arrays survive the static link")
    func arrays() throws {
        #expect(try scratch.defaults("write", "D", "K", "-array", "a", "(b, c)", "{k = v;}").status == 0)
        #expect(try scratch.defaults("export", "D", "./out.plist").status == 0)
        #expect(try scratch.defaults("import", "E", "./out.plist").status == 0)
        #expect(try scratch.defaults("read", "E").text == scratch.defaults("read", "D").text)
    }
}
