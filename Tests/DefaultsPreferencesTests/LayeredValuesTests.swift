import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsPreferences

/// The comparison behind `Preferences.changes()`.
struct LayeredValuesTests {
    private let store = InMemoryDomainStore()
    private let own: Preferences
    private let global: Preferences

    init() {
        let arguments = Preferences.Arguments(["-Third", "1"])
        own = Preferences(domain: Home.theDomain, store: store, arguments: arguments, saving: .explicit)
        global = Preferences(domain: .global, store: store, arguments: .none, saving: .explicit)
    }

    @Test("a value that a preceding layer or an argument hides is not a change")
    func hidden() {
        own[.first] = 1
        let before = LayeredValues(of: own, after: nil)
        global[.first] = 2
        global[.second] = 2
        global[.third] = 2
        let after = LayeredValues(of: own, after: before)
        #expect(after.names(differingFrom: before) == ["Second"])
        own.reset(.first)
        let uncovered = LayeredValues(of: own, after: after)
        #expect(uncovered.names(differingFrom: after) == ["First"])
    }

    @Test("a registered default counts where no layer has a value")
    func registered() throws {
        own[.first] = 1
        let before = LayeredValues(of: own, after: nil)
        own.register(["First": 5, "Second": 5])
        let after = LayeredValues(of: own, after: before)
        #expect(after.names(differingFrom: before) == ["Second"])
        own.removeRegisteredDefaults()
        #expect(LayeredValues(of: own, after: after).names(differingFrom: after) == ["Second"])
    }

    @Test("an equal value is not a change")
    func unchanged() throws {
        own[.first] = 1
        let before = LayeredValues(of: own, after: nil)
        #expect(LayeredValues(of: own, after: before).names(differingFrom: before).isEmpty)
        // Another version with equal contents.
        own[.first] = 1
        let after = LayeredValues(of: own, after: before)
        #expect(after.names(differingFrom: before).isEmpty)
    }
}

extension PreferenceKey<Int> {
    fileprivate static let first = Self("First", default: 0)
    fileprivate static let second = Self("Second", default: 0)
    fileprivate static let third = Self("Third", default: 0)
}
