import Foundation
import Testing

/// Comments in the files of domains with names, which a change does not keep.
@Suite(.waiting) struct CommentTests {
    private let scratch = Scratch()

    /// Old-style texts with the key K and comments in different places.
    static let commented = [
        "/* Title */\n\"K\" = \"v\";\n", "// Title\n{ K = v; }\n", "{ K = v; /* last */ }", "{ K = v; } // end\n",
        "{ K /* key */ = v; L = ( a, /* element */ b ); }",
    ]

    /// Command lines that change the domain %.
    static let changes = [
        "write % K w", "write % '{ K = w; }'", "rename % K L", "import % new", "migrate --id m % % N=K",
        "delete --path L.0 %", "write % L -array-add c", "edit %",
    ]

    private func prepare(_ text: String) throws {
        try Disk.makeFolder(scratch.root)
        for path in ["\(scratch.path)/F.strings", scratch.file("D")] { try Disk.write(text, to: path) }
        try Disk.write("{ K = w; }", to: scratch.path + "/new")
    }

    private static let refusal = "the file has comments, which the change would remove; use '--rewrite' to write"

    @Test("a change of an old-style file with comments is refused, and so is a dry run", arguments: changes)
    func refused(change: String) throws {
        try prepare("{ K /* key */ = v; L = ( a, /* element */ b ); }")
        let before = try TreeState(scratch.path)
        for option in ["", "-n"] {
            let words = change.replacingOccurrences(of: "%", with: "D")
            let outcome = try scratch.bash("EDITOR='sed -i s/v/w/' defaults \(option) \(words)")
            outcome.expect(65, text: "", complaints: 1, containing: Self.refusal, comment: "\(words)")
        }
        #expect(try TreeState(scratch.path) == before)
    }

    @Test("a comment in any place is noticed, and a string that looks like one is not", arguments: commented)
    func places(text: String) throws {
        try prepare(text)
        #expect(try scratch.defaults("write", "D", "K", "w").status == 65)
        #expect(try Disk.bytes(scratch.file("D")) == Array(text.utf8))
        try prepare("{ K = \"/* v */\"; U = \"http://x//y\"; }")
        try scratch.succeed("write", "D", "K", "// w")
        #expect(try scratch.defaults("read", "D", "U").text == "http://x//y\n")
    }

    @Test("with --rewrite, a file is written without its comments", arguments: changes)
    func rewritten(change: String) throws {
        let text = "{ K /* key */ = v; L = ( a, /* element */ b ); }"
        try prepare(text)
        for domain in ["./F.strings", "D"] {
            let words = change.replacingOccurrences(of: "%", with: domain)
            let verb = words.prefix { $0 != " " }
            let line = "defaults \(verb) --rewrite\(words.dropFirst(verb.count))"
            let outcome = try scratch.bash("EDITOR='sed -i s/v/w/' \(line)")
            let path = domain == "D" ? scratch.file("D") : scratch.path + "/F.strings"
            // The record of a migration has a date, which only the file of a domain with a name can hold, as XML.
            if domain != "D", verb == "migrate" {
                outcome.expect(65, complaints: 1, containing: "old-style text cannot represent a date at 'DefaultsMig")
                #expect(try Disk.bytes(path) == Array(text.utf8))
            } else {
                outcome.expect(0, error: "", comment: "\(line)")
                #expect(try !String(decoding: Disk.bytes(path), as: UTF8.self).contains("/*"))
            }
        }
    }

    @Test("a change without effect, and the deletion of all keys, are not refused")
    func accepted() throws {
        try prepare(Self.commented[0])
        let before = try TreeState(scratch.path)
        try scratch.succeed("write", "./F.strings", "K", "v")
        try scratch.succeed("import", "./F.strings", "F.strings")
        #expect(try TreeState(scratch.path) == before)
        #expect(try scratch.defaults("-n", "delete", "D").status == 0)
        try scratch.succeed("delete", "D")
        #expect(!Disk.exists(scratch.file("D")))
        try scratch.succeed("delete", "./F.strings")
    }

    @Test("the last key of a file behind a link is not deleted with the comments")
    func lastKey() throws {
        let text = Self.commented[0]
        try prepare(text)
        try Disk.write("{}", to: scratch.path + "/none")
        try scratch.bash("ln -s '\(scratch.path)/F.strings' root/Linked.plist; echo 'delete Linked K' > lines")
        for words in [
            "delete Linked K", "delete --path K Linked", "batch lines", "write Linked '{ }'",
            "import --replace Linked none", "migrate --id m Linked N L=K",
        ] {
            for option in ["", "-n"] {
                let outcome = try scratch.bash("defaults \(option) \(words)")
                outcome.expect(65, text: "", complaints: 1, containing: Self.refusal, comment: "\(words)")
            }
        }
        #expect(try scratch.bash("cat F.strings").text == text)
        try scratch.succeed("delete", "D", "K")
        #expect(!Disk.exists(scratch.file("D")))
    }

    @Test(
        "the deletion of everything is not refused",
        arguments: ["delete %", "delete --force %", "batch lines", "delete-all %"], ["./F.strings", "D", "Linked"])
    func wholeDomain(change: String, domain: String) throws {
        try prepare(Self.commented[0])
        try scratch.bash("ln -s '\(scratch.path)/F.strings' root/Linked.plist; echo 'delete \(domain)' > lines")
        for option in ["-n", ""] {
            let words = change.replacingOccurrences(of: "%", with: domain)
            let outcome = try scratch.bash("defaults \(option) \(words)")
            outcome.expect(0, error: "", comment: "\(words)")
        }
        #expect(try scratch.defaults("exists", domain).status == 1)
    }

    @Test("a file that is replaced by its conversion keeps its comments without --rewrite")
    func conversion() throws {
        let text = Self.commented[0]
        try prepare(text)
        try Disk.write("{ K = v; }", to: scratch.path + "/plain")
        for words in [
            "--format openstep --in-place", "--format xml --in-place", "--json --in-place plain",
            "--format xml -o F.strings", "--format xml -o ./bin/../F.strings", "-e strings",
        ] {
            let outcome = try scratch.bash("defaults convert \(words) F.strings")
            outcome.expect(65, complaints: 1, containing: Self.refusal, comment: "\(words)")
            #expect(try scratch.bash("cat F.strings").text == text)
        }
        #expect(try scratch.bash("head -c 1 plain").text == "{")
        try scratch.succeed("convert", "--format", "xml", "-o", "other", "F.strings")
        let unused = try scratch.defaults("convert", "--rewrite", "--format", "xml", "-o", "other", "F.strings")
        unused.expect(255, complaints: 1)
        try scratch.succeed("convert", "--format", "openstep", "--in-place", "--rewrite", "F.strings")
        #expect(try scratch.bash("cat F.strings").text == "{\n    K = v;\n}\n")
    }

    @Test("all verbs that change several domains refuse such a file, and change no other")
    func several() throws {
        try prepare(Self.commented[4])
        try Disk.write(#"{"D": {"K": "w"}, "E": {"K": "w"}}"#, to: scratch.path + "/state")
        try Disk.write("write E K w\nwrite D K w\n", to: scratch.path + "/lines")
        let before = try TreeState(scratch.path)
        for words in ["apply state", "batch lines", "migrate --id m D E N=K"] {
            for option in ["", "-n"] {
                let outcome = try scratch.bash("defaults \(option) \(words)")
                outcome.expect(65, text: "", containing: Self.refusal, comment: "\(words)")
            }
        }
        #expect(try TreeState(scratch.path) == before)
        try scratch.succeed("batch", "--rewrite", "lines")
        #expect(try scratch.defaults("read", "D", "K").text == "w\n")
    }

    @Test("--rewrite is refused where it has no effect")
    func misuse() throws {
        for words in [
            "read --rewrite D", "write --rewrite --keyring --stdin D K", "migrate --status --rewrite D",
            "apply --status --rewrite", "write D K --rewrite", "convert --rewrite new",
        ] {
            let outcome = try scratch.bash("defaults \(words) </dev/null")
            outcome.expect(255, complaints: 1, comment: "\(words)")
        }
    }
}
