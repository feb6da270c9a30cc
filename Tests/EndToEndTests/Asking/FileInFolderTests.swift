import Foundation
import Testing

/// Files in the current folder that are named without `./` where a domain is expected.
@Suite(.waiting) struct FileInFolderTests {
    private let scratch = Scratch()

    init() throws {
        try scratch.bash("echo '{ K = v; }' | tee Info.plist >settings; mkdir root folder")
    }

    @Test(
        "an error of a domain that does not exist names the file",
        arguments: [
            "read Info.plist", "read Info.plist K", "read --path K.l Info.plist", "read-type Info.plist K",
            "read settings", "export Info.plist -", "delete Info.plist", "delete Info.plist K",
            "rename Info.plist K L", "check Info.plist", "read --effective Info.plist K",
            "-currentHost read settings K", "migrate --rollback x Info.plist", "migrate --rollback x settings",
        ])
    func named(words: String) throws {
        let before = try scratch.names()
        let name = words.contains("settings") ? "settings" : "Info.plist"
        let outcome = try scratch.bash("defaults \(words)")
        outcome.expect(1, text: "", complaints: 1, comment: "\(words)")
        #expect(outcome.error.lowercased().hasSuffix("did you mean './\(name.lowercased())'?\n"), "\(outcome.error)")
        #expect(try scratch.names() == before)
    }

    @Test("verbs that take a missing domain name the file on standard error")
    func reported() throws {
        let sentence = "defaults: Domain Info.plist does not exist; did you mean './Info.plist'?\n"
        #expect(try scratch.defaults("explain", "Info.plist").error == sentence)
        #expect(try scratch.defaults("explain", "Info.plist", "K").error == sentence)
        #expect(try scratch.defaults("watch", "--timeout", "0.1", "Info.plist").error == sentence)
        #expect(
            try scratch.defaults("migrate", "--status", "Info.plist")
                == Outcome(status: 0, output: [], error: sentence))
        try scratch.succeed("write", "-g", "K", "v")
        #expect(try scratch.defaults("read", "Info.plist", "K").error.hasSuffix("did you mean './Info.plist'?\n"))
        #expect(try scratch.defaults("explain", "Info.plist", "K").error == sentence)
    }

    @Test("a folder, a missing file and a domain that exists are not named", arguments: ["folder", "none.plist"])
    func unnamed(name: String) throws {
        #expect(try scratch.defaults("read", name).error == "defaults: Domain \(name) does not exist\n")
        try scratch.succeed("write", "Info", "L", "w")
        #expect(try !scratch.defaults("read", "Info.plist", "none").error.contains("./"))
        #expect(try scratch.defaults("read", "Info.plist", "L").text == "w\n")
        #expect(try scratch.defaults("explain", "Info.plist", "L").error.isEmpty)
        #expect(try scratch.defaults("migrate", "--status", "Info.plist").error.isEmpty)
        #expect(
            try scratch.defaults("migrate", "--rollback", "x", "Info.plist").error
                == "defaults: Domain Info has no record of migration x; leaving defaults unchanged\n")
    }

    /// Command lines that would create the domain, or accept that it is missing.
    static let ambiguous = [
        "write Info.plist L w", "write Info.plist '{ L = w; }'", "import Info.plist settings",
        "migrate settings Info.plist L=K", "migrate Info.plist D L=K", "delete --if-exists Info.plist",
        "delete --if-exists Info.plist K", "rename --if-exists Info.plist K L", "-currentHost write Info.plist L w",
        "delete-all --if-exists Info.plist", "delete --if-exists --path K.l Info.plist",
        "rename --if-exists --path K.l Info.plist L", "migrate --rollback x --if-exists Info.plist",
        "edit Info.plist", "write -n Info.plist L w", "write --stdin Info.plist L -string",
    ]

    @Test("a new domain whose name is that of a file is refused with both spellings", arguments: ambiguous)
    func refused(words: String) throws {
        let before = try TreeState(scratch.path)
        let sentence = "'Info.plist' is ambiguous; write './Info.plist' for the file in the current folder, "
        let expected = "defaults: \(sentence)or 'Info' for the domain\n"
        let outcome = try scratch.bash("EDITOR=false defaults \(words) <settings")
        #expect(outcome == Outcome(status: 255, output: [], error: expected), "\(words)")
        #expect(try TreeState(scratch.path) == before)
    }

    @Test("both spellings work, and so does the name of a domain that exists or has no file beside it")
    func accepted() throws {
        try scratch.succeed("write", "./Info.plist", "K", "file")
        try scratch.succeed("write", "Info", "K", "domain")
        #expect(try scratch.defaults("read", "./Info.plist", "K").text == "file\n")
        try scratch.succeed("write", "Info.plist", "K", "changed")
        #expect(try scratch.defaults("read", "Info", "K").text == "changed\n")
        try scratch.succeed("write", "Other.plist", "K", "v")
        try scratch.succeed("write", "settings", "K", "v")
        #expect(try scratch.bash("cat settings").text == "{ K = v; }\n")
        // A name that has no second spelling is taken as it is.
        try scratch.bash("cp Info.plist x.plist.plist")
        try scratch.succeed("write", "x.plist.plist", "K", "v")
        #expect(Disk.exists(scratch.file("x.plist")))
    }

    @Test("a line of a batch is refused, too, and a line with a root by the domains of that root")
    func batch() throws {
        let before = try TreeState(scratch.path)
        let outcome = try scratch.bash("printf 'write D k v\nwrite Info.plist L w\n' | defaults batch")
        outcome.expect(65, complaints: 1, beginning: "defaults: -:2: 'Info.plist' is ambiguous; write './Info.plist'")
        #expect(try TreeState(scratch.path) == before)
        let rooted = "echo 'write --root ./other Info.plist L w' | defaults batch"
        #expect(try scratch.bash(rooted).status == 65)
        #expect(try scratch.bash("defaults write --root ./other Info K v; \(rooted)").status == 0)
        #expect(try scratch.defaults("read", "--root", "./other", "Info", "L").text == "w\n")
    }

    /// A row of the table of the man page: verbs, and their operands that are domains or only files.
    struct Row: CustomTestStringConvertible {
        let verbs: String
        let domain: String
        let file: String
        /// Command lines that work with the file; `%` stands for its path.
        let lines: [String]

        var testDescription: String { verbs }
        var cells: [String] { [verbs, domain, file] }
    }

    static let rows = [
        Row(
            verbs: "read, read-type, exists", domain: "domain", file: "",
            lines: ["read % K", "read-type % K", "exists % K"]),
        Row(
            verbs: "write", domain: "domain", file: "--value-file",
            lines: ["write % K w", "write D --value-file FILE"]),
        Row(
            verbs: "rename, delete, edit", domain: "domain", file: "",
            lines: ["rename % K L", "delete % K", "edit -n %"]),
        Row(
            verbs: "import, export", domain: "domain", file: "file",
            lines: ["import % FILE", "export % FILE", "import D FILE"]),
        Row(
            verbs: "migrate", domain: "from, to", file: "map",
            lines: ["migrate --id i % D N=K", "migrate --id i D % N=K", "migrate --id i D D MAP"]),
        Row(verbs: "diff", domain: "both operands", file: "", lines: ["diff % ./FILE", "diff ./FILE %"]),
        Row(
            verbs: "watch, explain, check", domain: "domain", file: "",
            lines: ["watch --initial --timeout 0.1 % | grep v", "explain % K", "check --ignore loose-mode %"]),
        Row(
            verbs: "batch, apply, convert, merge", domain: "", file: "file",
            lines: ["batch LINES", "apply STATE", "convert FILE", "merge FILE FILE FILE"]),
        Row(
            verbs: "snapshot, convert, merge", domain: "", file: "-o",
            lines: ["snapshot -o FILE", "convert -o OUT FILE", "merge -o OUT FILE FILE FILE"]),
        Row(
            verbs: "sandbox", domain: "", file: "--from, --expect, -o",
            lines: [
                "sandbox --from STATE true", "sandbox --from STATE --expect STATE true", "sandbox -o FILE true",
            ]),
    ]

    @Test("the man page has these rows")
    func manual() throws {
        let lines = try Page.text(ofFile: Page.command.rawValue).components(separatedBy: "\n")
        let table = lines.drop { $0 != ".Ss Domains and files" }.prefix { $0 != ".El" }
        let cells = table.filter { $0.hasPrefix(".It ") && !$0.contains(" Em ") }.map { line in
            line.dropFirst(4).components(separatedBy: " Ta").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        #expect(cells == Self.rows.map(\.cells))
        let verbs = Set(Self.rows.flatMap { $0.verbs.components(separatedBy: ", ") })
        #expect(try verbs.isSubset(of: HelpPage(scratch).verbs))
    }

    @Test("an operand is the domain or the file that the table says", arguments: rows)
    func table(row: Row) throws {
        let prepare = """
            rm -rf root; echo '{ K = v; }' >FILE; defaults write D K v; cp root/D.plist Info.plist
            echo 'write D a b' >LINES; echo '{"D": {"K": "v"}}' >STATE; echo '{ N = K; }' >MAP; export EDITOR=true
            """
        for words in row.lines {
            let asFile = try scratch.bash("\(prepare); defaults \(words.replacing("%", with: "./Info.plist"))")
            #expect(asFile.status == 0, "\(words): \(asFile)")
            guard words.contains("%") else { continue }
            let asDomain = try scratch.bash("\(prepare); defaults \(words.replacing("%", with: "Info.plist"))")
            #expect(asDomain.status != 0, "\(words): \(asDomain)")
        }
    }
}
