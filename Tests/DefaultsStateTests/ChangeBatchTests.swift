import Testing

@testable import DefaultsCore
@testable import DefaultsState

/// Changes to several domains together.
struct ChangeBatchTests {
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

    @Test("a batch has the effect of its entries one by one, without those that cannot be made", arguments: 0..<1000)
    func effect(seed: Int) throws {
        var random = RandomState(seed: seed)
        var expected: [Domain: PropertyListDictionary] = [:]
        for domain in RandomState.domains { expected[domain] = random.dictionary() }
        let store = CrashingStore(expected)
        var entries: [(domain: Domain, changes: ChangeSet)] = []
        var failures: [Int: PreferencesError] = [:]
        for index in 0..<Int.random(in: 1...12, using: &random) {
            let domain = RandomState.domains.randomElement(using: &random) ?? .global
            let changes = ChangeSet((0...Int.random(in: 0...1, using: &random)).map { _ in Self.edit(&random) })
            entries.append((domain, changes))
            do {
                try changes.apply(to: &expected[domain, default: [:]])
            } catch {
                failures[index] = error
            }
        }
        let batch = ChangeBatch(entries)
        #expect(Set(batch.domains) == Set(entries.map(\.domain)))
        var found: [Int: PreferencesError] = [:]
        try store.update(batch.domains) { batch.apply(to: &$0) { found[$0] = $1 } }
        #expect(found == failures)
        #expect(store.contents == expected.filter { !$0.value.isEmpty })
    }
}
