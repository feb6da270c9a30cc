import DefaultsTesting
import Foundation
import TestStores
import TestSupport
import Testing

@testable import DefaultsPreferences

/// Every kind of step in every check. The cells of ``StepKind`` give the reasons for exceptions.
struct StepKindTests {
    private let source: Domain
    private let target: Domain

    init() throws {
        source = Domain("com.example.Old")
        target = Domain("com.example.Editor")
    }

    /// The contents of the source and of the target. The source is empty if the old values are in the target.
    private typealias Contents = [PropertyListDictionary]

    /// The store of the sources and that of the targets, which differs only if it is a keyring.
    private typealias Stores = (files: any DomainStore, targets: any DomainStore)

    private func stores(
        _ example: StepCase, _ contents: Contents, in files: any DomainStore = InMemoryDomainStore()
    ) throws -> Stores {
        let targets = example.place == .keyring ? InMemoryDomainStore() : files
        try files.apply(ChangeSet([.merge(contents[0])]), to: source)
        try targets.apply(ChangeSet([.merge(contents[1])]), to: target)
        return (files, targets)
    }

    private func contents(of stores: Stores) throws -> Contents {
        try [stores.files.contents(of: source), stores.targets.contents(of: target)]
    }

    private func values(in stores: Stores) throws -> Contents {
        try [stores.files.contents(of: source), stores.targets.values(of: target)]
    }

    private func migrator(
        _ example: StepCase, _ stores: Stores, _ policy: MigrationStep.ConflictPolicy = .keepNew,
        isInterrupted: Bool = false
    ) throws -> Migrator {
        let isKeyring = example.place == .keyring
        let files: any DomainStore =
            isInterrupted
            ? HookedStore(stores.files, failing: (isKeyring ? 1 : 2)..., with: CancellationError()) : stores.files
        var migrator =
            isKeyring
            ? Migrator(from: files, to: stores.targets, now: { .distantPast })
            : Migrator(store: files, now: { .distantPast })
        let old = example.oldDomain(source, target)
        try migrator.register("m", in: target, from: old, onConflict: policy) { example.kind.steps }
        return migrator
    }

    @Test(
        "XB4: a run does what a preview shows, and a second run does nothing", arguments: StepCase.all,
        MigrationStep.ConflictPolicy.allCases)
    func xb4(_ example: StepCase, policy: MigrationStep.ConflictPolicy) throws {
        for files: any DomainStore in [InMemoryDomainStore(), try TemporaryStore()] {
            let stores = try self.stores(example, example.before(), in: files)
            let migrator = try self.migrator(example, stores, policy)
            let start = try contents(of: stores)
            let preview = try migrator.preview { try $0.apply() }
            #expect(try contents(of: stores) == start)
            let report = try #require(try migrator.apply().first)
            let end = try contents(of: stores)
            #expect(report.status == .applied)
            #expect(report.steps.map(\.text) == example.kind.effects)
            #expect(try values(in: stores) == example.after())
            #expect(preview.result == [report])
            let changes = preview.changes + preview.keyringChanges
            #expect(changes.map(\.new) == zip(start, end).filter { $0 != $1 }.map(\.1))
            #expect(try migrator.record(of: "m", in: target)?.state == .done)
            // A later use of the old keys is not migrated.
            try files.apply(ChangeSet([.mergeDeeply(example.kind.old)]), to: example.oldDomain(source, target))
            let used = try contents(of: stores)
            #expect(try migrator.apply().map(\.status) == [.alreadyApplied])
            #expect(try contents(of: stores) == used)
        }
    }

    @Test(
        "XB7: a migration takes place once, also if it found no old values",
        arguments: StepCase.all.filter { $0.kind.nothing == .applies })
    func xb7(_ example: StepCase) throws {
        let stores = try self.stores(example, [[:], example.kind.before])
        let migrator = try self.migrator(example, stores)
        let report = try #require(try migrator.apply().first)
        #expect(report.status == .nothingToDo)
        #expect(report.isChange)
        #expect(Set(report.steps.map(\.effect)) == [.absent])
        #expect(Set(report.steps.map(\.old)) == Set(example.kind.steps.map(\.old)))
        #expect(try migrator.appliedIdentifiers(in: target) == ["m"])
        try stores.files.apply(ChangeSet([.merge(example.kind.old)]), to: example.oldDomain(source, target))
        #expect(try migrator.apply().map(\.status) == [.alreadyApplied])
        #expect(try values(in: stores) == example.before())
        #expect(try migrator.rollBack("m", in: target)?.steps.isEmpty == true)
        #expect(try contents(of: stores) == example.before())
        #expect(try migrator.apply().map(\.status) == [.applied])
        #expect(try values(in: stores) == example.after())
    }

    @Test("a rollback restores all values, and leaves other changes", arguments: StepCase.inFiles)
    func rollBack(_ example: StepCase) throws {
        for files: any DomainStore in [InMemoryDomainStore(), try TemporaryStore()] {
            let stores = try self.stores(example, example.before(), in: files)
            let migrator = try self.migrator(example, stores)
            try migrator.apply()
            try files.apply(ChangeSet([.set("Later", 1)]), to: target)
            var expected = try example.before()
            expected[1]["Later"] = 1
            let start = try contents(of: stores)
            let preview = try migrator.preview { try $0.rollBack("m", in: target) }
            let report = try #require(try migrator.rollBack("m", in: target))
            #expect(report.status == .rolledBack)
            #expect(preview.result == report)
            #expect(preview.changes.map(\.new) == zip(start, expected).filter { $0 != $1 }.map(\.1))
            #expect(try contents(of: stores) == expected)
            #expect(try migrator.rollBack("m", in: target) == nil)
        }
    }

    @Test("a rollback is refused if a new value or the place of an old one has changed", arguments: StepCase.inFiles)
    func changedSince(_ example: StepCase) throws {
        let stores = try self.stores(example, example.before())
        try migrator(example, stores).apply()
        let end = try contents(of: stores)
        let steps = try #require(try Migrator(store: stores.files).record(of: "m", in: target)).steps
        let new = steps.compactMap(\.new)
        let old = steps.filter(\.action.removesOldValue).compactMap { step in step.old.map { (step.source, $0) } }
        #expect(!new.isEmpty || !old.isEmpty)
        for (domain, path) in new.map({ (target, $0) }) + old {
            let changed = try self.stores(example, end)
            try changed.files.apply(ChangeSet([.set(path, "changed")]), to: domain)
            let start = try contents(of: changed)
            let isNew = domain == target && new.contains { $0.components.starts(with: path.components) }
            let error = #expect(throws: PreferenceValueError.self) {
                try migrator(example, changed).rollBack("m", in: target)
            }
            #expect(error?.code == .changedSince)
            #expect(error?.description.contains(isNew ? "has changed since" : "already has") == true, "\(path)")
            #expect(try contents(of: changed) == start)
        }
    }

    @Test("the policy for conflicts applies to each value", arguments: StepCase.withConflicts)
    func conflicts(_ example: StepCase) throws {
        let steps = try #require(try migrator(example, stores(example, example.before())).apply().first).steps
        var start = try example.before()
        for new in steps.compactMap(\.new) { try start[1].set("mine", at: new) }
        for policy in MigrationStep.ConflictPolicy.allCases {
            let stores = try self.stores(example, start)
            let migrator = try self.migrator(example, stores, policy)
            if policy == .fail {
                let error = #expect(throws: PreferenceValueError.self) { try migrator.apply() }
                #expect(error?.code == .conflict)
            } else {
                let report = try #require(try migrator.apply().first)
                #expect(report.status == .applied)
                #expect(report.steps.contains { $0.effect == .kept } == (policy == .keepNew))
                if policy == .overwrite { #expect(try values(in: stores) == example.after()) }
                for case (let step, let new?) in steps.map({ ($0, $0.new) }) where policy == .keepNew {
                    #expect(try stores.files.contents(of: target)[new] == "mine")
                    let old = try #require(step.old)
                    #expect(
                        try stores.files.contents(of: step.source)[old] == start[step.source == target ? 1 : 0][old])
                }
                try migrator.rollBack("m", in: target)
            }
            #expect(try contents(of: stores) == start)
        }
    }

    @Test(
        "a run that ends between the stages is completed, and values that have changed since stay",
        arguments: StepCase.all, [false, true])
    func interrupted(_ example: StepCase, isChanged: Bool) throws {
        let stores = try self.stores(example, example.before())
        let run = Result { try self.migrator(example, stores, isInterrupted: true).apply() }
        let migrator = try self.migrator(example, stores)
        let steps = try #require(try migrator.record(of: "m", in: target)).steps
        // Without old values in other domains, there is one stage.
        let old = steps.first { $0.action.removesOldValue && $0.source == source }?.old
        var expected = try example.after()
        if let old {
            let error = #expect(throws: PreferenceValueError.self) { try run.get() }
            #expect(error?.code == .oldKeysNotRemoved)
            #expect(error?.underlyingError is CancellationError)
            #expect(try values(in: stores) == [example.kind.old, example.kind.gives])
            if isChanged {
                try stores.files.apply(ChangeSet([.set(old, "changed")]), to: source)
                try expected[0].set("changed", at: old)
            }
        } else {
            #expect(example.place == .oneDomain || example.kind.leaves == example.kind.old)
        }
        let report = try #require(try migrator.apply().first)
        #expect(report.status == (old == nil ? .alreadyApplied : .completed))
        #expect(report.steps.map(\.effect) == (isChanged && old != nil ? [.changedSince] : []))
        #expect(report.steps.map(\.old) == (isChanged && old != nil ? [old] : []))
        #expect(try values(in: stores) == expected)
        #expect(try migrator.record(of: "m", in: target)?.state == .done)
        if let old, isChanged { try stores.files.apply(ChangeSet([.remove(old)]), to: source) }
        if example.place == .keyring {
            for step in steps { #expect([step.original, step.displaced] == [nil, nil]) }
            let isEmpty = steps.allSatisfy { $0.new == nil }
            let error = PreferenceValueError.notReversible("m", target: target)
            if !isEmpty { #expect(throws: error) { try migrator.rollBack("m", in: target) } }
        } else {
            try migrator.rollBack("m", in: target, from: old == nil ? [] : [source])
            #expect(try contents(of: stores) == example.before())
        }
    }

    @Test("a rollback removes a dictionary that several steps need, in any order of the steps", arguments: [0, 1, 2])
    func sharedDictionary(rotation: Int) throws {
        let steps: [MigrationStep] = [
            .move("Old", to: PropertyListPath(["A", "X", "C"])), .setDefault(5, at: PropertyListPath(["A", "B", "C"])),
            .update(named: "more") { _, new in new[PropertyListPath(["A", "B", "D"])] = 6 },
        ]
        let store = InMemoryDomainStore([target: ["Old": 1]])
        let migration = try Migration("m", to: target, steps: Array(steps[rotation...] + steps[..<rotation]))
        try Migrator(store: store).apply(migration)
        #expect(try store.values(of: target) == ["A": ["B": ["C": 5, "D": 6], "X": ["C": 1]]])
        try Migrator(store: store).rollBack("m", in: target)
        #expect(try store.contents(of: target) == ["Old": 1])
    }

    @Test(
        "steps whose old values could not be restored from a keyring are refused there",
        arguments: StepKind.all.filter { $0.keyring != .applies })
    func refusedByKeyring(kind: StepKind) throws {
        let example = StepCase(kind: kind, place: .keyring)
        let stores = try self.stores(example, example.before())
        let error = #expect(throws: PreferenceValueError.self) { try migrator(example, stores).apply() }
        #expect(error?.code == .invalidMigration)
        #expect(try contents(of: stores) == example.before())
    }
}

extension Migrator.Report.Step {
    fileprivate var text: String { "\(effect)" + [old, new].compactMap { $0 }.map { " \($0)" }.joined() }
}
