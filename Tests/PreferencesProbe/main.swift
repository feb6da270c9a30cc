import DefaultsPreferences
import Foundation

// A second process for the tests. The first argument selects what it does.

struct Editor: Codable, Equatable {
    var name: String?
    var theme = "light"
    var session = "none"
}

enum Name: String { case login, index }

extension PreferenceKey<Int> {
    static let count = Self("Count", default: -1)
    static let fontSize = Self("FontSize", default: 12)
}

let words = Array(CommandLine.arguments.dropFirst())
let domain = try words.count > 1 ? Domain(words[1]) : "com.example.Probe"

/// Creates preferences whose changes wait for other writers as long as a busy machine needs.
func preferences(_ saving: Preferences.SavingPolicy = .explicit) -> Preferences {
    Preferences(domain: domain, store: FileDomainStore(lockTimeout: .seconds(600)), saving: saving)
}

/// Sets keys with a prefix and saves each of them.
func writeOwnKeys(count: Int, prefix: String, with set: (String) throws -> Void) rethrows {
    for index in 0..<count { try set("\(prefix).\(index)") }
}

switch words.first {
case "increment":
    let own = preferences()
    try writeOwnKeys(count: Int(words[2]) ?? 0, prefix: words[3]) { key in
        own[PreferenceKey<Int>(key, default: 0)] = 1
        try own.synchronize()
    }
case "increment-foundation":
    let defaults = UserDefaults(suiteName: domain.description)
    writeOwnKeys(count: Int(words[2]) ?? 0, prefix: words[3]) { key in
        defaults?.set(1, forKey: key)
        _ = defaults?.synchronize()
    }
case "count":
    // Read with Foundation, independently of this library.
    let folder = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? ""
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(domain).plist"))
    let contents = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    print((contents as? [String: Any])?.count ?? 0)
case "count-up":
    let own = preferences()
    for _ in 0..<(Int(words[2]) ?? 0) { try own.update { $0[.count] += 1 } }
case "read":
    print(preferences()[PreferenceKey<PropertyListValue?>(words[2])].map { "\($0)" } ?? "nothing")
case "read-typed":
    print(preferences()[.fontSize])
case "set":
    let own = preferences()
    own[PreferenceKey<String?>(words[2])] = words[3]
    try own.synchronize()
case "set-and-return":
    preferences(.automatic)[.count] = 7
case "set-and-fail":
    preferences(.automatic { error in FileHandle.standardError.write(Data("\(error)\n".utf8)) })[.count] = 7
case "end":
    try setAndEnd(preferences(.automatic), by: words[2])
case "standard":
    Preferences.standard[.count] = 7
    try Preferences.standard.synchronize()
    print(Preferences.standard.domain)
case "standard-foundation":
    UserDefaults.standard.set(7, forKey: "Count")
    _ = UserDefaults.standard.synchronize()
case "object":
    let object = try StoredObject(
        named: StoredObjectName(rawValue: words[2]), in: domain, ignoring: ["session"]
    ) { Editor() }
    print(object.value.name ?? "nil", object.value.theme, object.value.session)
case "store":
    let store = DomainDataStore(domain)
    print(try await store.read(String.self, for: Name.login) ?? "nil")
    print(try await store.read(Int.self, for: Name.index) ?? -1)
case "observe":
    try await observe(own: preferences(), last: Int(words[2]) ?? 0, instances: Int(words[3]) ?? 0)
case "observe-many":
    try await observeMany(own: preferences(), count: Int(words[2]) ?? 0)
case "threads":
    try Threads().run()
default:
    print("no such mode")
}
