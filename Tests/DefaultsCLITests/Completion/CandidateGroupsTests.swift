import Testing

@testable import DefaultsCLI
@testable import ToolSupport

struct CandidateGroupsTests {
    private func groups(_ texts: [String]) -> [String] {
        CandidateGroups(texts.map { Completion.Candidate(text: $0) }).candidates.map { candidate in
            candidate.isGroup ? "\(candidate.text)... \(candidate.description)" : candidate.text
        }
    }

    @Test(
        "names are grouped by the character after their common beginning",
        arguments: [
            ([], []), (["a"], ["a"]), (["a", "ab", "abc"], ["a", "ab... 2 names"]),
            (["key1", "key10", "key2", "Key3"], ["key... 3 names", "Key3"]),
            (["k.a1", "k.a2", "k.b1", "k.b2"], ["k.a... 2 names", "k.b... 2 names"]),
            (["é1", "é2", "è"], ["é... 2 names", "è"]), (["xé", "xe\u{301}"], ["xé", "xe\u{301}"]),
            (["", "b1", "b2"], ["", "b... 2 names"]), (["😀a", "😀b", "😁"], ["😀... 2 names", "😁"]),
        ])
    func examples(texts: [String], expected: [String]) {
        #expect(groups(texts).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test("only many candidates are grouped, and each name is reached through groups")
    func reached() {
        let names = (0..<CandidateGroups.limit * 3).map { "com.example.\($0 % 7 == 0 ? "é" : "key")\($0)" }
        let all = Completion.texts(names)
        for name in names.prefix(200) {
            var word = ""
            var steps = 0
            while steps < name.utf8.count, case .words(let candidates) = all.grouped(beginning: word),
                let next = candidates.first(where: { name.hasPrefix($0.text) && $0.isGroup })
            {
                word = next.text
                steps += 1
            }
            guard case .words(let candidates) = all.grouped(beginning: word) else {
                Issue.record("no candidates after \(word)")
                continue
            }
            #expect(candidates.contains { $0.text == name }, "\(name) after \(word)")
        }
    }

    @Test("few candidates, and candidates that do not begin with the word, stay as they are")
    func unchanged() {
        let few = (0..<CandidateGroups.limit - 1).map(String.init)
        for (texts, word) in [(few, ""), (few, "9"), (few + ["x"], "y")] {
            guard case .words(let candidates) = Completion.texts(texts).grouped(beginning: word) else {
                Issue.record("no candidates after \(word)")
                continue
            }
            #expect(candidates.map(\.text) == texts)
        }
    }
}
