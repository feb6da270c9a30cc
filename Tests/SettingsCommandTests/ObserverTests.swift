import DefaultsTesting
import Testing

/// Changes that the command makes, seen by the running program.
struct ObserverTests {
    @Test("an observer sees each change by the command")
    func updates() async throws {
        let session = Session(.editor)
        var sizes = session.preferences.updates(of: .fontSize).makeAsyncIterator()
        #expect(await sizes.next() == 12)
        session("set", "FontSize", "16")
        #expect(await sizes.next() == 16)
        session("set", "--stdin", "FontSize", input: "17")
        #expect(await sizes.next() == 17)
        session("import", "-", input: #"{"FontSize": 18}"#)
        #expect(await sizes.next() == 18)
        session("reset", "FontSize")
        #expect(await sizes.next() == 12)
        session("set", "FontSize", "19")
        #expect(await sizes.next() == 19)
        session("reset", "--all")
        #expect(await sizes.next() == 12)
    }

    @Test("an import of several keys is one change")
    func oneChange() async throws {
        let session = Session(.editor)
        var values = session.preferences.updates(of: .fontSize, .appearance).makeAsyncIterator()
        _ = await values.next()
        session("import", "-", input: #"{"FontSize": 18, "Appearance": "dark"}"#)
        let (size, appearance) = try #require(await values.next())
        #expect(size == 18)
        #expect(appearance == .dark)
    }

    @Test("a refused value is no change")
    func refusal() async throws {
        let session = Session(.editor)
        var sizes = session.preferences.updates(of: .fontSize).makeAsyncIterator()
        #expect(await sizes.next() == 12)
        session("set", "FontSize", "big")
        session("import", "-", input: #"{"FontSize": 20, "Appearance": "blue"}"#)
        session("set", "FontSize", "16")
        #expect(await sizes.next() == 16)
    }

    @Test("other preferences of the domain in the process see a change, and so does the command see theirs")
    func otherInstance() async throws {
        let store = try TemporaryStore()
        let domain = PreferenceSchema.editor.domain
        let preferences = Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
        var sizes = preferences.updates(of: .fontSize).makeAsyncIterator()
        #expect(await sizes.next() == 12)
        let session = Session(.editor, in: store)
        session("set", "FontSize", "16")
        #expect(await sizes.next() == 16)
        try expectState([domain: ["FontSize": 16]], in: store)
        try preferences.update { $0[.fontSize] = 20 }
        #expect(session("get", "FontSize") == .printed("20\n"))
    }

    @Test("changes of the program that are not saved yet are kept, and saved with that of the command")
    func unsavedChange() throws {
        let session = Session(.editor)
        session.preferences[.appearance] = .dark
        #expect(session("get", "Appearance") == .printed("dark\n"))
        session("set", "FontSize", "16")
        #expect(try session.contents == ["Appearance": "dark", "FontSize": 16])
    }

    @Test("the list shows where a value is from")
    func states() throws {
        let domain = PreferenceSchema.editor.domain
        let store = InMemoryDomainStore([
            domain: ["FontSize": 16, "Size": "big"], .global: ["Appearance": "dark"],
        ])
        let session = Session(.editor, in: store)
        let expected = "FontSize\tset\t16\nSize\tinvalid\t12\nAppearance\tinherited\tdark\nToken\tdefault\t\n"
        #expect(session("list") == .printed(expected))
    }
}
