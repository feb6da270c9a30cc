import PropertyList

extension Completion {
    /// Returns the completion with groups in place of the candidates if many of them begin with the word.
    ///
    /// If fewer begin with it, the other ones are omitted: shells would show them only if none did.
    func grouped(beginning word: String) -> Completion {
        guard case .words(let candidates) = self, candidates.count >= CandidateGroups.limit else { return self }
        let fitting = candidates.filter { $0.text.hasScalarPrefix(word) }
        if fitting.isEmpty { return self }
        return .words(fitting.count < CandidateGroups.limit ? fitting : CandidateGroups(fitting).candidates)
    }
}

/// Groups of many candidates by the first character after their common beginning.
///
/// Nobody reads a list of thousands of names, and shells need a second to make one. Of a group with several names, only
/// their common beginning is a candidate. Once it is inserted, the groups in it are the candidates.
struct CandidateGroups {
    /// The number of candidates from which on they are grouped.
    static let limit = 1000

    private struct Group {
        let first: Completion.Candidate
        let bytes: [UInt8]
        /// The number of bytes with which all names of the group begin.
        var common: Int
        var count = 1
    }

    private var groups: [Group] = []

    init(_ candidates: [Completion.Candidate]) {
        let texts = candidates.map { Array($0.text.utf8) }
        guard let first = texts.first else { return }
        let common = texts.reduce(first.count) { min($0, Self.commonCount(first, $1)) }
        var indices: [UInt32: Int] = [:]
        for (candidate, text) in zip(candidates, texts) {
            let character = Self.character(of: text, at: common)
            if let index = indices[character] {
                groups[index].common = min(groups[index].common, Self.commonCount(groups[index].bytes, text))
                groups[index].count += 1
            } else {
                indices[character] = groups.count
                groups.append(Group(first: candidate, bytes: text, common: text.count))
            }
        }
    }

    /// A candidate for each group, in the order of their first names.
    var candidates: [Completion.Candidate] {
        groups.map { group in
            if group.count == 1 { return group.first }
            return Completion.Candidate(
                text: String(decoding: group.bytes.prefix(group.common), as: UTF8.self),
                description: "\(group.count) names", isUnfinished: true, isGroup: true)
        }
    }

    /// The number of bytes with which two texts begin, without a part of a character.
    private static func commonCount(_ left: [UInt8], _ right: [UInt8]) -> Int {
        let limit = min(left.count, right.count)
        var count = 0
        while count < limit, left[count] == right[count] { count += 1 }
        while count < limit, left[count] & 0xC0 == 0x80 { count -= 1 }
        return count
    }

    /// The bytes of the character at an index, as one number, or 0 at the end.
    private static func character(of text: [UInt8], at index: Int) -> UInt32 {
        guard index < text.count else { return 0 }
        let rest = text[(index + 1)...].prefix { $0 & 0xC0 == 0x80 }
        return rest.reduce(UInt32(text[index]) + 1) { $0 << 8 | UInt32($1) }
    }
}
