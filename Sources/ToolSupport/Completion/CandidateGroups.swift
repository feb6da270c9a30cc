import PropertyList

extension Completion {
    /// Returns the completion with groups instead of candidates, if many candidates begin with the word.
    ///
    /// If only some of many candidates begin with the word, the others are omitted. Shells would show the others only
    /// if no candidate began with the word.
    package func grouped(beginning word: String) -> Completion {
        guard case .words(let candidates) = self, candidates.count >= CandidateGroups.limit else { return self }
        let fitting = word.isEmpty ? candidates : candidates.filter { $0.text.hasScalarPrefix(word) }
        if fitting.isEmpty { return self }
        return .words(fitting.count < CandidateGroups.limit ? fitting : CandidateGroups(fitting).candidates)
    }
}

/// Groups of many candidates by the first character after their common beginning.
///
/// A list of thousands of names is not readable, and shells need a second to create it. For a group with several names,
/// only their common beginning is a candidate. After it is inserted, its subgroups are the candidates.
struct CandidateGroups {
    /// The minimum number of candidates that are grouped.
    static let limit = 1000

    private struct Group {
        let first: Completion.Candidate
        /// The length of the common beginning of all names in the group, in bytes.
        var common: Int
        var count = 1
    }

    private var groups: [Group] = []

    init(_ candidates: [Completion.Candidate]) {
        guard let first = candidates.first?.text else { return }
        let common = candidates.reduce(first.utf8.count) { min($0, Self.commonCount(first, $1.text)) }
        var indices: [UInt32: Int] = [:]
        for candidate in candidates {
            let character = Self.character(of: candidate.text, at: common)
            if let index = indices[character] {
                let count = Self.commonCount(groups[index].first.text, candidate.text)
                groups[index].common = min(groups[index].common, count)
                groups[index].count += 1
            } else {
                indices[character] = groups.count
                groups.append(Group(first: candidate, common: candidate.text.utf8.count))
            }
        }
    }

    /// A candidate for each group, in the order of their first names.
    var candidates: [Completion.Candidate] {
        groups.map { group in
            if group.count == 1 { return group.first }
            return Completion.Candidate(
                text: String(decoding: group.first.text.utf8.prefix(group.common), as: UTF8.self),
                description: "\(group.count) names", isUnfinished: true, isGroup: true)
        }
    }

    /// Returns the length of the common beginning of two texts, in bytes. It does not end within a scalar.
    private static func commonCount(_ left: String, _ right: String) -> Int {
        var (left, right) = (left, right)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                let limit = min(left.count, right.count)
                var count = 0
                while count < limit, left[count] == right[count] { count += 1 }
                while count < limit, left[count] & 0xC0 == 0x80 { count -= 1 }
                return count
            }
        }
    }

    /// Returns a number that identifies the scalar at a byte index, or 0 at the end.
    private static func character(of text: String, at index: Int) -> UInt32 {
        var text = text
        return text.withUTF8 { bytes in
            guard index < bytes.count else { return 0 }
            let rest = bytes[(index + 1)...].prefix { $0 & 0xC0 == 0x80 }
            return rest.reduce(UInt32(bytes[index]) + 1) { $0 << 8 | UInt32($1) }
        }
    }
}
