import Foundation

/// What `defaults help --all` and the help of verbs list.
struct HelpPage {
    let verbs: [String]
    /// Options of most verbs.
    let globalOptions: Set<String>
    /// Options that a verb has beside those.
    private(set) var ownOptions: [String: Set<String>] = [:]
    /// The flags that a value begins with.
    let valueFlags: Set<String>
    /// The flags that stand for a domain.
    let domainFlags: Set<String>

    init(_ scratch: Scratch) throws {
        let help = { (words: String...) in
            try scratch.defaults(["help"] + words).text.components(separatedBy: "\n")
        }
        verbs = try help("--all").compactMap(Self.term)
        let write = try help("write")
        // These verbs have no other options in common.
        globalOptions = try ["delete", "import", "rename"].map { try Self.options(in: help($0)) }
            .reduce(Self.options(in: write)) { $0.intersection($1) }
        valueFlags = Set(
            write.drop { $0 != "<value> is one of:" }.prefix { !$0.isEmpty }.compactMap(Self.term)
                .filter { $0.hasPrefix("-") }.flatMap(Self.spellings))
        domainFlags = Set(
            write.filter { $0.hasPrefix("<domain> is ") }.flatMap { $0.split(separator: " ").map(String.init) }
                .filter { $0.hasPrefix("-") })
        for verb in verbs {
            ownOptions[verb] = try Self.options(in: help(verb)).subtracting(globalOptions)
        }
    }

    /// All options and flags, of whatever verb.
    var allFlags: Set<String> {
        ownOptions.values.reduce(globalOptions.union(valueFlags).union(domainFlags)) { $0.union($1) }
    }

    private static func options(in lines: [String]) -> Set<String> {
        let entries = lines.drop { !$0.hasPrefix("Options, ") }.dropFirst().prefix { $0.hasPrefix("  ") }
        return Set(entries.filter { !$0.hasPrefix("   ") }.flatMap(names))
    }

    /// The names of an option, such as `-n, --dry-run`, which are separated by commas.
    private static func names(in line: String) -> [String] {
        var names: [String] = []
        for word in line.split(separator: " ") {
            names.append(String(word.prefix { $0 != "[" && $0 != "," }))
            if word.last != "," { break }
        }
        return names
    }

    /// The first word of an indented line.
    private static func term(of line: String) -> String? {
        guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
        return line.split(separator: " ").first.map(String.init)
    }

    /// `-int[eger]` is `-int` and `-integer`.
    private static func spellings(of flag: String) -> [String] {
        guard let bracket = flag.firstIndex(of: "[") else { return [flag] }
        return [String(flag[..<bracket]), flag.filter { $0 != "[" && $0 != "]" }]
    }
}
