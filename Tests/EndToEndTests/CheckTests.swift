import Foundation
import PropertyList
import Testing

/// What `check` tells of files, and that it leaves them alone.
struct CheckTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try Disk.makeFolder(scratch.root)
    }

    /// Puts a property list of some XML inside its root dictionary in a domain's place.
    private func put(_ inside: String, in domain: String, mode: mode_t = 0o600) throws {
        let text = "<plist version=\"1.0\"><dict>\(inside)</dict></plist>"
        try Data(text.utf8).write(to: URL(fileURLWithPath: scratch.file(domain)))
        chmod(scratch.file(domain), mode)
    }

    @Test("there is nothing to tell of what the command writes")
    func clean() throws {
        try scratch.succeed("write", "D", "k", "v")
        try scratch.succeed("write", "-g", "k", "v")
        try scratch.succeed("-currentHost", "write", "D", "k", "v")
        #expect(try scratch.defaults("check") == Outcome(status: 0, output: [], error: ""))
        #expect(try scratch.defaults("check", "D").status == 0)
    }

    @Test(
        "what is odd about a file is told, with status 1",
        arguments: [
            ("<key>a</key><true/><key>a</key><false/>", "key 'a' stands there twice"),
            ("<key>d</key><dict><key>a</key><true/><key>a</key><false/></dict>", "key 'd.a' stands there twice"),
            ("<key>a</key><string>\u{1B}[0m</string>", "'a' has control characters"),
            ("<key>\u{E9}</key><true/><key>e\u{301}</key><true/>", "look alike"),
            ("", "it has no keys"),
        ])
    func contents(inside: String, sentence: String) throws {
        try put(inside, in: "D")
        let before = try Disk.bytes(scratch.file("D"))
        let outcome = try scratch.defaults("check")
        #expect(outcome.status == 1 && outcome.error.isEmpty)
        #expect(outcome.text.hasPrefix(scratch.file("D") + ": ") && outcome.text.contains(sentence), "\(outcome.text)")
        #expect(try Disk.bytes(scratch.file("D")) == before)
    }

    @Test("modes that let others in, several names, strays, leftovers and other hosts' files are told")
    func files() throws {
        try put("<key>a</key><true/>", in: "Loose", mode: 0o644)
        try put("<key>a</key><true/>", in: "Linked")
        try put("<key>a</key><true/>", in: "NSGlobalDomain")
        try Disk.makeFolder(scratch.root + "/ByHost")
        try put("<key>a</key><true/>", in: "ByHost/D")
        try scratch.bash("cd root && ln Linked.plist other && touch .D.plist.defaults-new")
        let outcome = try scratch.defaults("check")
        #expect(outcome.status == 1)
        let sentences = [
            "its mode 644", "it has 2 names", "nothing reads it; the global", "stopped left it", "another host",
        ]
        for sentence in sentences {
            #expect(outcome.text.contains(sentence), "\(sentence) in \(outcome.text)")
        }
        #expect(outcome.text.split(separator: "\n").count == 5)
    }

    @Test("what cannot be read is 65, by Foundation 1, and a domain that is not there 1 with a sentence")
    func unreadable() throws {
        try put("<key>a</key>", in: "D")
        #expect(try scratch.defaults("check").status == 65)
        #expect(try scratch.defaults("check", "./root/D").text.contains("cannot read"))
        let missing = try scratch.defaults("check", "Missing")
        #expect(missing.status == 1 && missing.error == "defaults: Domain Missing does not exist\n")
        // A date with a fraction is nothing that Foundation reads in XML.
        try put("<key>a</key><date>2024-01-31T12:00:00.5Z</date>", in: "D")
        let outcome = try scratch.defaults("check")
        #expect(outcome.status == 1 && outcome.text.contains("Foundation cannot read it"))
    }

    @Test("findings are told to programs as JSON")
    func json() throws {
        try put("<key>a</key><true/><key>a</key><false/>", in: "D")
        let outcome = try scratch.defaults("check", "--json", "D")
        #expect(outcome.status == 1)
        guard case .dictionary(let root) = try JSONReader.read(outcome.output) else {
            throw CocoaError(.coderInvalidValue)
        }
        #expect(root["schema"] == 1)
        #expect(root[PropertyListPath(["findings", "0", "kind"])] == "duplicate-key")
        #expect(root[PropertyListPath(["findings", "0", "keyPath"])] == ["a"])
        #expect(root[PropertyListPath(["findings", "0", "path"])] == .string(scratch.file("D")))
    }
}
