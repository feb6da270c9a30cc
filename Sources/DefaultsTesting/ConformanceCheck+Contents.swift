import Foundation

extension ConformanceCheck where Store == any DomainStore {
    /// The requirements of every ``/DefaultsCore/DomainStore``. Each check needs a new and empty store.
    public static var domainStore: [Self] { contents + tasks }

    /// The requirements that concern the contents of domains.
    private static var contents: [Self] {
        [
            Self("a domain that was never written is empty") { store in
                try expect(try store.contents(of: domain).isEmpty, "it has keys")
            },
            Self("values of every type are read back") { store in
                try store.apply(ChangeSet([.merge(everything)]), to: domain)
                try expect(try store.contents(of: domain) == everything, "other values were read")
            },
            Self("true, 1, 1.0 and \"1\" are different values") { store in
                let values: [PropertyListValue] = [true, 1, 1.0, "1"]
                try store.apply(ChangeSet([.set("k", .array(values))]), to: domain)
                try expect(
                    try store.contents(of: domain)["k"] == .array(values), "values of different types became equal")
            },
            Self("canonically equivalent keys are different") { store in
                try store.apply(ChangeSet([.set("\u{E9}", 1), .set("e\u{301}", 2)]), to: domain)
                try store.apply(ChangeSet([.set("third", 3)]), to: domain)
                let contents = try store.contents(of: domain)
                try expect(contents["\u{E9}"] == 1 && contents["e\u{301}"] == 2 && contents.count == 3, "one was lost")
            },
            Self("canonically equivalent names are different domains") { store in
                let (composed, decomposed) = (Domain("caf\u{E9}"), Domain("cafe\u{301}"))
                try store.update([composed, decomposed]) { transaction in
                    transaction[composed]["A"] = 1
                    transaction[decomposed]["B"] = 2
                }
                try store.apply(ChangeSet([.set("C", 3)]), to: composed)
                try expect(try store.contents(of: composed) == ["A": 1, "C": 3], "one has keys of the other")
                try expect(try store.contents(of: decomposed) == ["B": 2], "the other has keys of the first")
                let names = try store.domains(on: .any).map { Array($0.description.utf8) }
                try expect(
                    names == [Array("cafe\u{301}".utf8), Array("caf\u{E9}".utf8)], "they are listed as \(names)")
                try store.apply(ChangeSet([.removeAll]), to: decomposed)
                try expect(try store.domains(on: .any) == [composed], "removing one removed the other")
            },
            Self("canonically equivalent hosts are different") { store in
                let names = ["caf\u{E9}", "cafe\u{301}"]
                for name in names {
                    let domain = try Domain("D", host: .named(name))
                    try store.apply(ChangeSet([.set("host", .string(name))]), to: domain)
                }
                for name in names {
                    let domain = try Domain("D", host: .named(name))
                    try expect(try store.contents(of: domain) == ["host": .string(name)], "two hosts share a domain")
                }
            },
            Self("a name may begin or end with a combining character") { store in
                for name in ["\u{301}x", "x\u{600}"] {
                    let domain = try Domain(name)
                    try store.apply(ChangeSet([.set("name", .string(name))]), to: domain)
                    try expect(try store.contents(of: domain) == ["name": .string(name)], "'\(name)' is another domain")
                    try expect(try store.domains(on: .any) == [domain], "'\(name)' is not listed")
                    try store.apply(ChangeSet([.removeAll]), to: domain)
                    try expect(try store.domains(on: .any).isEmpty, "'\(name)' is still listed")
                }
            },
            Self("reading one key gives the same value as reading the domain") { store in
                try store.apply(ChangeSet([.merge(everything), .set("\u{E9}", 1), .set("e\u{301}", 2)]), to: domain)
                for key in try store.contents(of: domain).keys + ["not there", "nested"] {
                    let whole = try store.snapshot(of: domain).contents[key]
                    try expect(try store.entry(of: domain, key: key)?.value == whole, key)
                }
                let other = try store.entry(of: Domain("org.example.Other"), key: "string")
                try expect(other == nil, "a domain that does not exist has the key")
            },
            Self("a change leaves other keys unchanged") { store in
                try store.apply(ChangeSet([.set("a", 1), .set("b", 2)]), to: domain)
                try store.apply(ChangeSet([.set("a", 3)]), to: domain)
                try expect(try store.contents(of: domain) == ["a": 3, "b": 2], "another key changed")
            },
            Self("a failed condition changes nothing") { store in
                try store.apply(ChangeSet([.set("a", 1)]), to: domain)
                try expectError(PreferencesError(.edit(.noValue("b")))) {
                    try store.apply(ChangeSet([.set("a", 2), .require("b")]), to: domain)
                }
                try expect(try store.contents(of: domain) == ["a": 1], "part of the change was made")
            },
            Self("a body that throws changes nothing") { store in
                try store.apply(ChangeSet([.set("a", 1)]), to: domain)
                try expectError(Interruption()) {
                    try store.update([domain]) { transaction in
                        transaction[domain]["a"] = 2
                        throw Interruption()
                    }
                }
                try expect(try store.contents(of: domain) == ["a": 1], "the change was made")
            },
            Self("a value that cannot be read back is an error, and changes nothing") { store in
                try store.apply(ChangeSet([.set("a", 1)]), to: domain)
                var deep = PropertyListValue.string("leaf")
                for _ in 0..<PropertyListLimits.depth { deep = .array([deep]) }
                for value in [deep, .date(Date(timeIntervalSinceReferenceDate: .infinity))] {
                    try expectAnyError { try store.apply(ChangeSet([.set("a", value)]), to: domain) }
                }
                try expect(try store.contents(of: domain) == ["a": 1], "the domain changed")
            },
            Self("several domains change atomically") { store in
                let other = Domain("org.example.Other")
                try store.update([domain, other]) { transaction in
                    transaction[domain]["a"] = 1
                    transaction[other]["b"] = 2
                }
                try expectAnyError {
                    try store.update([domain, other]) { transaction in
                        transaction[domain]["a"] = 3
                        transaction[other]["b"] = .date(Date(timeIntervalSinceReferenceDate: .nan))
                    }
                }
                try expect(
                    try store.contents(of: domain) == ["a": 1] && store.contents(of: other) == ["b": 2],
                    "only one of them changed")
            },
            Self("two names for one domain are one domain") { store in
                let global = Domain(".GlobalPreferences")
                try store.update([.global, global]) { transaction in
                    transaction[.global]["a"] = 1
                    transaction[global]["b"] = 2
                }
                try expect(try store.contents(of: .global) == ["a": 1, "b": 2], "one change overwrote the other")
            },
            Self("each host has its own domains") { store in
                let hosted = try Domain("com.example.Editor", host: .current)
                try store.apply(ChangeSet([.set("a", 1)]), to: hosted)
                try expect(try store.contents(of: domain).isEmpty, "the domain of the host is also that of any host")
                try expect(try store.domains(on: .current) == [hosted], "the host's domain is not listed")
            },
            Self("a domain without keys does not exist") { store in
                try store.apply(ChangeSet([.set("a", 1)]), to: domain)
                try store.apply(ChangeSet([.removeAll]), to: domain)
                try expect(try store.domains(on: .any).isEmpty, "it is listed")
                try expectError(PreferencesError(.edit(.noKeys))) {
                    try store.apply(ChangeSet([.requireAnyKey]), to: domain)
                }
            },
            Self("domains are listed in order and without the global domain") { store in
                for name in ["b", "B", "a.c", "NSGlobalDomain"] {
                    try store.apply(ChangeSet([.set("k", 1)]), to: try Domain(name))
                }
                let names = try store.domains(on: .any).map(\.description)
                try expect(names == ["B", "a.c", "b"], "they are listed as \(names)")
            },
            Self("a nested update is an error, and reads in an update see the old contents") { store in
                try store.apply(ChangeSet([.set("a", 1)]), to: domain)
                try store.update([domain]) { transaction in
                    transaction[domain]["a"] = 2
                    try expectAnyError { try store.apply(ChangeSet([.set("a", 3)]), to: domain) }
                    try expect(try store.contents(of: domain) == ["a": 1], "the change is seen before it is made")
                }
                try expect(try store.contents(of: domain) == ["a": 2], "the outer change was not made")
            },
            Self("an action before a change is performed once, and ends the change if it fails") { store in
                var count = 0
                try store.update([domain]) { transaction in
                    transaction[domain]["a"] = 1
                    transaction.beforePublishing { count += 1 }
                }
                try expect(count == 1, "it is performed \(count) times")
                try expectError(Interruption()) {
                    try store.update([domain]) { transaction in
                        transaction[domain]["a"] = 2
                        transaction.beforePublishing { count += 1 }
                        transaction.beforePublishing { throw Interruption() }
                    }
                }
                try expect(count == 2, "an action does not precede another one that was added later")
                try expect(try store.contents(of: domain) == ["a": 1], "the change was made")
                try store.update([domain]) { $0.beforePublishing { count += 1 } }
                try expect(count == 2, "it is performed without a change")
            },
            Self("a domain with another version has changed, and no other") { store in
                for value in 1...3 {
                    let before = store.version(of: domain)
                    try expect(store.version(of: domain) == before, "the version changes with time")
                    try store.apply(ChangeSet([.set("a", .integer(PropertyListInteger(Int64(value))))]), to: domain)
                    try expect(
                        store.version(of: domain, after: before) == store.version(of: domain),
                        "the version depends on an earlier one")
                    guard let before, before.isSettled else { continue }
                    try expect(store.version(of: domain) != before, "a change leaves the version")
                }
            },
            Self("all domains are found and read") { store in
                let others = [Domain.global, Domain("b"), try Domain("com.example.Editor", host: .current)]
                for domain in others { try store.apply(ChangeSet([.set("k", 1)]), to: domain) }
                let readings = try store.readAllDomains(.all)
                for domain in others {
                    let index = readings.domains.firstIndex(of: domain)
                    let contents = try index.map { try readings.snapshots[$0].get().contents }
                    try expect(contents == ["k": 1], "'\(domain)' is not among them")
                }
            },
            Self("concurrent updates lose nothing") { store in
                DispatchQueue.concurrentPerform(iterations: 8) { thread in
                    for count in 0..<25 {
                        try? store.apply(ChangeSet([.set("\(thread).\(count)", 1)]), to: domain)
                    }
                }
                let count = try store.contents(of: domain).count
                try expect(count == 200, "\(count) of 200 keys are stored")
            },
        ]
    }

    static var domain: Domain { "com.example.Editor" }

    /// Values of every type, including values that formats often change.
    private static var everything: PropertyListDictionary {
        [
            "": "the empty key",
            "string": "\u{1B}[0m \u{0} \r\n \u{FFFE} 😀 e\u{301}",
            "integers": [0, -1, .integer(PropertyListInteger(Int64.min)), .integer(PropertyListInteger(UInt64.max))],
            "reals": [0.1, 1.0, -0.0, .real(.nan), .real(.infinity), .real(.leastNonzeroMagnitude)],
            "booleans": [true, false],
            "dates": [
                .date(Date(timeIntervalSinceReferenceDate: -63_114_076_800.25)), .date(Date(timeIntervalSince1970: 0)),
            ],
            "data": [.data(Data()), .data(Data([0, 1, 255]))],
            "containers": [[], [:], ["nested": ["deeper": []]], ["CF$UID": 1]],
            "uid": .uid(7),
        ]
    }
}

private struct Interruption: Error, Equatable {}

private func expectError<Expected: Error & Equatable>(_ expected: Expected, _ body: () throws -> Void) throws {
    do {
        try body()
    } catch let error as Expected {
        return try expect(error == expected, "it threw \(error), not \(expected)")
    }
    throw ConformanceFailure(description: "it did not throw")
}

private func expectAnyError(_ body: () throws -> Void) throws {
    do {
        try body()
    } catch {
        return
    }
    throw ConformanceFailure(description: "it did not throw")
}
