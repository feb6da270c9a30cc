import DefaultsCore
import PropertyList
import Testing

/// What the errors of migrations and changes say, each once.
struct MigrationErrorTests {
    private static let sentences: [(MigrationError, String)] = {
        guard let domain = try? Domain("D") else { return [] }
        return [
            (.noIdentifier, "a migration needs an identifier"),
            (.registeredTwice("m"), "there are two migrations m"),
            (.sameTarget("a", "a"), "two values go to key a"),
            (.sameTarget("a", PropertyListPath(["a", "b"])), "a value goes to a and another to a.b inside it"),
            (
                .overlappingSources("a", PropertyListPath(["a", "b"])),
                "a value comes from a and another from a.b inside it"
            ),
            (.reservedKey("k"), "key k cannot be migrated: it holds the records of migrations"),
            (
                .wrongType("k", domain: domain, expected: .integer, found: .string),
                "key k of domain D is a string, not an integer"
            ),
            (
                .notConvertible("k", domain: domain, conversion: "not", expected: nil, .string),
                "key k of domain D is a string that cannot become something else by 'not'"
            ),
            (.conflict(old: "a", new: "b", target: domain), "keys a and b, where it goes in domain D, both exist"),
            (
                .elementOfArray(PropertyListPath(["a", "0"]), domain: domain),
                "value at a.0 of domain D is an element of an array, which can only be copied"
            ),
            (
                .place(.notAContainer("a", .string), target: domain),
                "value at a is a string, which cannot contain other values in domain D"
            ),
            (.damagedRecord("m", target: domain), "domain D has no readable record of migration m"),
            (.notApplied("m", target: domain), "domain D has no migration m"),
            (.changedSince("k", domain: domain), "key k of domain D has changed since it was migrated"),
            (.occupied("k", domain: domain), "key k of domain D has a value by now"),
            (
                .domainNotNamed(.global, identifier: "m", target: domain),
                "the record of migration m in domain D, which others can write, names NSGlobalDomain; "
                    + "name that domain in the command too if it is right"
            ),
            (
                .notTakenFrom(.global, identifier: "m", target: domain),
                "migration m into domain D took nothing from domain NSGlobalDomain"
            ),
            (
                .oldKeysNotRemoved("m", .notWritable(path: "/f")),
                "migration m has copied all values, but could not remove the old ones; run it again: "
                    + "cannot write '/f': the file is not writable"
            ),
        ]
    }()

    @Test("every error of a migration is a clause", arguments: sentences)
    func migration(error: MigrationError, text: String) {
        #expect(error.description == text)
    }

    @Test(
        "every error of a change is a clause",
        arguments: [
            (.noValue("a"), "there is no value at a"),
            (.noKeys, "the domain has no keys"),
            (.notAnArray("a"), "value at a is no array"),
            (.notADictionary("a"), "value at a is no dictionary"),
            (
                .path(.notAnIndex(PropertyListPath(["a", "x"]), count: 1)),
                "path a.x is not an index of the array, which has 1 element"
            ),
            (.path(.notAnElement("a")), "path a does not lead to an element of an array"),
            (.path(.noValue("a")), "there is no value at a"),
            (
                .path(.tooLong(600)),
                "the path has 600 components; at most 512 containers can be nested"
            ),
        ] as [(ChangeSetError, String)])
    func change(error: ChangeSetError, text: String) {
        #expect(error.description == text)
    }
}
