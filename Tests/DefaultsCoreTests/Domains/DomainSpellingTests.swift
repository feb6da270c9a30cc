import Testing

@testable import DefaultsCore
@testable import DefaultsState

/// The texts of domains in documents and records.
struct DomainSpellingTests {
    @Test(
        "a text in a document addresses the domain that the command line addresses",
        arguments: [
            ("D", ("D", .any)), ("D.plist", ("D", .any)), ("a/b", ("a/b", .any)), ("-g", ("-g", .any)),
            ("-currentHost D", ("D", .current)), ("-currentHost -globalDomain", ("-g", .current)),
            ("-host h D", ("ByHost/D.h", .any)), ("-host h a b", ("ByHost/a b.h", .any)),
            ("-host h a/b", ("ByHost/a/b.h", .any)), ("-host h -g", ("ByHost/.GlobalPreferences.h", .any)),
            ("-host plist D", ("ByHost/D.plist.plist", .any)), ("/a/D", ("/a/D", .any)),
            (".GlobalPreferences", ("-g", .any)), (".GlobalPreferences.plist", ("-g", .any)),
            ("-currentHost .GlobalPreferences", ("-g", .current)), ("ByHost/.GlobalPreferences.", ("-g", .current)),
            ("ByHost/D.", ("D", .current)), ("ByHost/a/b.", ("a/b", .current)), ("ByHost/D..", ("D.", .current)),
            ("ByHost/D", ("ByHost/D", .any)), ("a/ByHost/D.", ("a/ByHost/D.", .any)),
            ("ByHost/-x.", ("ByHost/-x.", .any)), ("ByHost/NSGlobalDomain.", ("ByHost/NSGlobalDomain.", .any)),
            ("ByHost/D.plist.", ("ByHost/D.plist.", .any)), ("ByHost/~/D.", ("ByHost/~/D.", .any)),
        ] as [(String, (String, Domain.Host))])
    func domains(text: String, expected: (name: String, host: Domain.Host)) throws {
        let domain = try Domain(expected.name, host: expected.host)
        #expect(try Domain(spelling: text) == domain)
        #expect(try Domain(spelling: domain.spelling) == domain)
    }

    @Test(
        "a name that the command line takes for an option is refused",
        arguments: ["-foo", "--", "-", "--journal", "-app Foo", "-currentHost", "-host h", "-currentHost -host h D"])
    func options(text: String) {
        #expect(throws: PreferencesError(.invalidName(text, .noOption))) { try Domain(spelling: text) }
    }

    @Test("a domain of another host is spelled as its file, with one spelling")
    func otherHost() throws {
        let domain = try Domain("D", host: .named("h"))
        #expect(domain.spelling == "ByHost/D.h")
        let folders = DomainFolders(root: "/root")
        #expect(folders.path(of: try Domain(spelling: "-host h D")) == folders.path(of: domain))
        #expect(folders.spelling(of: domain) == "ByHost/D.h")
    }

    @Test(
        "records keep names that documents no longer accept",
        arguments: ["-foo", "-host lab7 com.z", "--journal", "D", "-currentHost D"])
    func records(text: String) throws {
        let domain = try #require(DomainSpelling.domain(recordedAs: text))
        #expect(domain.spelling == text)
    }

    @Test("a record of a file's name addresses the domain of that file")
    func recordsOfFiles() {
        #expect(DomainSpelling.domain(recordedAs: ".GlobalPreferences") == .global)
        #expect(DomainSpelling.domain(recordedAs: "ByHost/D.")?.spelling == "-currentHost D")
    }

    @Test("a domain in a record reads back as itself, and has the file of the recorded domain")
    func recorded() throws {
        let folders = DomainFolders()
        let domains = [
            try Domain("D", host: .named("h")), try Domain("D", user: .any), Domain("./a.plist"), Domain("~/a"),
            Domain("-foo"), try Domain("D", host: .current), .global,
        ]
        for domain in domains {
            let recorded = try #require(folders.recorded(domain))
            #expect(DomainSpelling.domain(recordedAs: recorded.spelling) == recorded)
            #expect(folders.absolutePath(of: recorded) == folders.absolutePath(of: domain))
        }
        // The text of this name addresses a domain of this host.
        #expect(folders.recorded(Domain("-currentHost D")) == nil)
    }

    @Test("records address no relative path and no path on a host", arguments: ["./a", "-currentHost /a", "a//b"])
    func invalidRecords(text: String) {
        #expect(DomainSpelling.domain(recordedAs: text) == nil)
    }
}
