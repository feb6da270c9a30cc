import DefaultsCore
import TestSupport
import Testing

/// The texts that address domains, and the files of domains.
struct DomainTests {
    private static let folders = DomainFolders(environment: .of(["HOME": "/home/me"]))

    private static func path(_ text: String, user: Domain.User = .current, host: Domain.Host = .any) throws -> String {
        folders.path(of: try Domain(text, user: user, host: host))
    }

    @Test("domains, hosts and folders that are equal up to normalisation differ, and hash differently")
    func normalisation() throws {
        let forms = ["caf\u{E9}", "cafe\u{301}"]
        for prefix in ["", "/", "./", "~/"] {
            let domains = try forms.map { try Domain(prefix + $0) }
            #expect(domains[0] != domains[1])
            #expect(Set(domains).count == 2)
            #expect(try domains[0] == Domain(prefix + forms[0]))
        }
        #expect(try Set(forms.map { try Domain("D", host: .named($0)) }).count == 2)
        #expect(Set(forms.map { DomainFolders(root: "/" + $0, environment: .of([:])) }).count == 2)
    }

    @Test(
        "a domain whose name is a spelling of the global domain has a text that addresses it",
        arguments: ["NSGlobalDomain", "-g", "Apple Global Domain", "NSGlobalDomain.plist", "x", "x.plist", "-x"])
    func literalNames(name: String) throws {
        let domain = try Domain(literally: name)
        #expect(domain.inKeyring != Domain.global.inKeyring)
        #expect(try Domain(domain.description) == domain)
    }

    @Test("one suffix is dropped, whatever character the name before it ends with", arguments: ["x\u{600}", "\u{301}"])
    func suffixes(name: String) throws {
        #expect(try Array(Self.path(name + ".plist").utf8) == Array("/home/me/.config/\(name).plist".utf8))
        #expect(try Domain(name + ".plist") == Domain(name))
    }

    @Test(
        "a text addresses a file",
        arguments: [
            ("com.example.Editor", "/home/me/.config/com.example.Editor.plist"), ("a", "/home/me/.config/a.plist"),
            ("a.plist", "/home/me/.config/a.plist"), ("a.plist.plist", "/home/me/.config/a.plist.plist"),
            (".hidden", "/home/me/.config/.hidden.plist"), ("with space", "/home/me/.config/with space.plist"),
            ("a/b", "/home/me/.config/a/b.plist"), ("a/b.plist", "/home/me/.config/a/b.plist"),
            ("...", "/home/me/.config/....plist"),
            ("~", "/home/me/.config/~.plist"), ("~x/y", "/home/me/.config/~x/y.plist"),
            ("-x", "/home/me/.config/-x.plist"),
            ("--x", "/home/me/.config/--x.plist"), ("-G", "/home/me/.config/-G.plist"),
            ("nsglobaldomain", "/home/me/.config/nsglobaldomain.plist"),
            ("tab\there", "/home/me/.config/tab\there.plist"), ("e\u{301}", "/home/me/.config/e\u{301}.plist"),
            ("\\", "/home/me/.config/\\.plist"), ("*", "/home/me/.config/*.plist"),
            ("..a", "/home/me/.config/..a.plist"),
            ("-g", "/home/me/.config/.GlobalPreferences.plist"),
            ("-globalDomain", "/home/me/.config/.GlobalPreferences.plist"),
            ("NSGlobalDomain", "/home/me/.config/.GlobalPreferences.plist"),
            ("Apple Global Domain", "/home/me/.config/.GlobalPreferences.plist"),
            ("kCFPreferencesAnyApplication", "/home/me/.config/.GlobalPreferences.plist"),
            ("/x/y", "/x/y.plist"), ("/x/y.plist", "/x/y.plist"), ("/x/y.plist.plist", "/x/y.plist.plist"),
            ("/x//y", "/x//y.plist"),
            ("./x", "./x.plist"), ("../x", "../x.plist"), ("./../x", "./../x.plist"), ("~/x", "/home/me/x.plist"),
            ("~/a/x.plist", "/home/me/a/x.plist"), (".defaults", "/home/me/.config/.defaults.plist"),
            ("/x\ny", "/x\ny.plist"), ("/.plist", nil), ("/...", "/....plist"),
        ] as [(String, String?)])
    func paths(text: String, path: String?) {
        #expect((try? Self.path(text)) == path)
    }

    @Test(
        "a text that breaks a rule is refused with the rule",
        arguments: [
            ("", .notEmpty), (".plist", .notEmpty), (".", .noSpecialComponents), ("..", .noSpecialComponents),
            ("a//b", .noSpecialComponents),
            ("a/", .noSpecialComponents), ("a/../b", .noSpecialComponents), ("a/.", .noSpecialComponents),
            (".defaults/a", .noRecords), (".defaults/a/b.plist", .noRecords), ("../.plist", .endsInFileName),
            ("a\nb", .noControlCharacters), ("a\0b", .noControlCharacters), ("/a\0b", .noControlCharacters),
            ("a/.plist", .noSpecialComponents), ("/", .endsInFileName), ("/a/", .endsInFileName),
            ("./", .endsInFileName),
            ("/a/..", .endsInFileName), ("/a/.", .endsInFileName), ("~/", .endsInFileName), ("../", .endsInFileName),
            ("./..", .endsInFileName),
            (String(repeating: "a", count: 250), .fitsTheFileSystem),
            (String(repeating: "é", count: 125), .fitsTheFileSystem),
            ("/x/" + String(repeating: "a", count: 250), .fitsTheFileSystem),
        ] as [(String, DomainNameRule)])
    func refusals(text: String, rule: DomainNameRule) {
        #expect(throws: PreferencesError(.invalidName(text, rule))) { try Domain(text) }
    }

    @Test("a name of 249 bytes just fits")
    func longest() throws {
        _ = try Domain(String(repeating: "a", count: 249))
        _ = try Domain("/x/" + String(repeating: "a", count: 249) + ".plist")
        _ = try Domain(String(repeating: "a", count: 249) + "/" + String(repeating: "b", count: 249))
    }

    @Test(
        "user and host choose the folder and the end of the name",
        arguments: [
            (.current, .any, "/home/me/.config/D.plist"), (.current, .current, "/home/me/.config/ByHost/D..plist"),
            (.current, .named("mac"), "/home/me/.config/ByHost/D.mac.plist"), (.any, .any, "/usr/local/etc/D.plist"),
            (.any, .current, "/usr/local/etc/ByHost/D.plist"), (.any, .named("mac"), "/usr/local/etc/ByHost/D.plist"),
        ] as [(Domain.User, Domain.Host, String)])
    func userAndHost(user: Domain.User, host: Domain.Host, path: String) throws {
        #expect(try Self.path("D", user: user, host: host) == path)
        #expect(try Self.path("-g", user: user, host: host) == path.replacing("/D", with: "/.GlobalPreferences"))
        // They have no effect on a path.
        #expect(try Self.path("/D", user: user, host: host) == "/D.plist")
    }

    @Test("a path without the suffix is that file, if no file with the suffix exists")
    func locations() throws {
        let scratch = Scratch()
        func location(_ name: String) throws -> String {
            Self.folders.location(of: try Domain(scratch(name))).replacing(scratch.path + "/", with: "")
        }
        for name in ["a", "b", "b.plist", "c/d"] { try scratch.write("{}", to: name) }
        let expected = [
            ("a", "a"), ("a.plist", "a.plist"), ("b", "b.plist"), ("c", "c.plist"), ("c/d", "c/d"),
            ("none", "none.plist"),
            ("none/a", "none/a.plist"), ("a/a", "a/a.plist"),
        ]
        for (name, path) in expected { #expect(try location(name) == path) }
        #expect(Self.folders.location(of: Domain("/dev/null")) == "/dev/null")
        #expect(Self.folders.path(of: Domain("/dev/null")) == "/dev/null.plist")
    }

    @Test(
        "a host is a name without a slash",
        arguments: [("a/b", .noSlash), ("", .notEmpty), ("..", .noSpecialComponents), ("a\nb", .noControlCharacters)]
            as [(String, DomainNameRule)])
    func hosts(host: String, rule: DomainNameRule) {
        #expect(throws: PreferencesError(.invalidName(host, rule))) { try Domain("D", host: .named(host)) }
    }

    @Test(
        "a domain's description addresses it",
        arguments: ["a", "a.plist.plist", "-g", "/x/y", "/x.plist.plist", "~/x", "./x", "a/b"])
    func description(text: String) throws {
        let domain = try Domain(text)
        #expect(try Domain(domain.description) == domain)
    }
}
