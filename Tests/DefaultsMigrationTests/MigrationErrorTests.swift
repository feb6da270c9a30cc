import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsPreferences

/// The descriptions of migration and change set errors.
struct MigrationErrorTests {
    private static let sentences: [(PreferenceValueError, String)] = {
        let domain = Domain("D")
        return [
            (.migrationWithoutIdentifier, "a migration needs an identifier"),
            (.registeredTwice("m"), "migration m is registered twice"),
            (.sameTarget("a", "a"), "two steps set key a"),
            (.sameTarget("a", PropertyListPath(["a", "b"])), "one step sets a and another sets a.b inside it"),
            (
                .overlappingSources("a", PropertyListPath(["a", "b"])),
                "one step uses a and another uses a.b inside it"
            ),
            (.sameName("u"), "two updates of a migration are named 'u'"),
            (
                .updateFailed("u", target: domain, PreferencesError(FileAccess.write("/f").error(.notWritable))),
                "update 'u' of domain D has failed: cannot write '/f': the file is not writable"
            ),
            (.reservedKey("k"), "key k cannot be migrated: it holds the records of migrations"),
            (
                .wrongType("k", domain: domain, expected: .integer, found: .string),
                "key k of domain D is a string, not an integer"
            ),
            (
                .notConvertible("k", domain: domain, conversion: "not", expected: nil, .string),
                "key k of domain D is a string that 'not' cannot convert"
            ),
            (.conflict(old: "a", new: "b", target: domain), "old key a and new key b of domain D both exist"),
            (
                .elementOfArray(PropertyListPath(["a", "0"]), domain: domain),
                "value at a.0 of domain D is an element of an array, which can only be copied"
            ),
            (
                .place(
                    PreferencesError(.edit(.invalidPath(PropertyListError(.notAContainer("a", .string))))),
                    target: domain),
                "value at a is a string, which cannot contain other values in domain D"
            ),
            (.damagedRecord("m", target: domain), "the record of migration m in domain D is damaged"),
            (
                .newerRecord("m", target: domain),
                "the record of migration m in domain D was written by a newer version"
            ),
            (
                .notReversible("m", target: domain),
                "migration m of domain D moved values into the keyring, and its record has no values to restore"
            ),
            (.changedSince("k", domain: domain), "key k of domain D has changed since it was migrated"),
            (.occupied("k", domain: domain), "key k of domain D already has another value"),
            (
                .domainNotNamed(.global, identifier: "m", target: domain),
                "the record of migration m in domain D, which others can write, names NSGlobalDomain; "
                    + "to trust the record, pass that domain too"
            ),
            (
                .notTakenFrom(.global, identifier: "m", target: domain),
                "migration m into domain D took nothing from domain NSGlobalDomain"
            ),
            (
                .oldKeysNotRemoved("m", PreferencesError(FileAccess.write("/f").error(.notWritable))),
                "migration m has copied all values, but could not remove the old ones; run it again: "
                    + "cannot write '/f': the file is not writable"
            ),
        ]
    }()

    @Test("the description of a migration error is a clause", arguments: sentences)
    func migration(error: PreferenceValueError, text: String) {
        #expect(error.description == text)
    }

    @Test(
        "the description of a change set error is a clause",
        arguments: [
            (.noValue("a"), "there is no value at a"),
            (.noKeys, "the domain has no keys"),
            (.notAnArray("a"), "the value at a is not an array"),
            (.notADictionary("a"), "the value at a is not a dictionary"),
            (
                .invalidPath(PropertyListError(.notAnIndex(PropertyListPath(["a", "x"]), count: 1))),
                "path a.x is not an index of the array, which has 1 element"
            ),
            (.invalidPath(PropertyListError(.notAnElement("a"))), "path a does not lead to an element of an array"),
            (
                .invalidPath(PropertyListError(.tooLong(600))),
                "the path has 600 components; at most 512 containers can be nested"
            ),
        ] as [(EditFailure, String)])
    func change(reason: EditFailure, text: String) {
        #expect(PreferencesError(.edit(reason)).description == text)
    }
}
