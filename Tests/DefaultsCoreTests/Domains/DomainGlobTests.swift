import Testing

@testable import DefaultsCore

/// Patterns for names of domains.
struct DomainGlobTests {
    @Test(
        "a pattern matches the name of a domain, with or without its host",
        arguments: [
            ("D", ["D", "-currentHost D"]), ("com.example.*", ["com.example.Editor"]),
            ("*", ["D", "com.example.Editor", "NSGlobalDomain", "-currentHost D"]), ("-g", ["NSGlobalDomain"]),
            ("-currentHost *", ["-currentHost D"]), ("ByHost/*.h", ["-host h D"]), ("-host h D", ["-host h D"]),
            ("-host h *", ["-host h D"]), ("-host i D", []), ("-currentHost D.plist", ["-currentHost D"]),
            ("D.plist", ["D", "-currentHost D"]), ("vendor/*", ["vendor/app"]),
            ("vendor/**", ["vendor/app", "vendor/a/b"]), ("*/app", ["vendor/app"]), ("vendor", []),
            ("**/b", ["vendor/a/b"]), ("\\*", []),
        ] as [(String, [String])])
    func matches(pattern: String, expected: [String]) throws {
        let glob = try #require(DomainGlob(parsing: pattern))
        let names = [
            "D", "com.example.Editor", "NSGlobalDomain", "-currentHost D", "-host h D", "vendor/app", "vendor/a/b",
        ]
        #expect(try names.filter { glob.matches(try Domain(spelling: $0)) } == expected)
    }

    @Test("a misplaced backslash or double asterisk is refused", arguments: ["a\\b", "a**", "\\"])
    func invalid(pattern: String) {
        #expect(DomainGlob(parsing: pattern) == nil)
    }
}
