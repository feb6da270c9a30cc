import Testing

@testable import DefaultsCore
@testable import DefaultsState

/// Changes to several domains together.
struct ChangeBatchTests {
    private static let domain = Domain("a")

    private static func edit(_ random: inout RandomState) -> ChangeSet.Edit {
        let path = PropertyListPath((0...Int.random(in: 0...1, using: &random)).map { _ in random.key() })
        return switch Int.random(in: 0..<11, using: &random) {
        case 0, 1: .set(path, random.value())
        case 2: .remove(path)
        case 3: .insert(1, at: path)
        case 4: .merge(random.dictionary())
        case 5: .mergeDeeply(random.dictionary())
        case 6: .rename(path, to: .key(random.key()))
        case 7: .append([1], to: path)
        case 8: .mergeInto(path, random.dictionary())
        case 9: .require(path)
        default: random.isTrue(oneIn: 2) ? .removeAll : .requireAnyKey
        }
    }

    @Test("a batch has the effect of its entries one by one, or none", arguments: 0..<1000)
    func effect(seed: Int) throws {
        var random = RandomState(seed: seed)
        var expected: [Domain: PropertyListDictionary] = [:]
        for domain in RandomState.domains { expected[domain] = random.dictionary() }
        let store = CrashingStore(expected)
        let start = store.contents
        var batch = ChangeBatch()
        var failure: (Int, PreferencesError)?
        for index in 0..<Int.random(in: 1...12, using: &random) {
            let domain = RandomState.domains.randomElement(using: &random) ?? .global
            let changes = ChangeSet((0...Int.random(in: 0...1, using: &random)).map { _ in Self.edit(&random) })
            batch.append(changes, to: domain)
            if failure != nil { continue }
            do {
                try changes.apply(to: &expected[domain, default: [:]])
            } catch {
                failure = (index, error)
            }
        }
        do {
            try store.apply(batch)
            #expect(failure == nil)
            #expect(store.contents == expected.filter { !$0.value.isEmpty })
        } catch let error as ChangeBatch.EntryError {
            #expect(error.entry == failure?.0)
            #expect(error.error == failure?.1)
            #expect(store.contents == start)
        }
    }

    @Test("an entry whose condition may fail has no effect then")
    func acceptedFailures() throws {
        let store = CrashingStore([Self.domain: ["x": 1]])
        var batch = ChangeBatch()
        batch.append(ChangeSet([.set("y", 2), .require("z")]), to: Self.domain)
        batch.append(ChangeSet([.set("z", 3)]), to: Self.domain)
        try store.update(batch.domains) { try batch.apply(to: &$0) { index, _ in index == 0 } }
        #expect(store.contents[Self.domain] == ["x": 1, "z": 3])
    }
}
