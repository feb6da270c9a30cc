import DefaultsCore
import DefaultsTesting
import PropertyList
import Testing

/// The Swift of the README. A test of the documentation compares the two.
struct ReadmeExampleTests {
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
