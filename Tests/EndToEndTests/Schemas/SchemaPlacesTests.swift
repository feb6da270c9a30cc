import Foundation
import Testing

/// The file that is the schema of a domain.
@Suite(.waiting) struct SchemaPlacesTests {
    /// A schema that accepts the value of `K` only if it is the given text.
    private static func only(_ text: String) -> String { #"{"properties": {"K": {"const": "\#(text)"}}}"# }

    /// Returns the text of ``only(_:)`` in the schema that the command uses, or `nil` if it uses none.
    private func used(
        _ scratch: Scratch, domain: String = "D", options: [String] = [], hermetic: Bool = false,
        _ variables: [String: String]
    ) throws -> String? {
        var environment = scratch.environment.merging(variables) { $1 }
        if !hermetic { environment["DEFAULTS_ROOT"] = nil }
        let words = ["write", "--dry-run"] + options + [domain, "K", "?"]
        let outcome = try scratch.defaults(words, environment: environment)
        #expect(outcome.status == 0 || outcome.isSchemaRefusal, "\(outcome)")
        return try outcome.status == 0
            ? nil
            : #require(outcome.error.firstMatch(of: /must be (?:the string )?'(.*?)'/)).1
                .description
    }

    @Test("the first folder with a file counts: the user's, those of all users in their order, and no relative ones")
    func precedence() throws {
        let scratch = Scratch()
        let places = [
            "user": scratch.path + "/data", "home": scratch.home + "/.local/share", "first": scratch.path + "/first",
            "second": scratch.path + "/second",
        ]
        for (name, folder) in places { try scratch.install(Self.only(name), in: folder + "/defaults/schemas") }
        try scratch.install(Self.only("own"), in: scratch.schemas)
        var variables = ["XDG_DATA_DIRS": "relative:\(scratch.path)/missing:\(places["first"]!):\(places["second"]!)"]
        #expect(try used(scratch, variables) == "home")
        variables["XDG_DATA_HOME"] = "data"
        #expect(try used(scratch, variables) == "home")
        variables["XDG_DATA_HOME"] = scratch.path + "/missing"
        #expect(try used(scratch, variables) == "first")
        variables["XDG_DATA_HOME"] = places["user"]
        #expect(try used(scratch, variables) == "user")
        #expect(try used(scratch, domain: "E", variables) == nil)
        try scratch.install(Self.only("E"), for: "E", in: places["second"]! + "/defaults/schemas")
        #expect(try used(scratch, domain: "E", variables) == "E")
        variables["DEFAULTS_SCHEMAS"] = ""
        #expect(try used(scratch, variables) == "user")
        variables["DEFAULTS_SCHEMAS"] = scratch.schemas
        #expect(try used(scratch, variables) == "own")
        #expect(try used(scratch, domain: "E", variables) == nil)
        for nowhere in ["/dev/null", scratch.path + "/missing"] {
            variables["DEFAULTS_SCHEMAS"] = nowhere
            #expect(try used(scratch, variables) == nil)
        }
        #expect(try used(scratch, options: ["--schema", "first/defaults/schemas/D.json"], variables) == "first")
    }

    @Test("a root and a sandbox use only DEFAULTS_SCHEMAS and --schema")
    func hermetic() throws {
        let scratch = Scratch()
        let data = scratch.path + "/data"
        try scratch.install(Self.only("installed"), in: data + "/defaults/schemas")
        try scratch.install(Self.only("own"), in: scratch.schemas)
        let installed = ["XDG_DATA_HOME": data]
        let own = installed.merging(["DEFAULTS_SCHEMAS": scratch.schemas]) { $1 }
        let file = data + "/defaults/schemas/D.json"
        #expect(try used(scratch, installed) == "installed")
        #expect(try used(scratch, hermetic: true, installed) == nil)
        #expect(try used(scratch, options: ["--root", scratch.path + "/other"], installed) == nil)
        for (isHermetic, options) in [(true, []), (false, ["--root", scratch.path + "/other"])] {
            #expect(try used(scratch, options: options, hermetic: isHermetic, own) == "own")
            #expect(
                try used(scratch, options: options + ["--schema", file], hermetic: isHermetic, own) == "installed")
        }
        var environment = scratch.environment.merging(installed) { $1 }
        for (folder, status) in [(nil, 0), (scratch.schemas, 65)] as [(String?, Int32)] {
            environment["DEFAULTS_SCHEMAS"] = folder
            let outcome = try scratch.bash("defaults sandbox defaults write D K v", environment: environment)
            #expect(outcome.status == status, "\(outcome)")
        }
    }

    /// Names of domains with the names of their schemas.
    private static let domains: [(domain: String, file: String)] = [
        ("a/b/D", "a/b/D"), ("100%", "100%"), ("%2F", "%2F"), ("a b", "a b"),
        ("com.example.App.json", "com.example.App.json"),
        ("Caf\u{E9}", "Caf\u{E9}"), ("Cafe\u{301}", "Cafe\u{301}"), ("\u{301}x", "\u{301}x"),
        ("D\u{FE0F}", "D\u{FE0F}"),
        ("-g", "NSGlobalDomain"), ("NSGlobalDomain", "NSGlobalDomain"), ("*", "*"), ("$HOME", "$HOME"),
    ]

    @Test("the scalars of the name are the name of the file", arguments: domains)
    func names(domain: String, file: String) throws {
        let scratch = Scratch()
        try scratch.install(Self.only("x"), for: file, in: scratch.schemas)
        let variables = ["DEFAULTS_SCHEMAS": scratch.schemas]
        #expect(try used(scratch, domain: domain, hermetic: true, variables) == "x")
        for (other, _) in Self.domains
        where !other.unicodeScalars.elementsEqual(domain.unicodeScalars) && !(domain + other).contains("-g") {
            #expect(try used(scratch, domain: other, hermetic: true, variables) == nil, "\(other)")
        }
    }

    @Test("a domain of a host, a link and a path have the schema of the domain, and another file has none")
    func spellings() throws {
        let scratch = Scratch()
        try scratch.install(Self.only("x"))
        try scratch.install(Self.only("global"), for: "NSGlobalDomain")
        let variables = ["DEFAULTS_SCHEMAS": scratch.schemas]
        for options in [["-currentHost"], ["-host", "H"]] {
            #expect(try used(scratch, options: options, hermetic: true, variables) == "x")
        }
        try scratch.checked("write", "D", "Other", "v")
        for spelling in ["D.plist", "./root/D", "./root/D.plist", "root/../root/D.plist", scratch.file("D")] {
            let domain = spelling.hasPrefix("root") ? "./" + spelling : spelling
            #expect(try used(scratch, domain: domain, hermetic: true, variables) == "x", "\(spelling)")
        }
        #expect(
            try used(scratch, domain: scratch.file(".GlobalPreferences"), hermetic: true, variables) == "global")
        try Disk.makeFolder(scratch.path + "/elsewhere")
        #expect(try used(scratch, domain: "./elsewhere/D", hermetic: true, variables) == nil)
        let schema = ["--schema", scratch.schemas + "/D.json"]
        #expect(try used(scratch, domain: "./elsewhere/D", options: schema, hermetic: true, variables) == "x")
        #expect(try used(scratch, domain: "E", options: schema, hermetic: true, variables) == "x")
    }

    @Test("a schema that cannot be read is an error: a folder, a FIFO, a link to nothing, no permission, too large")
    func unreadable() throws {
        let scratch = Scratch()
        try Disk.makeFolder(scratch.schemas + "/folder.json")
        try scratch.bash(
            "mkfifo schemas/fifo.json; ln -s /dev/zero schemas/device.json; ln -s loop.json schemas/loop.json")
        try scratch.install(String(repeating: " ", count: 1 << 20) + "{}", for: "large")
        try scratch.install("{}", for: "small")
        for domain in ["folder", "fifo", "device", "loop", "large"] {
            let outcome = try scratch.checked("write", domain, "K", "v")
            #expect(outcome.isSchemaRefusal, "\(domain): \(outcome)")
            #expect(!Disk.exists(scratch.file(domain)))
            #expect(try scratch.checked("write", "--no-schema", domain, "K", "v").isSilentSuccess)
        }
        #expect(try scratch.checked("write", "small", "K", "v").isSilentSuccess)
        let missing = try scratch.checked("write", "--schema", "missing.json", "small", "K", "w")
        #expect(missing.isSchemaRefusal && missing.error.contains("'missing.json' does not exist"), "\(missing)")
    }

    @Test("a file with an array as root has the schema that --schema names")
    func otherRoot() throws {
        let scratch = Scratch()
        try Disk.write(#"{"type": "array", "items": {"type": "integer"}, "maxItems": 3}"#, to: scratch.path + "/s.json")
        try Disk.write("<plist><array><integer>1</integer></array></plist>\n", to: scratch.path + "/list.plist")
        let list = scratch.path + "/list.plist"
        let before = try TreeState(scratch.path)
        let refused = [
            ["write", "--schema", "s.json", "--path", "0", list, "x"],
            ["write", "--schema", "s.json", "--path", "0", "--insert", list, "x"],
            ["write", "--schema", "s.json", "--path=", list, "-string", "x"],
            ["write", "--schema", "s.json", "--path=", list, "-array", "x"],
        ]
        for words in refused {
            #expect(try scratch.checked(words).isSchemaRefusal, "\(words)")
            #expect(try TreeState(scratch.path).differences(from: before) == [])
            #expect(try scratch.checked([words[0], "--dry-run"] + words.dropFirst()).isSchemaRefusal, "\(words)")
        }
        #expect(try scratch.checked("write", "--schema", "s.json", "--path", "0", list, "-int", "2").isSilentSuccess)
        #expect(try scratch.checked("delete", "--path", "0", list).isSilentSuccess)
        #expect(try scratch.checked("write", "--path=", list, "-array", "x").isSilentSuccess)
    }

    @Test("the records of apply have no schema, also not that of --schema")
    func records() throws {
        let scratch = try SchemaChange.scratch(schema: nil)
        try scratch.install(for: "any")
        let words = ["apply", "--id", "i", "--schema", scratch.schemas + "/any.json", "-"]
        #expect(try scratch.checked(words, input: #"{"D": {"Size": 16}}"#).isSilentSuccess)
        #expect(try scratch.checked(words, input: #"{"D": {"Size": 99}}"#).isSchemaRefusal)
    }
}
