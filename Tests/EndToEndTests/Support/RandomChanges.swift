import Foundation
import TestExtent

/// Makes command lines of every verb that changes domains, over so few domains and keys that they often concern the
/// same values. Most succeed. The same in every run.
struct RandomChanges {
    private var random: SeededGenerator
    private let scratch: Scratch

    /// - Parameter scratch: The folder in which files for the commands are written.
    init(seed: UInt64, scratch: Scratch) {
        (random, self.scratch) = (SeededGenerator(seed: seed), scratch)
    }

    /// The number of commands of an undo, or of a run.
    mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// Returns the next command line, and its input.
    mutating func next() throws -> (words: [String], input: [UInt8]) {
        switch Int.random(in: 0..<21, using: &random) {
        case 0, 1: (["write"] + place() + value(), [])
        case 2: (place().prefixed("write") + value(), [])
        case 3: (["write", domain(), "{ x = (1, { y = 2; }); z = <00ff>; }"], [])
        case 4: (["write"] + place() + [random.pick(["-array-add", "-array-remove"]), random.pick(["a", "b"])], [])
        case 5: (["write"] + place() + ["-dict-add", key(), "-int", number()], [])
        case 6: (["write", "--path", "x.\(key())", domain()] + value(), [])
        case 7: (["write", "--insert", "--path", "x.0", domain()] + value(), [])
        case 8: (["write", "--stdin"] + place() + ["-string"], Array("é\n'$\(number())".utf8))
        case 9: (["rename"] + place() + [key()], [])
        case 10: (["rename", "--path", "x.\(key())", domain(), "y.\(key())"], [])
        case 11: ([random.pick(["delete", "delete-all"])] + place(), [])
        case 12: (["delete", "--path", "x.\(key())", domain()], [])
        case 13: (["delete", domain()], [])
        case 14: (["import"] + random.pick([[], ["--replace"], ["--merge"]]) + [domain(), try file(contents())], [])
        case 15: (["import", random.pick(["--replace", "--merge"]), domain(), "-"], Array(contents().utf8))
        case 16: (["migrate", "--id", "m"] + migrationOptions() + ["D", "E", "\(key())=\(key())"], [])
        case 17: (["migrate", "--rollback", "m", "E"], [])
        case 18: (["batch", try file((0..<count(1...4)).map { _ in batchLine() }.joined(separator: "\n"))], [])
        case 19:
            (
                ["apply"] + random.pick([[], ["--id", "one"], ["--exact"]])
                    + [try file(document()), try file(document())], []
            )
        default: (["undo", number(from: 1)], [])
        }
    }

    private mutating func domain() -> String { random.pick(["D", "E", "-g", "a/b"]) }

    private mutating func key() -> String { random.pick(["x", "y", "z", "0", "a b"]) }

    private mutating func place() -> [String] { [domain(), key()] }

    private mutating func number(from first: Int = 0) -> String { "\(count(first...3))" }

    private mutating func value() -> [String] {
        random.pick([
            ["-int", number()], ["-float", "1.5"], ["-bool", "true"], ["-string", "é'\n\(number())"], [number()],
            ["-date", "2024-01-31 12:00:00 +0000"], ["-data", "00ff"], ["-array", "a", number()], ["-array"],
            ["-dict", key(), "-int", number()], ["{ x = { y = 1; }; }"], ["-float", "1e300"],
        ])
    }

    private mutating func migrationOptions() -> [String] {
        random.pick([[], ["--copy"], ["--on-conflict", "overwrite"], ["--on-conflict", "keep-new"]])
    }

    private mutating func batchLine() -> String {
        random.pick([
            "write \(domain()) \(key().first ?? "x") -int \(number())", "delete --if-exists \(domain()) x",
            "write --path x.y \(domain()) z", "rename --if-exists \(domain()) y z",
            "-currentHost write \(domain()) 'a b' -bool true",
        ])
    }

    private mutating func json(depth: Int = 0) -> String {
        switch Int.random(in: 0..<(depth > 1 ? 4 : 6), using: &random) {
        case 0: number()
        case 1: "\"text \(number())\""
        case 2: #"{"$date": "2024-01-31T12:00:00Z"}"#
        case 3: "[true, {\"$real\": \"1\"}]"
        default: contents(depth: depth + 1)
        }
    }

    private mutating func contents(depth: Int = 0) -> String {
        var pairs: [String: String] = [:]
        for _ in 0..<count(0...3) { pairs[key()] = json(depth: depth) }
        return "{" + pairs.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
    }

    private mutating func document() -> String {
        let requirements = [
            contents(), #"{"$merge": {"x": {"$merge": {"y": \#(number())}}}}"#, #"{"y": {"$absent": true}}"#,
            #"{"$absent": true}"#,
        ]
        return #"{"D": \#(random.pick(requirements)), "-currentHost E": \#(random.pick(requirements))}"#
    }

    /// Returns the path of a new file with a text.
    private mutating func file(_ text: String) throws -> String {
        let path = scratch.path + "/input\(random.next())"
        try Disk.write(text, to: path)
        return path
    }
}

extension [String] {
    /// The same operands after a verb, for a domain of a host.
    fileprivate func prefixed(_ verb: String) -> [String] { ["-host", "other", verb] + self }
}
