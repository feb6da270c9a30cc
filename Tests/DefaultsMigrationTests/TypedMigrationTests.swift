import Foundation
import TestSupport
import Testing

@testable import DefaultsPreferences

extension PreferenceKey<Int> {
    fileprivate static let textSize = Self("TextSize", default: 12)
}

extension PreferenceKey<Bool> {
    fileprivate static let isDark = Self("IsDark", default: false)
}

extension PreferenceKey<Double> {
    fileprivate static let ratio = Self("Ratio", default: 1)
    fileprivate static let zoom = Self("Zoom", default: 1)
}

extension PreferenceKey<String?> {
    fileprivate static let mode = Self("Mode")
}

/// Tests of migrations between typed keys.
struct TypedMigrationTests {
    private func editor() throws -> Domain { Domain("com.example.Editor") }

    private func migrate(
        _ contents: PropertyListDictionary, @ListBuilder<MigrationStep> steps: () -> [MigrationStep]
    ) throws -> PropertyListDictionary {
        let store = InMemoryDomainStore([try editor(): contents])
        var migrator = Migrator(store: store)
        try migrator.register("2026-names", in: editor(), steps: steps)
        try migrator.apply()
        var result = try store.contents(of: editor())
        result[Migrator.recordKey] = nil
        return result
    }

    @Test("XB5: the new key determines the expected type, and a moved value is removed")
    func xb5() throws {
        let migrated = try migrate(["FontSize": 14, "Old": "x", "Mode": "dark", "Kept": 1]) {
            MigrationStep.move(.fontSize, to: .textSize)
            MigrationStep.copy(PreferenceKey<String?>("Old"), to: .mode)
            MigrationStep.delete(.mode)
            MigrationStep.setDefault(true, at: .isDark)
        }
        #expect(migrated == ["TextSize": 14, "Old": "x", "Mode": "x", "IsDark": true, "Kept": 1])
    }

    @Test("a value of another type stops the migration")
    func wrongType() throws {
        let editor = try editor()
        #expect(throws: PreferenceValueError.wrongType("FontSize", domain: editor, expected: .integer, found: .string))
        {
            try migrate(["FontSize": "14"]) { MigrationStep.move(.fontSize, to: .textSize) }
        }
        #expect(throws: PreferenceValueError.wrongType("DarkMode", domain: editor, expected: .boolean, found: .string))
        {
            try migrate(["DarkMode": "YES"]) {
                MigrationStep.move(PreferenceKey("DarkMode", default: true), to: .isDark)
            }
        }
    }

    @Test("a conversion leads from one type to another")
    func conversion() throws {
        #expect(
            try migrate(["Mode": "YES"]) {
                MigrationStep.move("Mode", to: "IsDark").expecting(.boolean).converting(.lossless)
            }
                == ["IsDark": true])
        #expect(
            try migrate(["Mode": "no"]) {
                MigrationStep.copy("Mode", to: "IsDark").expecting(.boolean).converting(.lossless)
            }
                == ["Mode": "no", "IsDark": false])
    }

    @Test("a key of reals accepts an equal integer, as in reading")
    func integerForReal() throws {
        #expect(try migrate(["Ratio": 2]) { MigrationStep.move(.ratio, to: .zoom) } == ["Zoom": 2.0])
        #expect(try migrate(["Ratio": 0.5]) { MigrationStep.copy(.ratio, to: .zoom) } == ["Ratio": 0.5, "Zoom": 0.5])
        let editor = try editor()
        #expect(throws: PreferenceValueError.wrongType("Ratio", domain: editor, expected: .real, found: .string)) {
            try migrate(["Ratio": "2"]) { MigrationStep.move(.ratio, to: .zoom) }
        }
        #expect(throws: PreferenceValueError.wrongType("Ratio", domain: editor, expected: .real, found: .integer)) {
            try migrate(["Ratio": 9_007_199_254_740_993]) { MigrationStep.move(.ratio, to: .zoom) }
        }
    }

    @Test("the expected type is the stored type of the key's values")
    func types() {
        func type<Value>(of key: PreferenceKey<Value>) -> PropertyListType? {
            let step = MigrationStep.move(key, to: key)
            #expect(step.new == PropertyListPath([key.name]))
            return step.type
        }
        #expect(type(of: PreferenceKey<UInt8>("a.b", default: 0)) == .integer)
        #expect(type(of: PreferenceKey<Float>("k", default: 0)) == .real)
        #expect(type(of: PreferenceKey<Double?>("k")) == .real)
        #expect(type(of: PreferenceKey<Bool>("k", default: false)) == .boolean)
        #expect(type(of: PreferenceKey<String?>("k")) == .string)
        #expect(type(of: PreferenceKey<URL?>("k")) == nil)
        #expect(type(of: PreferenceKey<UUID?>("k")) == .string)
        #expect(type(of: PreferenceKey<Date?>("k")) == .date)
        #expect(type(of: PreferenceKey<Data?>("k")) == .data)
        #expect(type(of: PreferenceKey<Theme>("k", default: .light)) == .string)
        #expect(type(of: PreferenceKey<[Int]>("k", default: [])) == .array)
        #expect(type(of: PreferenceKey<Set<String>?>("k")) == .array)
        #expect(type(of: PreferenceKey<[String: Bool]>("k", default: [:])) == .dictionary)
        #expect(type(of: PreferenceKey<PropertyListValue?>("k")) == nil)
        #expect(type(of: PreferenceKey<Window?>("k")) == nil)
    }
}
