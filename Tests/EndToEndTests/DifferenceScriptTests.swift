import Foundation
import PropertyList
import TestExtent
import Testing

/// What `diff --format commands` prints makes the first domain what the second is, types and all, when a shell runs it,
/// and when it is a batch.
@Suite(.waiting) struct DifferenceScriptTests {
    let scratch = Scratch()

    /// The commands that run the script `script`.
    private static let runners = ["bash -e script", "defaults batch script"]

    init() throws {
        try Disk.makeFolder(scratch.root)
    }

    /// Stores pairs of domains as `A0`, `B0`, `A1` and so on.
    ///
    /// - Parameter keepsFormat: Whether the format of the first one must represent the second one exactly.
    private func storePairs(_ count: Int, seed: UInt64, keepsFormat: Bool = false, path: (String) -> String) throws {
        var random = RandomValues(forPrograms: seed)
        for index in 0..<count {
            var (old, new) = random.pair()
            while keepsFormat, old.isXML, !new.isXML { (old, new) = random.pair() }
            try scratch.store(old, at: path("A\(index)"))
            try scratch.store(new, at: path("B\(index)"))
        }
    }

    /// Checks that files are the same to plistlib.
    private func expectSameForPython(_ count: Int, path: (String) -> String) throws {
        #expect(try scratch.differingForPython((0..<count).map { (path("A\($0)"), path("B\($0)")) }) == [])
    }

    /// A command that succeeds if two domains are equal, or neither exists.
    private static func isSame(_ options: String, _ operands: String) -> String {
        let comparison = "defaults \(options) diff --allow-missing \(operands)"
        return "{ \(comparison) 2>error || grep -q 'there is nothing to compare' error; }"
    }

    @Test(
        "a script makes one domain from another, of random pairs", Executable.condition("python3"),
        arguments: [11, 12, 13, 14] as [UInt64], runners)
    func domains(seed: UInt64, runner: String) throws {
        let count = Extent.count(250, short: 15)
        try storePairs(count, seed: seed) { scratch.file($0) }
        let outcome = try scratch.bash(
            """
            for i in {0..\(count - 1)}; do
                defaults diff --allow-missing --format commands A$i B$i >>script 2>>errors
                [ $? = 1 ] && echo differs >>count
            done
            \(runner) || echo "the script ends with $?"
            for i in {0..\(count - 1)}; do
                \(Self.isSame("", "A$i B$i")) || echo "A$i and B$i still differ"
            done
            grep -v 'there is nothing to compare' errors
            [ $(wc -l <count) -gt \(count * 3 / 5) ] || echo few differ
            """)
        #expect(outcome == .silence)
        try expectSameForPython(count) { scratch.file($0) }
        // The same contents in the same format are the same bytes.
        var same = 0
        for index in 0..<count {
            let files = ["A", "B"].map { FileManager.default.contents(atPath: scratch.file("\($0)\(index)")) }
            if files[0]?.first == files[1]?.first {
                #expect(files[0] == files[1] || files[0]?.count == files[1]?.count, "pair \(index)")
                same += 1
            }
        }
        #expect(same > count * 2 / 5)
    }

    @Test(
        "in other places: files, the current host, another host, a root", Executable.condition("python3"),
        arguments: [
            (diff: "./rootX/A$i.plist ./rootX/B$i", options: "", path: "rootX/%.plist"),
            ("A$i B$i", "-currentHost", "root/ByHost/%..plist"), ("A$i B$i", "-host h", "root/ByHost/%.h.plist"),
            ("A$i B$i", "--root ./other", "other/%.plist"),
            ("A$i B$i", "-currentHost --root ./other", "other/ByHost/%..plist"),
        ], runners)
    func places(place: (diff: String, options: String, path: String), runner: String) throws {
        let (diff, options, path) = place
        let file = { (name: String) in scratch.path + "/" + path.replacing("%", with: name) }
        // The format of a file given by its path is kept, and new control characters in XML are reported.
        let isPath = diff.contains("./")
        let notices = "there is nothing to compare" + (isPath ? "\\|contains control characters" : "")
        try storePairs(30, seed: 15, keepsFormat: isPath, path: file)
        let outcome = try scratch.bash(
            """
            for i in {0..29}; do
                defaults \(options) diff --allow-missing --format commands \(diff) >>script 2>>errors
            done
            \(runner) 2>>errors || echo "the script ends with $?"
            for i in {0..29}; do \(Self.isSame(options, diff)) || echo "$i still differs"; done
            grep -v '\(notices)' errors || :
            """)
        #expect(outcome == .silence)
        try expectSameForPython(30, path: file)
    }

    @Test(
        "roots, with all their domains, the global one and those of the host", Executable.condition("python3"),
        arguments: runners)
    func roots(runner: String) throws {
        var random = RandomValues(forPrograms: 16)
        let names = [
            "D", ".GlobalPreferences", "é", "e\u{301}", "-dash", "with space'", "ByHost/D.",
            "ByHost/.GlobalPreferences.",
        ]
        for name in names {
            let (old, new) = random.pair()
            try scratch.store(old, at: "\(scratch.path)/a/\(name).plist")
            try scratch.store(new, at: "\(scratch.path)/b/\(name).plist")
        }
        try scratch.store(["only": "a"], at: scratch.path + "/a/A.plist")
        try scratch.store(["only": "b"], at: scratch.path + "/b/B.plist")
        let outcome = try scratch.bash(
            """
            defaults diff --format commands ./a/ ./b >script; [ $? = 1 ] || echo equal
            \(runner) || echo "the script ends with $?"
            defaults diff ./a ./b; echo $?
            """)
        #expect(outcome == Outcome(status: 0, output: Array("0\n".utf8), error: ""))
        #expect(!Disk.exists(scratch.path + "/a/A.plist"))
        let files = (names + ["B"]).map { ("\(scratch.path)/a/\($0).plist", "\(scratch.path)/b/\($0).plist") }
        #expect(try scratch.differingForPython(files) == [])
    }

    @Test("an export as commands makes the domain anew", arguments: ["", "-currentHost"], runners)
    func export(options: String, runner: String) throws {
        var random = RandomValues(forPrograms: 17)
        for index in 0..<50 {
            let name = options.isEmpty ? "D\(index)" : "ByHost/D\(index)."
            try scratch.store(random.pair().1.merging(["k": .integer(1)]), at: scratch.file(name))
        }
        let outcome = try scratch.bash(
            """
            for i in {0..49}; do defaults \(options) export --format commands D$i - >>script; done
            cp -r root before; rm -r root
            \(runner) || echo "the script ends with $?"
            defaults diff ./before ./root
            """)
        #expect(outcome == .silence)
    }

    @Test("ignored keys are left as they are, also by a script that takes all others away")
    func ignored() throws {
        for new: PropertyListDictionary in [["i": 2], [:], ["i": 2, "a\0": "\0"], ["x": 2], ["a\0": 1]] {
            try scratch.store(["i": 1, "x": 1], at: scratch.file("A"))
            try? FileManager.default.removeItem(atPath: scratch.file("B"))
            try scratch.store(new, at: scratch.file("B"))
            let outcome = try scratch.bash(
                """
                defaults diff --allow-missing --ignore i --format commands A B >script
                bash -e script; defaults diff --allow-missing --ignore i A B && defaults read A i
                """)
            #expect(outcome == Outcome(status: 0, output: Array("1\n".utf8), error: ""))
        }
        try scratch.store(["i": 1, "": 1, "x": 1], at: scratch.file("A"))
        try scratch.store(["x": 1], at: scratch.file("B"))
        #expect(try scratch.defaults("diff", "--ignore", "i", "--ignore", "", "A", "B").status == 0)
        #expect(try scratch.defaults("diff", "--ignore", "i", "A", "B").text == "- : integer 1\n")
    }

    @Test("a key that no command line can hold")
    func longKey() throws {
        try scratch.store([String(repeating: "k'", count: 70_000): 1, "x": 1], at: scratch.file("B"))
        let outcome = try scratch.bash(
            "defaults diff --allow-missing --format commands A B >script; bash -e script; defaults diff A B")
        #expect(outcome == .silence)
    }
}

extension PropertyListDictionary {
    /// Whether it is stored as XML.
    fileprivate var isXML: Bool { PropertyListValue.dictionary(self).isExact(in: .xml) }

    fileprivate func merging(_ other: PropertyListDictionary) -> PropertyListDictionary {
        var merged = self
        merged.merge(other)
        return merged
    }
}
