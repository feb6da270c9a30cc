import Foundation
import TestExtent
import Testing

@testable import PropertyList

/// Regular expressions from an untrusted source. The steps of their searches are counted and limited.
struct RegularExpressionTests {
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
        Match("^.$", ["\n", "\0"], not: [""]),
        Match(#"^\d\D\w\W\s\S$"#, ["1ab- _", "0-_+\u{A0}\u{E9}"], not: ["aab- _", "11b- _", "1a\u{E9}- _"]),
        Match(#"^\n\r\t\u00e9\u00E9$"#, ["\n\r\t\u{E9}\u{E9}"], not: ["nrte"]),
        Match(#"^\_\@\"\~$"#, ["_@\"~"], not: ["_"]),
        Match(#"^[\d\-\]x-z\n]+$"#, ["1-]y\n"], not: [#"\"#, "d", "n"]),
        Match(#"^[^\W_]$"#, ["a", "1"], not: ["_", "-", "\u{E9}"]),
        Match(#"^[\D]$"#, ["a"], not: ["1"]),
        Match("^[a-c-e]$", ["b", "-", "e"], not: ["d"]),
        Match("^[\u{E9}-\u{FC}]$", ["\u{EA}"], not: ["e", "\u{FD}"]),
        Match("^[[:alpha:]]$", ["z"], not: ["\u{E9}", "1"]),
        Match("^(?:a|(b))+$", ["ab"], not: ["", "c"]),
        Match("a||^$", ["b", ""], not: []),
        Match("^(|a)b$", ["b", "ab"], not: ["aab"]),
        Match("^(a*)*()+(()|x)*$", ["", "aaxx"], not: ["ab"]),
        Match("^a{0}b{2,3}c{1,}d{0,}$", ["bbc", "bbbccdd"], not: ["abbc", "bc", "bbbbc", "bb"]),
        Match("(a$|^b)c?", ["a", "bc", "xa"], not: ["ac", "xb"]),
        Match("a^b|a$b|(^)*x", ["x", "ax"], not: ["ab"]),
        Match("}]", ["}]"], not: ["}"]),
    ]

    @Test("an expression matches a part of a string", arguments: matches)
    func match(_ item: Match) throws {
        let expression = try RegularExpression(item.pattern)
        for text in item.matching { #expect(expression.matches(text) == true, "\(text)") }
        for text in item.others { #expect(expression.matches(text) == false, "\(text)") }
    }

    static let repetition = "a repetition of a repetition, such as '*?'"
    static let range = "a range in a set whose ends are not two characters in order"
    static let large = "more than 10000 states with all repetitions"
    static let digits = #"a '\u' without the four digits of a scalar"#
    static let member = "a class in a set that is not '[:alpha:]' or the like"
    static let failures: [(pattern: String, reason: String, place: Int)] = [
        (#"a\"#, "a backslash at the end", 2), (#"\u00e"#, digits, 2), (#"\u+0e9"#, digits, 2), (#"\ud83d"#, digits, 2),
        ("^*", "a '*' without an expression to repeat", 2), ("(*a)", "a '*' without an expression to repeat", 2),
        ("a{2}{2}", repetition, 4), ("(a", "a missing ')'", 2), ("((a)", "a missing ')'", 4),
        ("a)", "a ')' without a '('", 2), ("[a", "a missing ']'", 2), ("[]", "a missing ']'", 2),
        ("[^]", "a missing ']'", 3), ("[[:alpha:]", "a missing ']'", 10), ("[[:alpha]]", member, 8),
        ("[[:ALPHA:]]", member, 3), ("[[:word:]]", member, 7), ("[[:d:]]", member, 4), ("[[.a.]]", member, 4),
        ("[[=e=]]", member, 4), ("[z-a]", range, 4), ("[a--]", range, 4), (#"[a-\d]"#, range, 5),
        (#"[\d-a]"#, range, 5), ("[a-[:digit:]]", range, 12),
        ("a{", "a '{' without a number; a brace is '\\{'", 2), ("a{,2}", "a '{' without a number; a brace is '\\{'", 2),
        ("a{1", "a repetition that is not '{m,n}'", 3), ("a{2,1}", "a repetition that is not '{m,n}'", 6),
        ("a{1 }", "a repetition that is not '{m,n}'", 3),
        (String(repeating: "(", count: 65), "more than 64 nested groups", 65),
        (String(repeating: "a", count: 10_000), large, 10_000), ("a{10000}", large, 8),
        ("a{99999999999999999999}", large, 23),
        ("((a{99}){99}){99}", large, 17), ("(a{9000}){0}b{1000}", large, 19), (".{0,5000}", large, 9),
    ]

    /// Expressions that are invalid for one reason.
    static let others: [(patterns: [String], reason: @Sendable (String) -> String, place: Int)] = [
        (
            [
                #"a\b"#, #"a\B"#, #"a\p"#, #"a\1"#, #"a\c"#, #"a\x"#, #"a\0"#, #"a\<"#, #"a\>"#, #"a\`"#, #"a\'"#,
                "a\\\u{E9}",
            ], { "an escape '\($0.dropFirst())' that is not supported" }, 3
        ), (["a|*", "a|+", "a|?", "a|{"], { "a '\($0.suffix(1))' without an expression to repeat" }, 3),
        (["(?=a)", "(?!a)", "(?<=a)", "(?<n>a)", "(?i)a", "(?P<n>a)"], { _ in "a '(?' that is not '(?:'" }, 2),
        (["a*?", "a+?", "a??", "a**", "a*+", "a*{2}"], { _ in repetition }, 2),
    ]

    @Test("an expression that an automaton cannot match or that is too large is an error with its place")
    func failure() {
        let others = Self.others.flatMap { item in item.patterns.map { ($0, item.reason($0), item.place) } }
        for (pattern, reason, place) in Self.failures + others {
            let failure = #expect(throws: RegularExpression.Failure.self, "\(pattern)") {
                try RegularExpression(pattern)
            }
            #expect(failure?.reason == "\(reason) (character \(place))", "\(pattern)")
        }
    }

    @Test("the largest expressions are accepted")
    func largest() throws {
        let members = String(String.UnicodeScalarView((0x4E00..<0x9E00).compactMap(Unicode.Scalar.init)))
        let patterns = [
            String(repeating: "a", count: 9999), "a{9999}", "(a{49}){200}", "((a{0}){9999}){9999}",
            "(){99999999999999999999}", String(repeating: "(", count: 64) + String(repeating: ")", count: 64),
            "[\(members)]{9}",
        ]
        for pattern in patterns {
            let expression = try RegularExpression(pattern)
            #expect(expression.size <= RegularExpression.maximumSize)
            #expect(expression.matches("b") == (pattern.contains("()") || pattern.contains("{0}")))
        }
    }

    @Test("a search ends when no steps are left, and subtracts those that it takes")
    func steps() throws {
        let expression = try RegularExpression("(a?){50}b")
        let text = String(repeating: "a", count: 100)
        var remaining = 1_000_000
        #expect(expression.matches(text, remainingSteps: &remaining) == false)
        let used = 1_000_000 - remaining
        remaining = used
        #expect(expression.matches(text, remainingSteps: &remaining) == false)
        #expect(remaining == 0)
        remaining = used - 1000
        #expect(expression.matches(text, remainingSteps: &remaining) == nil)
        #expect(remaining == 0)
        #expect(expression.matches("b", remainingSteps: &remaining) == nil)
        // There is also a limit for each search.
        remaining = .max
        #expect(
            try RegularExpression("a{9000}").matches(String(repeating: "a", count: 8999), remainingSteps: &remaining)
                == nil)
        #expect(remaining == .max - RegularExpression.maximumSteps)
    }

    /// Expressions that take exponential or quadratic time in a search with backtracking or with restarts. The C
    /// library took minutes for the first.
    static let hostilePatterns = [
        "(((a*)?){1,20})+c", "^(a+)+$", "(a|aa)+$", "(a*)*b", "((a+)+)+c", "(a|b|ab)*c", "(.*)(.*)(.*)(.*)(.*)(.*)c",
        "([^b]*a){20}c", "(a?){30}a{30}c", "x*x*x*x*x*x*y", "(((a{0,4}){0,4}){0,4}){0,4}c",
    ]

    @Test("the steps for a hostile expression are limited by its size and the text", arguments: hostilePatterns)
    func hostile(pattern: String) throws {
        let expression = try RegularExpression(pattern)
        for text in ["ab", String(repeating: "a", count: 300), String(repeating: "ab", count: 150)] {
            #expect(try Self.search(expression, text).steps <= 3 * expression.size * (text.utf8.count + 1))
        }
    }

    /// Searches a text, and returns the number of steps.
    private static func search(_ expression: RegularExpression, _ text: String) throws -> (isMatch: Bool, steps: Int) {
        var remaining = Int.max
        let isMatch = expression.matches(text, remainingSteps: &remaining)
        return (try #require(isMatch as Bool?), Int.max - remaining)
    }

    /// Returns a random expression, and the same one for Python, where `$` also matches before the last newline.
    private static func expression(_ depth: Int, _ generator: inout SeededGenerator) -> (ours: String, python: String) {
        var (ours, python) = ("", "")
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            var part = (ours: generator.pick(atoms), python: "")
            part.python = part.ours == "$" ? #"\Z"# : part.ours
            if depth > 0, generator.chance(30) {
                let (first, second) = (expression(depth - 1, &generator), expression(depth - 1, &generator))
                let open = generator.pick(["(", "(?:"])
                part =
                    generator.chance(50)
                    ? (open + first.ours + ")", open + first.python + ")")
                    : ("\(open)\(first.ours)|\(second.ours))", "\(open)\(first.python)|\(second.python))")
            }
            let isAnchor = part.ours == "^" || part.ours == "$"
            let repetition = isAnchor || generator.chance(50) ? "" : generator.pick(repetitions)
            (ours, python) = (ours + part.ours + repetition, python + part.python + repetition)
        }
        return (ours, python)
    }

    private static let atoms = [
        "a", "b", "c", "\u{E9}", "\u{1F600}", "0", "-", "\n", ".", "^", "$", #"\d"#, #"\D"#, #"\w"#, #"\W"#, #"\s"#,
        #"\S"#,
        #"\n"#, #"\."#, #"\u00e9"#, "[ab]", "[^a]", "[a-c\u{E9}]", #"[^\d-]"#, #"[\W_]"#, #"[^\S\]]"#, "[]a]", "[^]a-]",
        "[0-9-]", "[b-\u{1F600}]",
    ]
    private static let repetitions = ["*", "+", "?", "{2}", "{0,2}", "{1,3}", "{2,}", "{0}"]
    private static let script = """
        import json, re, signal, sys
        def stop(*_): raise TimeoutError
        # Foundation starts programs with blocked signals.
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        signal.signal(signal.SIGVTALRM, stop)
        for line in sys.stdin:
            pattern, texts = json.loads(line)
            expression = re.compile(pattern, re.S | re.A)
            for text in texts:
                signal.setitimer(signal.ITIMER_VIRTUAL, 1)
                try: print(int(expression.search(text) is not None))
                except TimeoutError: print("-")
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        """

    @Test(
        "random expressions match the texts that Python finds, in few steps",
        .waiting, .enabled(if: InstalledProgram.path(of: "python3") != nil, "python3 is not installed"))
    func random() throws {
        var generator = SeededGenerator(seed: 2)
        var cases: [(pattern: String, text: String, isMatch: Bool)] = []
        var input = ""
        // Python takes much longer to compile an expression than to search a text.
        for _ in 0..<Extent.count(10_000, short: 500) {
            let (pattern, python) = Self.expression(3, &generator)
            let expression = try RegularExpression(pattern)
            let texts = (0..<10).map { _ in Self.text(&generator) }
            for text in texts {
                let (isMatch, steps) = try Self.search(expression, text)
                #expect(steps <= 3 * expression.size * (text.unicodeScalars.count + 1))
                cases.append((pattern, text, isMatch))
            }
            let line: PropertyListValue = [.string(python), .array(texts.map(PropertyListValue.string))]
            input += JSONWriter(.plain, layout: .compact).text(of: line) + "\n"
        }
        let answers = try Self.python(Self.script, input: input).split(separator: "\n")
        try #require(answers.count == cases.count)
        for (item, answer) in zip(cases, answers) where answer != "-" {
            #expect(item.isMatch == (answer == "1"), "\(item.pattern.debugDescription) \(item.text.debugDescription)")
        }
        let matching = answers.count { $0 == "1" }
        #expect(answers.count { $0 == "-" } < 100)
        #expect(matching > cases.count / 10)
        #expect(matching < cases.count * 9 / 10)
    }

    private static func text(_ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...8, using: &generator)).map { _ in
            generator.pick(["a", "b", "c", "\u{E9}", "\u{1F600}", "\n", "0", "-", "_", " ", "."])
        }.joined()
    }

    /// Returns the output of a script in Python.
    private static func python(_ script: String, input: String) throws -> String {
        let source = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(input.utf8).write(to: source)
        defer { try? FileManager.default.removeItem(at: source) }
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: try #require(InstalledProgram.path(of: "python3")))
        process.arguments = ["-X", "utf8", "-c", script]
        process.standardInput = try FileHandle(forReadingFrom: source)
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.wait()
        return text
    }

    @Test("expressions are equal if their texts have the same Unicode scalars")
    func equality() throws {
        let expressions = try ["\u{E9}", "e\u{301}", "\u{E9}"].map(RegularExpression.init)
        #expect(expressions[0] == expressions[2])
        #expect(expressions[0] != expressions[1])
        #expect(Set(expressions).count == 2)
    }
}
