import DefaultsCore
import DefaultsMigration
import DefaultsPreferences
import Foundation
import PropertyList
import TestExtent
import TestSupport
import Testing

/// The rows of XBUserDefaults about the transfer to new keys, in a program. The tests of `migrate` have those of the
/// command.
@Suite(.waiting) struct XBTransferTests {
    let home: Home

    init() throws { home = try Home() }

    private static let suffix = "_xb_userDefaults_key"
    private static let accountName = PreferenceKey<String>("name" + suffix, default: "")
    private static let age = PreferenceKey<Int>("age" + suffix, default: 0)

    @discardableResult
    private func transfer(
        _ identifier: String = "transfer", onConflict policy: Migration.ConflictPolicy = .fail,
        @Migration.Builder steps: () -> [MigrationStep]
    ) throws -> Migration.Report? {
        var migrator = Migrator(store: home.store)
        try migrator.register(identifier, in: Home.theDomain, onConflict: policy, steps: steps)
        return try migrator.apply().first
    }

    /// Returns the stored values, and whether there is a record of migrations.
    private func disk() throws -> (values: [String: DiskValue]?, hasRecord: Bool) {
        var values = try home.disk()
        let record = values?.removeValue(forKey: Migration.recordKey)
        return (values, record != nil)
    }

    @Test("XB4: old keys are transferred to new ones, and an empty map does nothing")
    func xb4() throws {
        try home.write(["oldName": "Ann", "oldAge": 42])
        let before = try home.bytes()
        #expect(try transfer("nothing") {}?.status == .nothingToDo)
        #expect(try home.bytes() == before)
        try transfer {
            MigrationStep.move("oldName", to: Self.accountName)
            MigrationStep.move("oldAge", to: Self.age)
        }
        let disk = try disk()
        #expect(disk.values == ["name_xb_userDefaults_key": "Ann", "age_xb_userDefaults_key": 42] && disk.hasRecord)
        #expect(try home.probe("read", Home.domain, "age_xb_userDefaults_key") == "42")
    }

    @Test("XB5: a value is read as the type of the new key, and the old key is removed")
    func xb5() throws {
        try home.write(["oldAge": "42", "Other": 1])
        let before = try home.bytes()
        let domain = try Home.theDomain
        #expect(throws: MigrationError(.wrongType("oldAge", domain: domain, expected: .integer, found: .string))) {
            try transfer { MigrationStep.move("oldAge", to: Self.age) }
        }
        #expect(try home.bytes() == before)
        try transfer { MigrationStep.move("oldAge", to: Self.age, converting: .lossless) }
        #expect(try disk().values == ["age_xb_userDefaults_key": 42, "Other": 1])
    }

    @Test("XB6: a step with the same old and new key is skipped")
    func xb6() throws {
        try home.write(["age_xb_userDefaults_key": 42])
        let before = try home.bytes()
        let report = try transfer { MigrationStep.move(Self.age, to: Self.age) }
        #expect(report?.status == .nothingToDo && report?.steps.map(\.effect) == [.samePlace])
        #expect(try home.bytes() == before)
    }

    @Test("XB7: a migration is performed once")
    func xb7() throws {
        try home.write(["oldAge": 42])
        for status in [Migration.Report.Status.applied, .alreadyApplied] {
            let report = try transfer(onConflict: .overwrite) { MigrationStep.move("oldAge", to: Self.age) }
            #expect(report?.status == status)
            try home.store.apply(ChangeSet([.set("oldAge", 7)]), to: Home.theDomain)
        }
        #expect(try disk().values == ["age_xb_userDefaults_key": 42, "oldAge": 7])
    }

    @Test("XB8: a duplicate step is ignored")
    func xb8() throws {
        try home.write(["oldAge": 42])
        let report = try transfer {
            MigrationStep.move("oldAge", to: Self.age)
            MigrationStep.move("oldAge", to: Self.age)
        }
        #expect(report?.steps.count == 1)
        #expect(try disk().values == ["age_xb_userDefaults_key": 42])
    }
}
