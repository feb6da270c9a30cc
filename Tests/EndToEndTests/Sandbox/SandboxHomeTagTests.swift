import Foundation
import Testing

/// Strings that begin with the home folder are the same for every home folder.
@Suite(.waiting) struct SandboxHomeTagTests {
    let scratch = Scratch()

    init() throws {
        try scratch.prepareSandboxes()
        try Disk.write(
            """
            defaults write D file "$HOME/notes.txt"
            defaults write D home "$HOME"
            defaults write D list -array "$HOME/a" "/b$HOME" "${HOME}x"
            defaults write D url "file://$(echo "$HOME" | sed 's/ /%20/g')/a%20b"
            defaults write D map -dict k "$HOME/é" '$home' /literal
            """, to: scratch.path + "/script")
    }

    private static let contents =
        #"{"D":{"file":{"$home":"/notes.txt"},"home":{"$home":""},"list":[{"$home":"/a"},"/bH","Hx"],"#
        + #""map":{"$home":"/literal","k":{"$home":"/é"}},"url":{"$home":"file:///a%20b"}}}"#

    /// Removes white space, and names of home folders that are not tagged.
    private func compact(_ name: String) throws -> String {
        try scratch.bash("sed 's,/[^\"]*/defaults-sandbox-[^\"x]*,H,g; s,\(scratch.home),H,g' \(name) | tr -d ' \\n'")
            .text
    }

    @Test("they are tags in what is written, and match in each sandbox", arguments: ["", "--home"])
    func roundTrip(option: String) throws {
        let run = "defaults sandbox \(option) --expect expected.json"
        let first = try scratch.inSandboxes(
            """
            defaults write D unrelated x
            sed -i "s,\\${HOME}x,other," script; sed -i 's,"/b$HOME",b,' script
            \(run) --save saved.json --update -- sh script && \(run) -- sh script
            """)
        #expect(first == .silence)
        let expected = Self.contents.replacingOccurrences(of: #""/bH","Hx""#, with: #""b","other""#)
        #expect(try compact("expected.json") == expected)
        #expect(try compact("saved.json") == expected)
        // Filled from the document, the sandbox has the strings of its own home folder, and is as expected.
        let second = try scratch.inSandboxes("\(run) --from saved.json -- sh -c 'defaults read D home; echo \"$HOME\"'")
        let lines = second.text.components(separatedBy: "\n")
        #expect(second.status == 0, "\(second.text)\(second.error)")
        #expect(lines.count == 3, "\(second.text)\(second.error)")
        #expect(lines[0] == lines[1], "\(second.text)\(second.error)")
    }

    @Test(
        "property lists cannot contain them, so values with the home folder of a sandbox are not written to these",
        arguments: ["folder", "new/", "state.plist"],
        ["home \"$HOME\"", "home -array x \"file://$HOME/b\"", "home \"in $HOME\"", "home -dict \"$HOME\" x"])
    func propertyLists(expectation: String, change: String) throws {
        try scratch.bash("mkdir folder; defaults convert --format xml -o state.plist state.json")
        let before = try TreeState(scratch.path + "/folder")
        let state = try Disk.bytes(scratch.path + "/state.plist")
        try Disk.write("defaults write D k v; defaults write D \(change)", to: scratch.path + "/script")
        let run = "defaults sandbox --home --expect \(expectation) --update"
        let outcome = try scratch.inSandboxes("\(run) -- sh script")
        outcome.expect(65, complaints: 1)
        #expect(outcome.error.contains("'home"), "\(outcome)")
        #expect(outcome.error.contains("domain 'D'"), "\(outcome)")
        #expect(try TreeState(scratch.path + "/folder") == before)
        #expect(!Disk.exists(scratch.path + "/new"))
        #expect(try Disk.bytes(scratch.path + "/state.plist") == state)
        // Without the key, each later run has the same preferences.
        #expect(try scratch.inSandboxes("\(run) --except home -- sh script") == .silence)
        let again = "defaults sandbox --home --expect \(expectation) --except home -- sh script"
        #expect(try scratch.inSandboxes(again) == .silence)
    }

    @Test("without a home folder of its own, a sandbox has the same strings each time")
    func usersHome() throws {
        let run = "defaults sandbox --expect folder/"
        #expect(try scratch.inSandboxes("\(run) --update -- sh script && \(run) -- sh script") == .silence)
    }

    @Test("only whole components of the home folder are tags")
    func components() throws {
        let outcome = try scratch.inSandboxes("defaults sandbox --save saved.json -- sh script")
        #expect(outcome == .silence)
        #expect(try compact("saved.json") == Self.contents)
    }

    @Test("apply takes the home folder of the user, and other readers of documents do, too")
    func otherVerbs() throws {
        let state = #"{"D":{"file":{"$home":"/x"},"m":{"$merge":{"l":[{"$home":""}]}}}}"#
        try Disk.write(state, to: scratch.path + "/s.json")
        let outcome = try scratch.inSandboxes(
            """
            defaults --root ./r apply s.json; defaults --root ./r read D file; defaults --root ./r read D m
            defaults diff --state ./s.json ./r && echo same
            """)
        #expect(outcome.text == "\(scratch.home)/x\n{\n    l =     (\n        \"\(scratch.home)\"\n    );\n}\nsame\n")
    }

    @Test("an invalid tag is refused with its place", arguments: ["1", "\"rest\"", "\"file:/x\"", "{}", "[\"/x\"]"])
    func invalid(content: String) throws {
        try Disk.write(#"{"D":{"k":[{"$home":\#(content)}]}}"#, to: scratch.path + "/s.json")
        for command in ["--root ./r apply s.json", "sandbox --from s.json true", "sandbox --expect s.json true"] {
            let outcome = try scratch.inSandboxes("defaults \(command)")
            outcome.expect(65, containing: "the tag at 'k.0' of domain 'D' is invalid", comment: "\(command)")
        }
    }
}
