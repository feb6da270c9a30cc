import DefaultsTesting
import Foundation
import Synchronization

extension PreferenceKey<Int> {
    static let fontSize = Self("FontSize", default: 12)
}

struct Window: Codable, Equatable {
    var title: String
    var frame: [Double]
}

struct Editor {
    @Preference(.fontSize) var fontSize
}

let temporary = try TemporaryStore()
let preferences = Preferences(domain: "com.example.Dependent", store: temporary)
preferences[.fontSize] = 14
try preferences.set(Window(title: "t", frame: [1, 2.5]), for: PreferenceKey<Window?>("Window"))
try preferences.synchronize()
try preferences.update { $0[.fontSize] += 1 }

let others = Preferences(domain: "com.example.Dependent", store: temporary)
let window = try others.value(for: PreferenceKey<Window?>("Window"))
let stored: PropertyListDictionary = try temporary.contents(of: preferences.domain)
print(others[.fontSize], window?.title ?? "nil", stored.keys.joined(separator: ","), Editor().fontSize)

/// A store that is written outside the package, on the public API alone.
final class OwnStore: DomainStore {
    private let contents = Mutex<[Domain: PropertyListDictionary]>([:])
    private let updates = Mutex<Set<ObjectIdentifier>>([])
    private let turn = NSRecursiveLock()

    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        DomainSnapshot(contents: contents.withLock { $0[Self.alone(domain)] ?? [:] })
    }

    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result {
        let unique = Array(Set(domains.map(Self.alone)))
        let indices = domains.map { unique.firstIndex(of: Self.alone($0)) ?? 0 }
        turn.lock()
        defer { turn.unlock() }
        let marker = ObjectIdentifier(Thread.current)
        guard updates.withLock({ $0.insert(marker).inserted }) else {
            throw PreferencesError(.nestedUpdate, path: "memory", description: "another update is running")
        }
        defer { _ = updates.withLock { $0.remove(marker) } }
        let old = contents.withLock { contents in unique.map { contents[$0] ?? [:] } }
        var transaction = DomainTransaction(domains: domains, indices: indices, contents: old)
        let result = try body(&transaction)
        for contents in transaction.contents { _ = try PropertyListWriter.data(of: .dictionary(contents), as: .binary) }
        if transaction.contents != old { try transaction.willPublish() }
        contents.withLock { contents in
            for (domain, new) in zip(unique, transaction.contents) { contents[domain] = new.isEmpty ? nil : new }
        }
        transaction.didPublish(in: self)
        return result
    }

    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        contents.withLock { Array($0.keys) }.filter { $0.host == host && $0 != .global }
            .sorted { Array($0.description.utf16).lexicographicallyPrecedes(Array($1.description.utf16)) }
    }

    /// The global domain under its one name.
    private static func alone(_ domain: Domain) -> Domain {
        domain.description == ".GlobalPreferences" ? .global : domain
    }
}

for check in ConformanceCheck.domainStore { try await check.run(OwnStore()) }
print("a store of its own passes \(ConformanceCheck.domainStore.count) checks")

/// A function, because Swift 6.3.1 crashes when asynchronous top-level code matches an error with a type.
func matchError() throws {
    do {
        _ = try Domain("a//" + "b")
    } catch PreferencesError.Code.invalidName {
        print("an error is matched by its code")
    }
}
try matchError()
