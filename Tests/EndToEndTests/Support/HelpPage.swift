import Foundation

/// What `defaults help` lists.
struct HelpPage {
    let verbs: [String]
    /// Options of every verb.
    let globalOptions: Set<String>
    /// Options that a verb has beside those.
    private(set) var ownOptions: [String: Set<String>] = [:]
    /// The flags that a value begins with.
    let valueFlags: Set<String>
    /// The flags that stand for a domain.
    let domainFlags: Set<String>

    init(_ scratch: Scratch) throws {
        let overview = try scratch.defaults("help").text.components(separatedBy: "\n")
        let forms = overview.prefix { !$0.hasPrefix("<domain> is ") }
        var verbs: [String] = []
        for verb in forms.compactMap(Self.term) where verbs.last != verb { verbs.append(verb) }
        self.verbs = verbs
        globalOptions = Self.options(in: overview)
        valueFlags = Set(
            overview.drop { $0 != "<value> is one of:" }.prefix { !$0.isEmpty }.compactMap(Self.term)
                .filter { $0.hasPrefix("-") }.flatMap(Self.spellings))
        domainFlags = Set(
            overview.filter { $0.hasPrefix("<domain> is ") }.flatMap { $0.split(separator: " ").map(String.init) }
                .filter { $0.hasPrefix("-") })
        for verb in verbs {
            let text = try scratch.defaults("help", verb).text.components(separatedBy: "\n")
            ownOptions[verb] = Self.options(in: text).subtracting(globalOptions)
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
