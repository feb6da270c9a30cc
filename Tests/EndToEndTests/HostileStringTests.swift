import Foundation
import PropertyList
import TestExtent
import Testing

/// Strings that are hard on shells come out of the command as they went in.
@Suite(.waiting) struct HostileStringTests {
    /// As many strings, without NUL, for each way out.
    private static let strings: [String] = {
        var random = RandomValues(forPrograms: 21)
        return (0..<10_000).map { _ in random.string(hasNUL: false) }
    }()

    private static let size = strings.reduce(0) { $0 + $1.utf8.count + 1 }

    let scratch = Scratch()

    @Test("through eval of --sh, each in a variable", arguments: ["/bin/bash", "/bin/sh"])
    func assignments(shell: String) throws {
        let pairs = Self.strings.enumerated().map { ("k\($0)", PropertyListValue.string($1)) }
        try scratch.store(PropertyListDictionary(pairs), at: scratch.file("D"))
        let script = """
            eval "$(defaults read --sh D)"
            eval "$(defaults read --sh=x_ D k0)"
            [ "$x_k0" = "$default_k0" ] || exit 1
            i=0
            while [ $i -lt 10000 ]; do
                eval "printf '%s\\\\0' \\"\\$default_k$i\\""
                i=$((i + 1))
            done
            """
        let outcome = try scratch.run([shell, "-c", script])
        outcome.expect(0, error: "")
        expect(outcome.output)
    }

    @Test("hostile strings pass unchanged through xargs -0")
    func xargs() throws {
        try scratch.store(["K": .array(Self.strings.map(PropertyListValue.string))], at: scratch.file("D"))
        let outcome = try scratch.bash("defaults read -0 D K | xargs -0 printf '%s\\0'")
        outcome.expect(0, error: "")
        expect(outcome.output)
    }

    @Test("hostile keys pass unchanged through xargs -0")
    func keys() throws {
        var seen: Set<[UInt8]> = []
        let keys = Self.strings.filter { seen.insert(Array($0.utf8)).inserted }
        let contents = PropertyListDictionary(keys.map { ($0, true) })
        try scratch.store(contents, at: scratch.file("D"))
        let outcome = try scratch.defaults("read", "-0", "D")
        #expect(outcome.output == contents.keys.flatMap { key -> [UInt8] in Array(key.utf8) + [0] })
    }

    @Test("through --raw, by themselves and with NUL between them")
    func raw() throws {
        let batches = Self.strings.batches(of: 100)
        let texts = batches.map { $0.joined(separator: "\0") } + Self.strings.prefix(100)
        let pairs = texts.enumerated().map { ("k\($0)", PropertyListValue.string($1)) }
        try scratch.store(PropertyListDictionary(pairs), at: scratch.file("D"))
        let outcome = try scratch.bash("for i in {0..199}; do defaults read --raw D k$i >out$i || exit; done")
        #expect(outcome == .silence)
        for (index, text) in texts.enumerated() {
            #expect(try Disk.bytes("\(scratch.path)/out\(index)") == Array(text.utf8))
        }
    }

    @Test(
        "a NUL is refused where it would end a value",
        arguments: [["-0", "D", "K"], ["-0", "D"], ["--sh", "D", "S"], ["--sh", "D"]])
    func null(arguments: [String]) throws {
        try scratch.store(["K": ["a\0b"], "S": "\0", "x\0": true], at: scratch.file("D"))
        let outcome = try scratch.defaults(["read"] + arguments)
        let sentence =
            arguments == ["--sh", "D"] ? "use '--json'" : "a value contains a NUL, which separates values; use '--json'"
        outcome.expect(65, text: "", complaints: 1, containing: sentence)
    }

    @Test("a newline is refused where it would end a line, and keys that make one name where they would be one")
    func ambiguity() throws {
        try scratch.store(["K": ["a\nb"], "a b": 1, "a-b": 2], at: scratch.file("D"))
        let lines = try scratch.defaults("read", "--lines", "D", "K")
        lines.expect(65, containing: "use '-0' or '--json'")
        let names = try scratch.defaults("read", "--sh", "D")
        names.expect(1, containing: "keys 'a b' and 'a-b' have the same variable name")
        #expect(try scratch.defaults("read", "--sh", "D", "a b").text == "default_a_b=1\n")
    }

    @Test(
        "a prefix is a name for the shell", arguments: ["1x", "a-b", "é", "a b", "$(x)", "x;"])
    func prefixes(prefix: String) throws {
        let outcome = try scratch.defaults("read", "--sh=" + prefix, "D")
        outcome.expect(255, complaints: 1)
    }

    private func expect(_ output: [UInt8], location: SourceLocation = #_sourceLocation) {
        let strings = output.split(separator: 0, omittingEmptySubsequences: false).dropLast()
        let lost = zip(strings, Self.strings).filter { !$0.elementsEqual($1.utf8) }
        #expect(lost.isEmpty, "\(lost.prefix(3).map(\.1))", sourceLocation: location)
        #expect(output.count == Self.size, sourceLocation: location)
    }
}
