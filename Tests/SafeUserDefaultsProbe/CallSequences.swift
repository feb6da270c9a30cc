import Foundation
import SafeUserDefaults

/// Makes the same random calls of both classes.
struct CallSequences {
    private var random: RandomObjects
    private var foundation: UserDefaults
    private var ours: UserDefaults
    private var round = 0
    private var registered = 0

    init(seed: UInt64) {
        random = RandomObjects(seed: seed)
        (foundation, ours) = Self.pair(0)
    }

    private static func pair(_ round: Int) -> (UserDefaults, UserDefaults) {
        guard let foundation = UserDefaults(suiteName: "foundation.\(round)"),
            let ours = SafeUserDefaults(suiteName: "ours.\(round)")
        else { fail("no suite") }
        return (foundation, ours)
    }

    /// Makes a number of calls, and prints the answers that differ.
    mutating func run(count: Int) {
        for index in 0..<count {
            if index % 100 == 99 {
                round += 1
                (foundation, ours) = Self.pair(round)
            }
            call()
        }
    }

    private var key: String {
        mutating get { random.element(of: ["a", "b", "c", "d e", "é", "r0", "r1", "r2", ""]) }
    }

    private mutating func call() {
        let key = self.key
        switch random.number(below: 16) {
        case 0, 1, 2:
            let object = random.object()
            set(object, forKey: key) { $0.set(object, forKey: key) }
        case 3:
            let number = random.integer()
            set(number, forKey: key) { $0.set(number, forKey: key) }
        case 4:
            let number = random.real()
            set(number, forKey: key) { $0.set(number, forKey: key) }
        case 5:
            let flag = Bool.random(using: &random)
            set(flag, forKey: key) { $0.set(flag, forKey: key) }
        case 6:
            let url = URL(fileURLWithPath: "/" + random.text())
            set(url, forKey: key) { $0.set(url, forKey: key) }
        case 7:
            both { $0.removeObject(forKey: key) }
        case 8:
            both { $0.set(nil as Any?, forKey: key) }
        case 9:
            // A suite that exists only in memory so far, or is saved and read again.
            compare("synchronize") { "\($0.synchronize())" }
        default: callOther()
        }
        for (name, answer) in Answers.functions { compare(name, key: key) { answer($0, key) } }
    }

    private mutating func callOther() {
        switch random.number(below: 8) {
        case 0:
            let defaults = ["r\(random.number(below: 3))": random.object()]
            both { $0.register(defaults: defaults) }
        case 1:
            let values = ["v": random.object(), "w": 1]
            let name = random.element(of: ["x", "y", UserDefaults.registrationDomain])
            both { $0.setVolatileDomain(values, forName: name) }
            compare("volatileDomain") { Answers.text(of: $0.volatileDomain(forName: name)) }
        case 2:
            let name = random.element(of: ["x", "y", "z"])
            both { $0.removeVolatileDomain(forName: name) }
            compare("volatileDomainNames") { "\($0.volatileDomainNames.sorted())" }
        case 3:
            let values = ["a": random.object()]
            both { $0.setVolatileDomain(values, forName: UserDefaults.argumentDomain) }
        case 4:
            both { $0.removeVolatileDomain(forName: UserDefaults.argumentDomain) }
        case 5:
            let values = ["a": random.object(), "b": random.object()]
            bothWithOther { $0.setPersistentDomain(values, forName: $1) }
            compareOther("setPersistentDomain")
        case 6:
            bothWithOther { $0.removePersistentDomain(forName: $1) }
            compareOther("removePersistentDomain")
        default:
            compare("dictionaryRepresentation") { Answers.text(of: $0.dictionaryRepresentation()) }
        }
    }

    /// Sets a value. Foundation ignores one that it takes for equal to the present one, such as 1.0 for 1.
    private func set(_ value: Any, forKey key: String, _ set: (UserDefaults) -> Void) {
        if let old = foundation.object(forKey: key), NSArray(object: old).isEqual(NSArray(object: value)) {
            both { $0.removeObject(forKey: key) }
        }
        both(set)
    }

    private func both(_ body: (UserDefaults) -> Void) {
        body(foundation)
        body(ours)
    }

    private func bothWithOther(_ body: (UserDefaults, String) -> Void) {
        body(foundation, "foundation.other")
        body(ours, "ours.other")
    }

    private func compare(_ name: String, key: String = "", _ answer: (UserDefaults) -> String) {
        report(name, of: foundation.object(forKey: key), answer(foundation), answer(ours))
    }

    private func compareOther(_ name: String) {
        let answers = [(foundation, "foundation.other"), (ours, "ours.other")].map { defaults, name in
            Answers.text(of: defaults.persistentDomain(forName: name))
        }
        report(name, of: nil, answers[0], answers[1])
    }
}
