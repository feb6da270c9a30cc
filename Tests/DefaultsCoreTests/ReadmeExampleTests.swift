import DefaultsCore
import DefaultsTesting
import PropertyList
import Testing

extension PreferenceKey<Int> {
    fileprivate static let fontSize = Self("FontSize", default: 12)
    fileprivate static let textSize = Self("TextSize", default: 12)
}

/// The Swift of the README. A test of the documentation compares the two.
struct ReadmeExampleTests {
    @Test("the README's typed preferences are saved and updated")
    func preferences() throws {
        let fresh = try TemporaryStore()
        let preferences = Preferences(domain: "com.example.Editor", in: fresh)
        preferences[.fontSize] = 14  // in memory at once, saved within half a second
        try preferences.synchronize()  // or now; what other programs saved is seen then
        try preferences.update { $0[.fontSize] += 1 }  // one locked, atomic read-modify-write
        #expect(preferences[.fontSize] == 15)
        #expect(try fresh.contents(of: Domain("com.example.Editor")) == ["FontSize": 15])
    }

    @Test("the README's migration takes a typed key to another")
    func migration() throws {
        let editor = try Domain("com.example.Editor")
        let store = try TemporaryStore()
        try store.apply(ChangeSet([.set("FontSize", 15)]), to: editor)
        var migrator = Migrator(store: store)
        try migrator.register("2026-names", in: editor) {
            MigrationStep.move(.fontSize, to: .textSize)
        }
        try migrator.apply()
        let preferences = Preferences(editor, in: store)
        #expect(preferences[.textSize] == 15 && !preferences.isSet(.fontSize))
        preferences.reset(.textSize)
        #expect(preferences[.textSize] == 12)
    }

    @Test("the README's example keeps the latest file first")
    func example() throws {
        let editor = try Domain("com.example.Editor")

        /// Puts a file first among the recent ones, of which ten are kept.
        func remember(_ file: String, in store: some DomainStore) throws {
            try store.update([editor]) { preferences in  // locked, read, changed and replaced as a whole
                var recent: [PropertyListValue] = [.string(file)]
                if case .array(let older) = preferences[editor]["Recent"] { recent += older }
                preferences[editor]["Recent"] = .array(Array(recent.prefix(10)))
            }
        }

        let temporary = try TemporaryStore()
        let width = PropertyListPath(["Window", "Width"])
        let changes = ChangeSet([.set("FontSize", 14), .set(width, 800), .append(["notes.txt"], to: "Recent")])
        try temporary.apply(changes, to: editor)
        try remember("plan.txt", in: temporary)
        let contents = try temporary.contents(of: editor)
        #expect(contents == ["FontSize": 14, "Recent": ["plan.txt", "notes.txt"], "Window": ["Width": 800]])
        #expect(contents[width] == 800)
    }
}
