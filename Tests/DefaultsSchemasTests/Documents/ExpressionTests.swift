import DefaultsCore
import DefaultsSchemas
import Foundation
import PropertyList
import TestExtent
import Testing

/// Regular expressions from an untrusted source. A cost that is counted limits the time of their searches.
struct ExpressionTests {
    struct Match: Sendable, CustomTestStringConvertible {
        let pattern: String
        let matching: [String]
        let others: [String]

        init(_ pattern: String, _ matching: [String], not others: [String]) {
            (self.pattern, self.matching, self.others) = (pattern, matching, others)
        }

        var testDescription: String { pattern }
    }

    static let matches: [Match] = [
        Match("b", ["b", "abc", "\nb", "b\n", "\0b"], not: ["", "B", "ac"]),
        Match("^a", ["a", "ab"], not: ["ba", "\na", "x\na"]),
        Match("a$", ["a", "ba", "\na"], not: ["ab", "a\n"]),
        Match("^a$", ["a"], not: ["aa", "a\na", ""]),
        Match("^a|b$", ["ax", "xb", "b"], not: ["xa", "bx"]),
        Match("a|^b|c$", ["xax", "bx", "xc"], not: ["xb", "cx", ""]),
        Match("^(a|bc)*$", ["", "abca"], not: ["ab"]),
        Match("x(a$|b)", ["xa", "xbc"], not: ["xac"]),
        Match("[a-c]+[^a-c]", ["abcd"], not: ["abc", "d"]),
        Match("[]a]", ["]", "a"], not: ["b"]),
        Match("[^]a]", ["b"], not: ["]", "a"]),
        Match("[[:digit:]]{2}", ["a12"], not: ["1a2"]),
        Match("^[[:alpha:][:digit:]_-]+$", ["aZ9_-"], not: ["a b", ""]),
        Match("a{2,3}b", ["aab", "aaaab"], not: ["ab"]),
        Match("^a{0}b$", ["b"], not: ["ab"]),
        Match("^a{2,}$", ["aa", "aaaaa"], not: ["a"]),
        Match("^ab?c+$", ["ac", "abcc"], not: ["abbc", "ab"]),
        Match(#"^\^\$\.\*\+\?\(\)\[\]\{\}\|\\\/\-$"#, [#"^$.*+?()[]{}|\/-"#], not: ["a"]),
        Match(#"[\\]"#, [#"\"#], not: ["/"]),
        Match("^.$", ["a", "\u{E9}", "\u{1F600}"], not: ["", "ab", "e\u{301}"]),
        Match("\u{E9}+", ["\u{E9}\u{E9}"], not: ["e"]),
    ]

    @Test("an expression matches a part of a string", arguments: matches)
    func match(_ item: Match) throws {
        let expression = try BoundedExpression(item.pattern)
        var cost = Int.max
        for text in item.matching { #expect(expression.matches(text, remainingCost: &cost) == true, "\(text)") }
        for text in item.others { #expect(expression.matches(text, remainingCost: &cost) == false, "\(text)") }
    }

    static let escape = "an escape that is not POSIX; use sets such as '[[:digit:]]' instead of '\\d'"
    static let repetition = "a repetition of a repetition; '*?' is not POSIX"
    static let nothing = "a repetition of nothing; '(?' is not POSIX"
    static let range = "a range in a set whose ends are not two characters of ASCII in order"
    static let large = "more than 256 characters with all repetitions"
    static let failures: [(pattern: String, reason: String)] = [
        (#"\d"#, escape), (#"\w"#, escape), (#"\s"#, escape), (#"\b"#, escape), (#"\B"#, escape), (#"\D"#, escape),
        (#"\n"#, escape), (#"\u00e9"#, escape), (#"\p{L}"#, escape), (#"(a)\1"#, escape), (#"(a)\9"#, escape),
        (#"a\"#, escape), (#"\<a\>"#, escape), (#"\`a"#, escape), (#"\'"#, escape), (#"\cA"#, escape),
        ("(?=a)", nothing), ("(?!a)", nothing), ("(?<=a)b", nothing), ("(?<!a)b", nothing), ("(?:a)", nothing),
        ("(?<n>a)", nothing), ("(?i)a", nothing), ("*a", nothing), ("+", nothing), ("?", nothing), ("{1}", nothing),
        ("a|*", nothing), ("^*", nothing), ("(*a)", nothing),
        ("a*?", repetition), ("a+?", repetition), ("a??", repetition), ("a{1,2}?", repetition), ("a**", repetition),
        ("a*+", repetition), ("a{2}{2}", repetition), ("(a)+*", repetition),
        ("", "an empty alternative"), ("a|", "an empty alternative"), ("|a", "an empty alternative"),
        ("a||b", "an empty alternative"), ("()", "an empty alternative"), ("(a|)", "an empty alternative"),
        ("^", "an empty alternative"), ("(", "an empty alternative"),
        ("(a", "a missing ')'"), ("((a)", "a missing ')'"), ("a)", "a ')' without a '('"),
        ("[", "a missing ']'"), ("[a", "a missing ']'"), ("[]", "a missing ']'"), ("[^]", "a missing ']'"),
        ("[[:alpha:]", "a missing ']'"), ("[[:alpha]]", "an invalid class in a set"),
        ("[[:al1:]]", "an invalid class in a set"), (#"[\d]"#, "an escape in a set; a backslash is '\\\\'"),
        (#"[\]]"#, "an escape in a set; a backslash is '\\\\'"),
        ("[[.a.]]", "'[.' or '[=' in a set, which depend on the locale"),
        ("[[=e=]]", "'[.' or '[=' in a set, which depend on the locale"),
        ("[[:word:]]", "an invalid class in a set"), ("[[:ALPHA:]]", "an invalid class in a set"),
        ("[z-a]", range), ("[a-[:digit:]]", range), ("[[:digit:]-a]", range), ("[a-\u{E9}]", range),
        ("[\u{E9}-\u{EA}]", range), ("[a--]", range),
        ("[a-c-e]", "a '-' in a set that is not at an end"), ("[^a-c-e]", "a '-' in a set that is not at an end"),
        ("a\0b", "a NUL"), ("a{2,1}", "not '{m,n}' with at most 255"),
        ("a{", "a '{' without a number; a brace is '\\{'"), ("a{,2}", "a '{' without a number; a brace is '\\{'"),
        ("a{x}", "a '{' without a number; a brace is '\\{'"), ("a{1", "not '{m,n}' with at most 255"),
        ("a{256}", "not '{m,n}' with at most 255"), ("a{1,256}", "not '{m,n}' with at most 255"),
        ("a{1 }", "not '{m,n}' with at most 255"), ("a{99999999999999999999}", "not '{m,n}' with at most 255"),
        ("a$b", "text or a repetition behind '$'"), ("$*", "text or a repetition behind '$'"),
        ("(a$)b", "text or a repetition behind '$'"), ("(a$|b)*", "text or a repetition behind '$'"),
        ("a^", "a '^' that does not begin the expression or an alternative of it"),
        ("(^a)", "a '^' that does not begin the expression or an alternative of it"),
        ("x|(a|^b)", "a '^' that does not begin the expression or an alternative of it"),
        (String(repeating: "(", count: 17) + "a" + String(repeating: ")", count: 17), "more than 16 nested groups"),
        (String(repeating: "a", count: 257), large), (String(repeating: "a", count: 1000), large),
        (String(repeating: "[ab]", count: 250) + "a", "more than 1000 bytes"),
        (String(repeating: "\u{E9}", count: 501), "more than 1000 bytes"),
        ("(a{1,16}){1,17}", large), ("((a{1,255}){1,255}){1,255}", large), ("((((a+)+)+)+)+(a{255})+", large),
        ("(((((((((a+)+)+)+)+)+)+)+)+)+", large), ("(a{0}){255}b{2}", large), ("a{255}b{255}", large),
        ("(((((a{0}){0}){0}){0}){0}b{255}){2}", large),
    ]

    @Test("an expression that POSIX does not define, that depends on the locale or is too large is an error")
    func failure() {
        for (pattern, reason) in Self.failures {
            let failure = #expect(throws: BoundedExpression.Failure.self, "\(pattern)") {
                try BoundedExpression(pattern)
            }
            #expect(failure?.reason == reason, "\(pattern)")
        }
    }

    @Test(
        "the largest expressions are accepted",
        arguments: [
            String(repeating: "a", count: 256), "(a{1,16}){1,16}", "a{255}b", "(a{0}){255}b",
            String(repeating: "[ab]", count: 250),
            String(repeating: "(", count: 16) + "a" + String(repeating: ")", count: 16),
            "((((((((a+)+)+)+)+)+)+)+)",
        ])
    func largest(pattern: String) throws {
        var cost = Int.max
        let expression = try BoundedExpression(pattern)
        let text = String(repeating: "a", count: BoundedExpression.maximumStringSize - 1) + "b"
        #expect(expression.matches(text, remainingCost: &cost) != nil)
    }

    @Test("a string of 4,096 bytes is searched, and a longer one is not")
    func stringSize() throws {
        #expect(BoundedExpression.maximumStringSize == 4096)
        var cost = Int.max
        let expression = try BoundedExpression("a$")
        let long = String(repeating: "b", count: 4095)
        #expect(expression.matches(long + "a", remainingCost: &cost) == true)
        #expect(expression.matches(String(repeating: "\u{E9}", count: 2048), remainingCost: &cost) == false)
        let before = cost
        #expect(expression.matches(long + "ba", remainingCost: &cost) == nil)
        #expect(expression.matches(String(repeating: "\u{E9}", count: 2048) + "a", remainingCost: &cost) == nil)
        #expect(cost == before)
    }

    @Test("a search costs at least its size for each byte, and does not begin if too little is left")
    func cost() throws {
        let expression = try BoundedExpression("(a{1,15}){1,17}b")
        let text = String(repeating: "a", count: 1000)
        var cost = 10_000_000
        #expect(expression.matches(text, remainingCost: &cost) == false)
        let used = 10_000_000 - cost
        #expect(used >= 256 * 1000)
        #expect(used < 256 * 1100)
        cost = used
        #expect(expression.matches(text, remainingCost: &cost) == false)
        #expect(cost == 0)
        cost = used - 1
        #expect(expression.matches(text, remainingCost: &cost) == nil)
        #expect(cost == used - 1)
        #expect(expression.matches("a", remainingCost: &cost) == false)
    }

    /// Expressions that take exponential or quadratic time in a search with backtracking or with restarts.
    static let hostilePatterns = [
        "^(a+)+$", "(a|aa)+$", "(a*)*b", "((a+)+)+c", "(a|b|ab)*c", "a{0,255}b", "(.*)(.*)(.*)(.*)(.*)(.*)c",
        "([^b]*a){20}c", "(a?){100}a{100}", "x*x*x*x*x*x*y", "(((a{0,4}){0,4}){0,4}){0,4}",
    ]

    @Test("a hostile expression and a hostile string have a bounded cost", arguments: hostilePatterns)
    func hostile(pattern: String) throws {
        let expression = try BoundedExpression(pattern)
        for text in [String(repeating: "a", count: 4096), String(repeating: "ab", count: 2048)] {
            var cost = 1 << 26
            #expect(expression.matches(text, remainingCost: &cost) != nil)
            // The greatest possible cost is that of the greatest size and string.
            #expect((1 << 26) - cost <= 256 * (4096 + 32) + 500)
        }
    }

    @Test("a check has one cost for all strings, and the others are not checked")
    func total() throws {
        let document = try SchemaDocument(#"{"items": {"pattern": "(a{1,15}){1,17}b$"}}"#)
        let text = PropertyListValue.string(String(repeating: "a", count: 4096))
        let kinds = document.findings(in: .array(Array(repeating: text, count: 70)), limit: 1000).map(\.kind)
        #expect(kinds == Array(repeating: .pattern, count: 63) + Array(repeating: .unchecked, count: 7))
    }

    @Test("alternatives share the cost of a check")
    func alternatives() throws {
        let pattern = #"{"type": "string", "pattern": "(a{1,15}){1,17}b$"}"#
        let document = try SchemaDocument(
            #"{"items": {"anyOf": [\#(Array(repeating: pattern, count: 32).joined(separator: ","))]}}"#)
        let text = PropertyListValue.string(String(repeating: "a", count: 4096))
        // The first two strings use 64 searches, for one of which no cost is left.
        let findings = document.findings(in: .array([text, text, text]))
        #expect(findings.map(\.kind) == [.alternatives, .alternatives, .alternatives])
        #expect(document.findings(in: .array([text, "b"])).map(\.kind) == [.alternatives, .alternatives])
    }

    static let parts = [
        "a", "b", "\u{E9}", ".", "(", ")", "(", ")", "[ab]", "[^a]", "*", "+", "?", "{2}", "{1,3}", "{", "|", "^", "$",
        "\\.", "[[:digit:]]", "-", ",", "0",
    ]

    @Test("random expressions that are accepted match the strings that Foundation finds")
    func random() {
        var generator = SeededGenerator(seed: 2)
        var (valid, matching) = (0, 0)
        for _ in 0..<Extent.count(100_000, short: 10_000) {
            let pattern = (0..<Int.random(in: 1...10, using: &generator)).map { _ in generator.pick(Self.parts) }
                .joined()
            guard let expression = try? BoundedExpression(pattern) else { continue }
            valid += 1
            let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                generator.pick(["a", "b", "\u{E9}", "\n", "0", "-", "."])
            }.joined()
            var cost = Int.max
            let isMatch = expression.matches(text, remainingCost: &cost)
            // There, a dot does not match a newline by default, and '$' also matches before the last newline.
            let foundation = "(?s)" + pattern.replacingOccurrences(of: "$", with: "\\z")
            let isFound = text.range(of: foundation, options: .regularExpression) != nil
            #expect(isMatch == isFound, "\(pattern.debugDescription) \(text.debugDescription)")
            matching += isMatch == true ? 1 : 0
        }
        #expect(valid > 1000)
        #expect(matching > 300)
        #expect(matching < valid - 300)
    }

    static let membersOfSets = [
        "a", "c", "-", "-", "^", "[", "]", "[:", ":]", "[:alpha:]", "[:graph:]", "[:word:]", "\\\\", "\u{E9}",
        "\u{1F600}", ".", "=", "$", "*", "{", "\u{301}",
    ]

    @Test("the C library compiles every set that is accepted")
    func sets() {
        var generator = SeededGenerator(seed: 3)
        var (valid, invalid) = (0, 0)
        for _ in 0..<Extent.count(50_000, short: 3000) {
            let members = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                generator.pick(Self.membersOfSets)
            }
            let pattern = "[" + members.joined() + "]"
            if (try? BoundedExpression(pattern)) != nil {
                valid += 1
                #expect(RegularExpression(text: pattern).problem == nil, "\(pattern.debugDescription)")
            } else {
                invalid += 1
            }
        }
        #expect(valid > 1000)
        #expect(invalid > 1000)
    }

    @Test("expressions are equal if their texts have the same Unicode scalars")
    func equality() throws {
        let expressions = try ["\u{E9}", "e\u{301}", "\u{E9}"].map(BoundedExpression.init)
        #expect(expressions[0] == expressions[2])
        #expect(expressions[0] != expressions[1])
        #expect(Set(expressions).count == 2)
    }
}
