import DefaultsPreferences
import Foundation
import TestExtent
import TestSupport
import Testing

/// Tests of the types of keys and their stored form.
@Suite(.waiting) struct ValueTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let disk: StoredValue
        let check: @Sendable (Home, StoredValue) throws -> Void

        init<Value: Codable & Equatable & Sendable>(_ value: Value, otherwise: Value, is disk: StoredValue) {
            testDescription = "\(Value.self) \(value)"
            self.disk = disk
            let key = PreferenceKey<Value>("K", default: otherwise)
            let optional = PreferenceKey<Value?>("Optional")
            check = { home, disk in
                let preferences = home.preferences()
                preferences[key] = value
                preferences[optional] = value
                #expect(preferences[key] == value)
                try preferences.synchronize()
                #expect(try home.disk() == ["K": disk, "Optional": disk])
                let others = home.preferences()
                #expect(others[key] == value)
                #expect(others[optional] == value)
                #expect(try others.value(for: optional) == value)
            }
        }
    }

    static let date = Date(timeIntervalSinceReferenceDate: 600_000_000.25)
    static let scalars: [Case] = [
        Case(Int8.min, otherwise: 0, is: -128), Case(Int16.max, otherwise: 0, is: 32767),
        Case(Int32.min, otherwise: 0, is: -2_147_483_648),
        Case(Int64.min, otherwise: 0, is: -9_223_372_036_854_775_808),
        Case(Int.max, otherwise: 0, is: 9_223_372_036_854_775_807), Case(UInt8.max, otherwise: 0, is: 255),
        Case(UInt16.max, otherwise: 0, is: 65535), Case(UInt32.max, otherwise: 0, is: 4_294_967_295),
        Case(UInt64.max, otherwise: 0, is: 18_446_744_073_709_551_615),
        Case(UInt(Int64.max) + 1, otherwise: 0, is: 9_223_372_036_854_775_808),
        Case(1.0, otherwise: 0, is: 1.0), Case(-0.0, otherwise: 1, is: -0.0),
        Case(Double.infinity, otherwise: 0, is: .real(.infinity)),
        Case(Float(0.1), otherwise: 0, is: .real(Double(Float(0.1)))), Case(true, otherwise: false, is: true),
        Case("$null", otherwise: "", is: "$null"), Case("", otherwise: "x", is: ""),
        Case("\u{1B}\u{0}e\u{301}", otherwise: "", is: "\u{1B}\u{0}e\u{301}"),
    ]
    static let objects: [Case] = [
        Case(Data([0, 255]), otherwise: Data(), is: .data([0, 255])),
        Case(date, otherwise: .distantPast, is: .date(date.timeIntervalSince1970)),
        Case(
            URL(string: "https://example.com/a?b#c") ?? URL(fileURLWithPath: "/"), otherwise: URL(fileURLWithPath: "/"),
            is: "https://example.com/a?b#c"),
        Case(URL(fileURLWithPath: "/a b"), otherwise: URL(fileURLWithPath: "/"), is: "/a b"),
        Case(URL(filePath: "/a/", directoryHint: .isDirectory), otherwise: URL(fileURLWithPath: "/"), is: "/a/"),
        Case(URL(filePath: "/", directoryHint: .isDirectory), otherwise: URL(fileURLWithPath: "/b"), is: "/"),
        Case(URL(filePath: "/etc", directoryHint: .notDirectory), otherwise: URL(fileURLWithPath: "/"), is: "/etc"),
        Case(
            UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), otherwise: UUID(),
            is: "01020304-0506-0708-090A-0B0C0D0E0F10"),
        Case([1, 2], otherwise: [], is: [1, 2]), Case([[true]], otherwise: [], is: [[true]]),
        Case(Set(["b", "a"]), otherwise: [], is: ["a", "b"]),
        Case(["k": ["n": 1.5]], otherwise: [:], is: ["k": ["n": 1.5]]), Case(Theme.dark, otherwise: .light, is: "dark"),
        Case([date], otherwise: [], is: [.date(date.timeIntervalSince1970)]),
        Case(PropertyListValue.uid(3), otherwise: 0, is: .other("_NSKeyedArchiverUID")),
    ]

    @Test("GV1: numbers, booleans and strings are stored under their names with their types", arguments: scalars)
    func gv1(_ example: Case) throws { try example.check(Home(), example.disk) }

    @Test("XB2: objects, collections and URLs are stored with their types", arguments: objects)
    func xb2(_ example: Case) throws { try example.check(Home(), example.disk) }

    @Test(
        "a value of another type is not converted",
        arguments: [
            PropertyListValue.boolean(true), 1.0, "1", [], [:], 300, -129,
        ])
    func otherTypes(stored: PropertyListValue) {
        let preferences = Preferences.inMemory(["K": stored])
        #expect(preferences[PreferenceKey<Int8>("K", default: 7)] == 7)
        #expect(throws: PreferenceValueError.self) { try preferences.value(for: PreferenceKey<Int8>("K", default: 7)) }
    }

    private static let window = Window(title: "$null", frame: [1, 2.5], identifier: .max)
    private static let stored: StoredValue = [
        "title": "$null", "frame": [1.0, 2.5], "identifier": 18_446_744_073_709_551_615,
    ]

    @Test("CO1: an object is saved under a key as values, and loaded from it, also by another process")
    func co1() throws {
        let home = Home()
        let preferences = home.preferences()
        try preferences.set(Self.window, for: .window)
        try preferences.synchronize()
        #expect(try home.disk() == ["Window": Self.stored])
        #expect(try home.preferences().value(for: .window) == Self.window)
        #expect(try home.probe("read", Home.domain, "Window").contains("title"))
        try preferences.set(nil, for: .window)
        #expect(try preferences.value(for: .window) == nil)
    }

    @Test("CO5: arrays of objects are saved and loaded")
    func co5() throws {
        let windows = [Self.window, Window(title: "b", frame: [])]
        let disk: StoredValue = [Self.stored, ["title": "b", "frame": []]]
        try Case(windows, otherwise: [], is: disk).check(Home(), disk)
    }

    private struct Bad: Codable, Equatable { var list: [Int?] }

    @Test("CO2: an object that cannot be encoded is an error with its path, and nothing is written")
    func co2() throws {
        let home = Home()
        let preferences = home.preferences()
        #expect(throws: PreferenceValueError.unstorable(at: .init(["Bad", "list", "1"]), reason: Self.noNull)) {
            try preferences.set(Bad(list: [1, nil]), for: PreferenceKey<Bad?>("Bad"))
        }
        let dates = PreferenceKey<[Date]>("Dates", default: [])
        #expect(
            throws: PreferenceValueError.unstorable(at: .init(["Dates", "0"]), reason: "a date that is not finite")
        ) { try preferences.set([Date(timeIntervalSinceReferenceDate: .infinity)], for: dates) }
        #expect(!preferences.hasUnsavedChanges)
        try preferences.synchronize()
        #expect(try home.disk() == nil)
    }

    // A type that is not Codable does not compile; see Scripts/checks/misuse.
    @Test("GV7: registering a value that cannot be stored is an error with its path")
    func gv7() throws {
        let error = PreferenceValueError.unstorable(at: .init(["Bad", "list", "0"]), reason: Self.noNull)
        #expect(throws: error) {
            try Preferences.inMemory().register(Bad(list: [nil]), for: PreferenceKey<Bad?>("Bad"))
        }
    }

    @Test("the subscript accepts any Codable type, and keeps the old value if a new one cannot be stored")
    func codableSubscript() throws {
        let key = PreferenceKey<Bad>("Bad", default: Bad(list: []))
        let preferences = Preferences.inMemory(["Bad": ["list": [1]], "Window": "text"])
        #expect(preferences[key] == Bad(list: [1]))
        #expect(preferences[.window] == nil)
        preferences[key] = Bad(list: [nil])
        #expect(preferences[key] == Bad(list: [1]))
        #expect(preferences.saveFailure is PreferenceValueError)
        #expect(throws: PreferenceValueError.unstorable(at: .init(["Bad", "list", "0"]), reason: Self.noNull)) {
            try preferences.update { $0[key] = Bad(list: [nil]) }
        }
        let window = Window(title: "t", frame: [1])
        try preferences.update { $0[.window] = window }
        #expect(try preferences.value(for: .window) == window)
    }

    private static let noNull = "a property list has no null to stand for nil"

    @Test("a dictionary with canonically equivalent keys is not decoded, because a value would be lost")
    func equivalentKeys() {
        let preferences = Preferences.inMemory(["K": ["\u{E9}": 1, "e\u{301}": 2]])
        let key = PreferenceKey<[String: Int]>("K", default: [:])
        #expect(preferences[key] == [:])
        #expect(throws: PreferenceValueError.self) { try preferences.value(for: key) }
    }

    @Test("a value that a file cannot hold is an error, and other values are still saved")
    func unstorable() throws {
        let home = Home()
        let problems = Counter()
        let preferences = Preferences(
            domain: Home.theDomain, store: home.store, arguments: .none, saving: .explicit { _ in problems.next() })
        let key = PreferenceKey<Date>("Date", default: .distantPast)
        preferences[key] = Date(timeIntervalSinceReferenceDate: 0)
        preferences[key] = Date(timeIntervalSinceReferenceDate: .nan)
        preferences[.fontSize] = 3
        #expect(problems.value == 1)
        #expect(preferences.saveFailure != nil)
        try preferences.synchronize()
        #expect(try home.disk() == ["Date": .date(978_307_200), "FontSize": 3])
    }
}
