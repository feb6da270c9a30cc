import PropertyList

/// A POSIX extended regular expression from an untrusted source. Its size and its time for a string are limited.
///
/// Expressions of ECMAScript look similar, but `\d` is the letter d in POSIX. What POSIX does not define is an error.
///
/// The C library matches in linear time only from a fixed place. It restarts a search at every character, which takes
/// minutes for a few kilobytes. Therefore the expression is rewritten to begin at the start of the string. The library
/// also finds `^` behind a newline and text behind `$` there, so both are allowed only at the ends of alternatives.
package struct BoundedExpression: Hashable, Sendable {
    /// An error of an expression.
    package struct Failure: Error {
        /// The reason as a noun phrase.
        package let reason: String
    }

    /// The maximum number of characters and sets after each repetition is written out.
    package static let maximumSize = 256
    /// The maximum size of a string that is searched, in bytes.
    package static let maximumStringSize = 4096

    package let text: String
    private let anchored: RegularExpression
    private let size: Int

    package static func == (left: Self, right: Self) -> Bool { left.text.hasSameScalars(as: right.text) }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ExactName(text))
    }

    package init(_ text: String) throws(Failure) {
        self.text = text
        if text.utf8.count > 1000 { throw Failure(reason: "more than 1000 bytes") }
        var parser = ExpressionParser(bytes: Array(text.utf8))
        // The parser finds all errors, so the C library does not compile an expression that is not used.
        (anchored, size) = try parser.expression()
    }

    /// Returns whether the expression matches a part of a string, or `nil` if the string is too long or the cost too
    /// high.
    ///
    /// - Parameter remainingCost: The cost that is left for matching. The unit is about a tenth of a microsecond. The
    ///   greatest possible cost of the search is subtracted.
    package func matches(_ string: String, remainingCost: inout Int) -> Bool? {
        let cost = size * (string.utf8.count + size / 8) + 500
        guard string.utf8.count <= Self.maximumStringSize, cost <= remainingCost else { return nil }
        remainingCost -= cost
        return anchored.matches(string)
    }
}

/// A parser that accepts the expressions that POSIX defines, except for those that depend on the locale.
private struct ExpressionParser {
    typealias Failure = BoundedExpression.Failure

    let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The classes of POSIX. The C library knows others in some locales.
    private static let classes = [
        "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit",
    ]

    /// Returns the expression in the form that begins at the start of a string, and its size.
    mutating func expression() throws(Failure) -> (RegularExpression, size: Int) {
        var (text, size) = ("", 0)
        if bytes.contains(0) { throw Failure(reason: "a NUL") }
        repeat {
            let isAnchored = take("^")
            let start = index
            size += try branch().size
            let branch = String(decoding: bytes[start..<index], as: UTF8.self)
            // A set and its complement match every character. The dot does not match NUL.
            text += (text.isEmpty ? "^(" : "|") + (isAnchored ? branch : "([^x]|x)*(\(branch))")
        } while take("|")
        if current != nil { throw Failure(reason: "a ')' without a '('") }
        try check(size)
        return (RegularExpression(text: text + ")"), size)
    }

    private func check(_ size: Int) throws(Failure) {
        let limit = BoundedExpression.maximumSize
        if size > limit { throw Failure(reason: "more than \(limit) characters with all repetitions") }
    }

    /// Reads an alternative. Returns its size, and whether it ends with `$`.
    private mutating func branch() throws(Failure) -> (size: Int, isEnd: Bool) {
        var (size, isEnd) = (0, false)
        let start = index
        while let byte = current, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
            if isEnd { throw Failure(reason: "text or a repetition behind '$'") }
            isEnd = take("$")
            if isEnd { continue }
            let atom = try atom()
            isEnd = atom.isEnd
            if isEnd { continue }
            size += try atom.size * repetitions()
            try check(size)
        }
        if index == start { throw Failure(reason: "an empty alternative") }
        return (size, isEnd)
    }

    private mutating func atom() throws(Failure) -> (size: Int, isEnd: Bool) {
        if take("(") { return try group() }
        if take("[") {
            try skipSet()
        } else if take("\\") {
            guard let byte = current, ".[]{}()*+?^$|\\/-".utf8.contains(byte) else {
                throw Failure(reason: "an escape that is not POSIX; use sets such as '[[:digit:]]' instead of '\\d'")
            }
            index += 1
        } else if let byte = current, "*+?{".utf8.contains(byte) {
            throw Failure(reason: "a repetition of nothing; '(?' is not POSIX")
        } else if current == UInt8(ascii: "^") {
            throw Failure(reason: "a '^' that does not begin the expression or an alternative of it")
        } else {
            skipCharacter()
        }
        return (1, false)
    }

    private mutating func group() throws(Failure) -> (size: Int, isEnd: Bool) {
        depth += 1
        defer { depth -= 1 }
        if depth > 16 { throw Failure(reason: "more than 16 nested groups") }
        var (size, isEnd) = (0, false)
        repeat {
            let branch = try branch()
            (size, isEnd) = (size + branch.size, isEnd || branch.isEnd)
        } while take("|")
        guard take(")") else { throw Failure(reason: "a missing ')'") }
        return (size, isEnd)
    }

    private mutating func skipSet() throws(Failure) {
        _ = take("^")
        let start = index
        while index == start || current != UInt8(ascii: "]") {
            let isHyphen = current == UInt8(ascii: "-")
            if isHyphen, index > start, !isLastInSet { throw Failure(reason: "a '-' in a set that is not at an end") }
            let first = try member()
            if current != UInt8(ascii: "-") || isLastInSet { continue }
            index += 1
            guard let first, let last = try member(), first <= last else {
                throw Failure(reason: "a range in a set whose ends are not two characters of ASCII in order")
            }
        }
        index += 1
    }

    /// Whether the byte after the current byte ends the set.
    private var isLastInSet: Bool { index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "]") }

    /// Reads a member of a set. Returns it if it is a character of ASCII, which a range can begin or end with.
    private mutating func member() throws(Failure) -> UInt8? {
        let byte = current
        if byte == nil { throw Failure(reason: "a missing ']'") }
        if take("\\"), current != UInt8(ascii: "\\") {
            throw Failure(reason: "an escape in a set; a backslash is '\\\\'")
        }
        if take("[") {
            if current == UInt8(ascii: ".") || current == UInt8(ascii: "=") {
                throw Failure(reason: "'[.' or '[=' in a set, which depend on the locale")
            }
            guard take(":") else { return byte }
            let name = bytes[index...].prefix(while: \.isASCIILetter)
            index = name.endIndex
            guard take(":"), take("]"), Self.classes.contains(where: { name.elementsEqual($0.utf8) }) else {
                throw Failure(reason: "an invalid class in a set")
            }
            return nil
        }
        skipCharacter()
        return byte.flatMap { $0 < 0x80 ? $0 : nil }
    }

    /// Skips a repetition, and returns the number of times that its content is written out.
    private mutating func repetitions() throws(Failure) -> Int {
        var count = 1
        if take("{") {
            guard let least = number() else { throw Failure(reason: "a '{' without a number; a brace is '\\{'") }
            let most = take(",") ? number() : least
            guard take("}"), max(most ?? 0, least) <= 255, least <= most ?? least else {
                throw Failure(reason: "not '{m,n}' with at most 255")
            }
            // Each of many empty repetitions still takes space on the stack of the C library.
            count = max(1, most ?? least + 1)
        } else if take("+") {
            count = 2
        } else if !take("*"), !take("?") {
            return 1
        }
        if let byte = current, "*+?{".utf8.contains(byte) {
            throw Failure(reason: "a repetition of a repetition; '*?' is not POSIX")
        }
        return count
    }

    private mutating func number() -> Int? {
        let digits = bytes[index...].prefix(while: \.isASCIIDigit)
        index = digits.endIndex
        return digits.isEmpty ? nil : Int(String(decoding: digits, as: UTF8.self)) ?? .max / 2
    }

    private mutating func skipCharacter() {
        index += 1
        while let byte = current, byte & 0xC0 == 0x80 { index += 1 }
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: scalar) else { return false }
        index += 1
        return true
    }
}
