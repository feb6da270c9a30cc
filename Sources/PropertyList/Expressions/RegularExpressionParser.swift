/// A parser that writes the states of an automaton.
struct RegularExpressionParser {
    typealias Failure = RegularExpression.Failure
    typealias State = RegularExpression.State
    typealias Scalars = [ClosedRange<UInt32>]

    private(set) var states: [State] = []
    private(set) var bounds: [UInt32] = []
    /// The number of states that were written, also of those that a repetition has removed.
    private(set) var size = 0
    private let text: [Unicode.Scalar]
    private var (index, depth) = (0, 0)

    init(_ text: String) {
        self.text = Array(text.unicodeScalars)
    }

    mutating func parse() throws(Failure) {
        try alternatives()
        if take(")") { throw failure("a ')' without a '('") }
        try append(.match)
    }

    private mutating func alternatives() throws(Failure) {
        var ends: [Int] = []
        var start = states.count
        try sequence()
        while take("|") {
            states.insert(.branch(Int32(states.count - start + 2)), at: start)
            ends.append(states.count)
            try append(.jump(0))
            start = states.count
            try sequence()
        }
        try count(ends.count)
        for end in ends { states[end] = .jump(Int32(states.count - end)) }
    }

    private mutating func sequence() throws(Failure) {
        while let scalar = current, scalar != "|", scalar != ")" {
            let start = states.count
            index += 1
            switch scalar {
            case "^", "$":
                try append(scalar == "^" ? .start : .end)
                continue
            case "(": try group()
            case "[": try append(try set())
            case ".": try append([0...0x10FFFF])
            case "\\": try append(try escape())
            case "*", "+", "?", "{": throw failure("a '\(scalar)' without an expression to repeat")
            default: try append(.scalar(scalar.value))
            }
            try repetition(from: start)
        }
    }

    private mutating func group() throws(Failure) {
        depth += 1
        if depth > 64 { throw failure("more than 64 nested groups") }
        if take("?"), !take(":") { throw failure("a '(?' that is not '(?:'") }
        try alternatives()
        guard take(")") else { throw failure("a missing ')'") }
        depth -= 1
    }

    /// Reads a repetition of the states from an index to the end, and writes it out.
    private mutating func repetition(from start: Int) throws(Failure) {
        var (least, most): (Int, Int?) = (0, nil)
        if take("{") {
            guard let number = number() else { throw failure("a '{' without a number; a brace is '\\{'") }
            least = number
            most = take(",") ? self.number() : least
            guard take("}"), least <= most ?? least else { throw failure("a repetition that is not '{m,n}'") }
        } else if take("+") {
            least = 1
        } else if take("?") {
            most = 1
        } else if !take("*") {
            return
        }
        if let next = current, "*+?{".unicodeScalars.contains(next) {
            throw failure("a repetition of a repetition, such as '*?'")
        }
        let body = Array(states[start...])
        try count(body.count * (max(least, most ?? 1, 1) - 1) + (most.map { $0 - least } ?? 2))
        states.removeSubrange(start...)
        for _ in 0..<least { states += body }
        guard let most else {
            if least == 0 { states += [.branch(Int32(body.count + 2))] + body }
            return states.append(.branch(Int32(-body.count)))
        }
        // A repetition that is not taken ends them all.
        for rest in stride(from: most - least, to: 0, by: -1) {
            states += [.branch(Int32(rest * (body.count + 1)))] + body
        }
    }

    private mutating func number() -> Int? {
        let digits = text[index...].prefix { ("0"..."9").contains($0) }
        index += digits.count
        return digits.isEmpty ? nil : min(Int(Self.string(digits)) ?? .max, RegularExpression.maximumSize + 1)
    }
}

/// Characters and sets of them.
extension RegularExpressionParser {
    private static let digits: Scalars = [0x30...0x39]
    private static let punctuation: Scalars = [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]

    /// The classes of POSIX, of ASCII, and those of escapes, as ECMAScript defines them.
    private static let classes: [String: Scalars] = [
        "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A], "alpha": [0x41...0x5A, 0x61...0x7A],
        "blank": [0x09...0x09, 0x20...0x20], "cntrl": [0x00...0x1F, 0x7F...0x7F], "digit": digits,
        "graph": [0x21...0x7E], "lower": [0x61...0x7A], "print": [0x20...0x7E], "punct": punctuation,
        "space": [0x09...0x0D, 0x20...0x20], "upper": [0x41...0x5A], "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66],
        "d": digits, "w": [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A],
        "s": [
            0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
            0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
        ],
    ]

    /// Returns the scalars of the escape whose backslash was read.
    private mutating func escape() throws(Failure) -> Scalars {
        guard let scalar = current else { throw failure("a backslash at the end") }
        index += 1
        switch scalar {
        case "d", "w", "s": return Self.classes[String(scalar)] ?? []
        case "D", "W", "S": return Self.complement(of: Self.classes[String(scalar).lowercased()] ?? [])
        case "n": return [0x0A...0x0A]
        case "r": return [0x0D...0x0D]
        case "t": return [0x09...0x09]
        case "u":
            let digits = text[index...].prefix { $0.properties.isASCIIHexDigit }.prefix(4)
            guard digits.count == 4, let value = UInt32(Self.string(digits), radix: 16), Unicode.Scalar(value) != nil
            else { throw failure("a '\\u' without the four digits of a scalar") }
            index += 4
            return [value...value]
        // Some tools find the ends of words with these.
        case "<", ">", "'", "`": break
        default:
            if Self.punctuation.contains(where: { $0 ~= scalar.value }) { return [scalar.value...scalar.value] }
        }
        throw failure("an escape '\\\(scalar)' that is not supported")
    }

    /// Returns the scalars of the set whose bracket was read.
    private mutating func set() throws(Failure) -> Scalars {
        let isComplement = take("^")
        var scalars: Scalars = []
        repeat {
            let first = try member()
            guard current == "-", index + 1 < text.count, text[index + 1] != "]" else {
                scalars += first
                continue
            }
            index += 1
            let last = try member()
            guard let start = Self.single(first), let end = Self.single(last), start <= end else {
                throw failure("a range in a set whose ends are not two characters in order")
            }
            scalars.append(start...end)
        } while !take("]")
        return isComplement ? Self.complement(of: scalars) : scalars
    }

    /// Reads a member of a set, which is a character, an escape or a class.
    private mutating func member() throws(Failure) -> Scalars {
        guard let scalar = current else { throw failure("a missing ']'") }
        index += 1
        if scalar == "\\" { return try escape() }
        guard scalar == "[", let kind = current, ":.=".unicodeScalars.contains(kind) else {
            return [scalar.value...scalar.value]
        }
        index += 1
        let name = text[index...].prefix { $0.properties.isLowercase }
        index += name.count
        guard let scalars = Self.classes[Self.string(name)], name.count > 1, kind == ":", take(":"), take("]")
        else { throw failure("a class in a set that is not '[:alpha:]' or the like") }
        return scalars
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }

    private static func single(_ scalars: Scalars) -> UInt32? {
        scalars.count == 1 && scalars[0].count == 1 ? scalars[0].lowerBound : nil
    }

    private static func complement(of scalars: Scalars) -> Scalars {
        let merged = merged(scalars)
        let (starts, ends) = ([0] + merged.map { $0.upperBound + 1 }, merged.map(\.lowerBound) + [0x110000])
        return zip(starts, ends).filter { $0 < $1 }.map { $0...$1 - 1 }
    }

    /// Returns the scalars as sorted ranges with gaps between them.
    private static func merged(_ scalars: Scalars) -> Scalars {
        var merged: Scalars = []
        for range in scalars.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    private mutating func append(_ scalars: Scalars) throws(Failure) {
        if let single = Self.single(scalars) { return try append(.scalar(single)) }
        let start = UInt32(bounds.count)
        for range in Self.merged(scalars) { bounds += [range.lowerBound, range.upperBound + 1] }
        try append(.set(from: start, to: UInt32(bounds.count)))
    }
}

extension RegularExpressionParser {
    private mutating func append(_ state: State) throws(Failure) {
        states.append(state)
        try count(1)
    }

    private mutating func count(_ newStates: Int) throws(Failure) {
        size += newStates
        let limit = RegularExpression.maximumSize
        if size > limit { throw failure("more than \(limit) states with all repetitions") }
    }

    private func failure(_ reason: String) -> Failure {
        Failure(reason: "\(reason) (character \(index))")
    }

    private var current: Unicode.Scalar? { index < text.count ? text[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard current == scalar else { return false }
        index += 1
        return true
    }
}
