import Foundation
import SafeUserDefaults

/// Asks both classes about the same file.
enum StoredValues {
    /// Asks about random values, and prints the answers that differ.
    static func compare(seed: UInt64, count: Int) throws {
        var random = RandomObjects(seed: seed)
        var contents: [String: Any] = [:]
        for index in 0..<count { contents["key.\(index)"] = random.object() }
        try compare(contents) { _ in }
    }

    /// Changes a value of one class, to show that a difference is found.
    static func compareDifferent() throws {
        try compare(["key": 1]) { $0.set(2, forKey: "key") }
    }

    /// Stores values in one file each, changes ours, and prints the answers that differ.
    private static func compare(_ contents: [String: Any], change: (UserDefaults) -> Void) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: contents, format: .xml, options: 0)
        for name in ["foundation", "ours"] { try data.write(to: folder.appendingPathComponent(name + ".plist")) }
        guard let foundation = UserDefaults(suiteName: "foundation"), let ours = SafeUserDefaults(suiteName: "ours")
        else { fail("no suite") }
        change(ours)
        for key in contents.keys.sorted() {
            for (name, answer) in Answers.functions {
                report(name, of: contents[key], answer(foundation, key), answer(ours, key))
            }
        }
        report("dictionaryRepresentation", of: nil, representation(foundation), representation(ours))
    }

    private static func representation(_ defaults: UserDefaults) -> String {
        "\(defaults.dictionaryRepresentation().keys.sorted())"
    }
}
