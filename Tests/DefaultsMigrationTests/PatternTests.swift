import DefaultsCore
import DefaultsMigration
import PropertyList
import Testing

/// Steps for all values whose paths match a pattern.
struct PatternTests {
    private let editor: Domain

    init() throws { editor = try Domain("com.example.Editor") }

    @Test("an element of an array can be neither moved nor removed as a whole")
    func elements() throws {
        let documents: PropertyListDictionary = ["Documents": [["name": "a"], "odd"]]
        let store = InMemoryDomainStore([editor: documents])
        let steps: [MigrationStep] = [
            .move(matching: ["Documents", .any], to: ["Papers", .any]), .delete(matching: ["Documents", .any]),
        ]
        for step in steps {
            let error = #expect(throws: MigrationError.self) { try Migrator(store, to: editor) { step }.apply() }
            #expect(error?.code == .elementOfArray)
            #expect(error?.path == PropertyListPath(["Documents", "0"]))
        }
        #expect(try store.contents(of: editor) == documents)
    }

    @Test("a value of another type, or one that cannot be converted, stops the migration and is named")
    func types() throws {
        let store = InMemoryDomainStore([editor: ["a": ["x": 1, "y": "text"]]])
        for conversion in [nil, MigrationStep.Conversion.lossless] {
            let error = #expect(throws: MigrationError.self) {
                try Migrator(store, to: editor) {
                    MigrationStep.move(matching: ["a", .any], to: ["b", .any], as: .integer, converting: conversion)
                }.apply()
            }
            #expect(error?.code == (conversion == nil ? .wrongType : .notConvertible))
            #expect(error?.path == PropertyListPath(["a", "y"]))
        }
        #expect(try store.contents(of: editor) == ["a": ["x": 1, "y": "text"]])
    }

    @Test("patterns whose new paths are not known are refused when the migration is created")
    func invalid() throws {
        func error(_ step: MigrationStep) -> MigrationError? {
            #expect(throws: MigrationError.self) { try Migration("m", to: editor, steps: [step]) }
        }
        #expect(error(.move(matching: ["a", .any], to: ["b", "*"])) == MigrationError(.wildcards("a.*", #"b.\*"#)))
        #expect(error(.copy(matching: ["a", .any], to: ["b", .any, .any]))?.code == .invalidPattern)
        for text in ["**.a", "a*b*", "a.**"] {
            let pattern = try #require(PropertyListPathGlob(parsing: text))
            #expect(error(.delete(matching: pattern)) == MigrationError(.severalWildcards(text)))
            #expect(error(.move(matching: ["a", .any], to: pattern))?.code == .invalidPattern)
        }
        #expect(error(.delete(matching: [])) == MigrationError(.reservedKey(PropertyListPath())))
        #expect(
            error(.delete(matching: ["DefaultsMigrations", .any]))
                == MigrationError(.reservedKey(PropertyListPath(["DefaultsMigrations", "*"]))))
        #expect(error(.copy(matching: [.any], to: ["DefaultsMigrations", .any]))?.code == .reservedKey)
    }

    @Test("conflicts between the values that patterns match stop the migration before anything changes")
    func conflictingSteps() throws {
        let before: PropertyListDictionary = ["a": ["x": ["y": 1], "DefaultsMigrations": 2], "b": ["x": ["y": 3]]]
        let store = InMemoryDomainStore([editor: before])
        func code(@Migration.Builder _ steps: () -> [MigrationStep]) -> MigrationError.Code? {
            #expect(throws: MigrationError.self) { try Migrator(store, to: editor, steps: steps).apply() }?.code
        }
        let two = code {
            MigrationStep.copy(matching: ["a", .any, "y"], to: ["c", .any])
            MigrationStep.copy(matching: ["b", .any, "y"], to: ["c", .any])
        }
        #expect(two == .sameTarget)
        let nested = code {
            MigrationStep.copy(matching: ["a", .any, "y"], to: ["c", .any])
            MigrationStep.delete(matching: ["a", .any])
        }
        #expect(nested == .overlappingSources)
        #expect(code { MigrationStep.copy(matching: ["a", .any], to: [.any]) } == .reservedKey)
        #expect(try store.contents(of: editor) == before)
    }

    @Test("a wildcard does not match the records of migrations")
    func records() throws {
        let store = InMemoryDomainStore([editor: ["x": 1]])
        try Migrator(store: store).apply(Migration("one", to: editor, steps: [.move("x", to: "y")]))
        let migrator = try Migrator(store, to: editor) {
            MigrationStep.move(matching: [.any], to: ["All", .any])
        }
        try migrator.apply()
        #expect(try store.values(of: editor) == ["All": ["y": 1]])
        #expect(try Set(migrator.appliedIdentifiers(in: editor)) == ["one", "m"])
        try migrator.rollBack("m", in: editor)
        #expect(try store.values(of: editor) == ["y": 1])
    }

    @Test("many elements take one pass")
    func many() throws {
        let elements = (0..<2_000).map { PropertyListValue.dictionary(["a": .integer(PropertyListInteger(Int64($0)))]) }
        let before: PropertyListDictionary = ["l": .array(elements)]
        let store = InMemoryDomainStore([editor: before])
        let migrator = try Migrator(store, to: editor) {
            MigrationStep.move(matching: ["l", .any, "a"], to: ["l", .any, "b"])
        }
        #expect(try migrator.apply()[0].steps.count == 2_000)
        #expect(try store.contents(of: editor)[PropertyListPath(["l", "1999"])] == ["b": 1999])
        try migrator.rollBack("m", in: editor)
        #expect(try store.contents(of: editor) == before)
    }
}
