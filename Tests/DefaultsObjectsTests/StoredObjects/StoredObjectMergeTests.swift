import DefaultsPreferences
import TestExtent
import TestSupport
import TestExtent
import Testing

/// Tests of a stored object that another program changes.
@Suite(.waiting) struct StoredObjectMergeTests {
    let home = Home()

    struct Size: Codable, Equatable { var width = 640; var height = 480 }

    enum Shape: Codable, Equatable { case circle(radius: Int); case square(side: Int); case line(length: Int) }

    struct Editor: Codable, Equatable {
        var a = 1
        var b = 1
        var name: String?
        var size = Size()
        var colors: [String: String] = [:]
        var recent: [String] = []
        var shape = Shape.circle(radius: 1)
        var session = "none"
    }

    private func editor(ignoring: [StoredField] = []) throws -> StoredObject<Editor> {
        try StoredObject(named: "Editor", in: Home.theDomain, store: home.store, ignoring: ignoring) { Editor() }
    }

    /// Changes fields as another program does.
    private func other(_ edits: ChangeSet.Edit...) throws {
        try home.store.apply(ChangeSet(edits), to: Home.theDomain)
    }

    private func path(_ components: String...) -> PropertyListPath { PropertyListPath(["Editor"] + components) }

    @Test("a field that another program has changed is kept, and is in the object after saving")
    func otherField() throws {
        let editor = try editor()
        try editor.save()
        try other(.set(path("b"), 7))
        editor.a = 2
        try editor.save()
        #expect(editor.value == Editor(a: 2, b: 7))
        try other(.set(path("b"), 8))
        editor.a = 3
        try editor.save()
        try editor.reload()
        #expect(editor.value == Editor(a: 3, b: 8))
    }

    @Test(
        "a field that the command has set between load and save is kept",
        .enabled(if: BuiltProgram.hasDefaults, "Scripts/build has not been run"))
    func command() throws {
        let editor = try editor()
        try editor.save()
        try home.defaults("write", "--path", "Editor.b", Home.domain, "-int", "7")
        editor.a = 2
        try editor.save()
        #expect(editor.value == Editor(a: 2, b: 7))
        let domain = Domain("com.example.Whole")
        let whole = try StoredObject(named: nil, in: domain, store: home.store) { Editor() }
        try whole.save()
        try home.defaults("write", "com.example.Whole", "b", "-int", "8")
        whole.a = 3
        try whole.save()
        #expect(whole.value == Editor(a: 3, b: 8))
        #expect(try home.disk("com.example.Whole")?["b"] == 8)
    }

    @Test("nested dictionaries are merged by field, and arrays are values")
    func nested() throws {
        let editor = try editor()
        editor.colors = ["text": "black", "page": "white"]
        editor.recent = ["a"]
        try editor.save()
        try other(
            .set(path("size", "width"), 800), .set(path("colors", "text"), "red"), .set(path("colors", "link"), "blue"),
            .set(path("recent"), ["b", "c"]))
        editor.size.height = 600
        editor.colors["page"] = nil
        editor.recent.append("d")
        try editor.save()
        let size = Size(width: 800, height: 600)
        #expect(
            editor.value == Editor(size: size, colors: ["text": "red", "link": "blue"], recent: ["a", "d"]))
        #expect(
            try home.disk()?["Editor"] == [
                "a": 1, "b": 1, "size": ["width": 800, "height": 600], "colors": ["text": "red", "link": "blue"],
                "recent": ["a", "d"], "shape": ["circle": ["radius": 1]], "session": "none",
            ])
    }

    @Test("a field that both have changed is the object's")
    func conflict() throws {
        let editor = try editor()
        try editor.save()
        try other(.set(path("a"), 5), .set(path("name"), "other"))
        editor.a = 2
        editor.name = "own"
        try editor.save()
        #expect(editor.a == 2)
        #expect(editor.name == "own")
        editor.name = nil
        try other(.set(path("name"), "other"))
        try editor.save()
        #expect(editor.name == nil)
        #expect(try home.store.contents(of: Home.theDomain)[path("name")] == nil)
    }

    @Test("a field that another program has removed is that of a new object")
    func removed() throws {
        let editor = try editor()
        editor.value = Editor(a: 2, b: 3, name: "ann")
        try editor.save()
        try other(.remove(path("b")), .remove(path("name")))
        editor.a = 4
        try editor.save()
        #expect(editor.value == Editor(a: 4))
        try other(.remove(path()))
        editor.name = "bob"
        try editor.save()
        #expect(editor.value == Editor(name: "bob"))
        try editor.reload()
        #expect(editor.value == Editor(name: "bob"))
    }

    @Test("an object that another program has created is merged")
    func created() throws {
        let editor = try editor()
        editor.a = 2
        try other(.set(path("b"), 5), .set(path("future"), true))
        try editor.save()
        #expect(editor.value == Editor(a: 2, b: 5))
        #expect(try home.store.contents(of: Home.theDomain)[path("future")] == true)
    }

    @Test("two cases of an enumeration are not merged with each other")
    func enumeration() throws {
        let editor = try editor()
        try editor.save()
        try other(.set(path("shape"), ["line": ["length": 3]]), .set(path("size", "width"), 2))
        editor.shape = .square(side: 2)
        editor.size.height = 3
        try editor.save()
        #expect(editor.shape == .square(side: 2))
        #expect(editor.size == Size(width: 2, height: 3))
        try other(.set(path("shape"), ["line": ["length": 3]]))
        try editor.save()
        #expect(editor.shape == .line(length: 3))
    }

    @Test("a merged object that cannot be decoded is an error, and nothing is changed")
    func corrupt() throws {
        let editor = try editor()
        try editor.save()
        try other(.set(path("b"), "text"))
        let before = try home.bytes()
        editor.a = 2
        #expect(
            throws: PreferenceValueError.wrongType(
                at: PropertyListPath(["Editor", "b"]), expected: "an integer", found: .string)
        ) { try editor.save() }
        #expect(try home.bytes() == before)
        #expect(editor.value == Editor(a: 2))
        editor.b = 3
        try editor.save()
        #expect(try home.store.contents(of: Home.theDomain)[path("b")] == 3)
        try other(.set(path("size", "width"), "text"))
        editor.size.height = 1
        #expect(throws: PreferenceValueError.self) { try editor.save() }
    }

    @Test("ignored fields of the object stay when others change")
    func ignored() throws {
        let editor = try editor(ignoring: ["session", "size.width"])
        editor.session = "secret"
        editor.size = Size(width: 1, height: 2)
        try editor.save()
        try other(.set(path("b"), 2), .set(path("session"), "other"), .set(path("size", "width"), 9))
        try editor.save()
        #expect(editor.value == Editor(b: 2, size: Size(width: 1, height: 2), session: "secret"))
        #expect(try home.store.contents(of: Home.theDomain)[path("session")] == nil)
        #expect(try home.store.contents(of: Home.theDomain)[path("size")] == ["height": 2])
    }

    @Test("an object that is a domain is merged with the keys of the domain")
    func domain() throws {
        let editor = try StoredObject(named: nil, in: Home.theDomain, store: home.store) { Editor() }
        try editor.save()
        try other(.set("b", 2), .set("Other", 1))
        editor.a = 3
        try editor.save()
        #expect(editor.value == Editor(a: 3, b: 2))
        #expect(try home.disk()?["Other"] == 1)
    }

    @Test("values that are not dictionaries are replaced as a whole")
    func wholeValues() throws {
        let list = try StoredObject(named: "List", in: Home.theDomain, store: home.store) { [Int]() }
        list.value = [1]
        try list.save()
        try other(.set("List", [2, 3]))
        try list.save()
        #expect(list.value == [2, 3])
        try other(.remove("List"))
        try list.save()
        #expect(list.value == [])
        list.value = [4]
        try other(.set("List", "text"))
        try list.save()
        #expect(try home.disk()?["List"] == [4])
    }

    @Test("six threads save, and no change of another store instance is lost")
    func threads() async throws {
        let editor = try await home.store.async {
            try StoredObject(named: "Editor", in: Home.theDomain, store: $0) { Editor() }
        }
        try await editor.async { try $0.save() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    for _ in 0..<20 {
                        editor.modify { $0.a += 1 }
                        try await editor.async { try $0.save() }
                    }
                }
            }
            group.addTask {
                for number in 2...40 {
                    try self.home.store.apply(
                        ChangeSet([.set(self.path("b"), .integer(PropertyListInteger(Int64(number))))]),
                        to: Home.theDomain)
                    await Task.yield()
                }
            }
            try await group.waitForAll()
        }
        try await editor.async { try $0.save() }
        #expect(editor.value == Editor(a: 121, b: 40))
        #expect(
            try home.disk()?["Editor"] == [
                "a": 121, "b": 40, "size": ["width": 640, "height": 480], "colors": [:], "recent": [],
                "shape": ["circle": ["radius": 1]], "session": "none",
            ])
    }
}
