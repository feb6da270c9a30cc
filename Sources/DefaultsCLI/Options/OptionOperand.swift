import DefaultsCore
import ToolSupport

/// The operand of an option.
struct OptionOperand: Sendable {
    /// The name of the operand in the help, such as `<file>`.
    let placeholder: String
    let kind: Kind
    /// Whether the operand may be omitted. If so, a given operand follows `=` in the same word.
    let isOptional: Bool

    /// The kinds of operands that a shell completes in different ways.
    enum Kind: Sendable {
        case file, folder, host, domains, keyPath, pattern, migration, applied, entry, number, name, text
        /// One of these words.
        case word([String])
    }

    /// Whether the operand may be an empty text. An empty text is a valid key. An empty file name most likely comes
    /// from an unset variable.
    var mayBeEmpty: Bool {
        switch kind {
        case .keyPath, .pattern, .text: true
        case .file, .folder, .host, .domains, .migration, .applied, .entry, .number, .name, .word: false
        }
    }

    /// An operand with the function that parses it.
    struct Parsed<Value>: Sendable {
        let operand: OptionOperand
        let parse: @Sendable (String) -> Value?
        /// Returns the error for a text that cannot be parsed.
        let error: @Sendable (_ text: String, _ option: String) -> CommandError

        /// - Parameters:
        ///   - expected: The accepted values, as part of a sentence.
        ///   - rule: A rule about these values that is easily missed.
        init(
            _ placeholder: String, _ kind: Kind, isOptional: Bool = false, expected: String, rule: String? = nil,
            parse: @escaping @Sendable (String) -> Value?
        ) {
            self.init(placeholder, kind, isOptional: isOptional, parse: parse) {
                .invalidOptionValue($1, $0, expected: expected, rule: rule)
            }
        }

        init(
            _ placeholder: String, _ kind: Kind, isOptional: Bool = false,
            parse: @escaping @Sendable (String) -> Value?,
            error: @escaping @Sendable (_ text: String, _ option: String) -> CommandError
        ) {
            operand = OptionOperand(placeholder: placeholder, kind: kind, isOptional: isOptional)
            self.parse = parse
            self.error = error
        }
    }
}

extension OptionOperand.Parsed where Value == String {
    /// Creates an operand that accepts any text.
    init(_ placeholder: String, _ kind: OptionOperand.Kind) {
        self.init(placeholder, kind, expected: "a text", parse: { $0 })
    }

    /// Any text, which may be empty.
    static func text(_ placeholder: String) -> Self { Self(placeholder, .text) }
    static var folder: Self { Self("<folder>", .folder) }
    static var file: Self { Self("<file>", .file) }
    static var host: Self { Self("<hostname>", .host) }
    static var keyPath: Self { Self("<key path>", .keyPath) }
    static var migration: Self { Self("<id>", .migration) }

    /// The optional prefix of the names of shell variables. The default prefix prevents a key named `PATH` from
    /// replacing the shell's `PATH`.
    static var shellPrefix: Self {
        Self("<prefix>", .name, isOptional: true, expected: "letters, digits and underscores") {
            $0.isEmpty ? "default_" : ShellText.isName($0) ? $0 : nil
        }
    }
}

extension OptionOperand.Parsed where Value == JSONWriter.Style {
    /// The optional word `plain`.
    static var plainJSON: Self {
        Self("plain", .word(["plain"]), isOptional: true, expected: "'plain' or nothing") {
            $0.isEmpty ? .lossless : $0 == "plain" ? .plain : nil
        }
    }
}

extension OptionOperand.Parsed where Value == Duration {
    /// Decimal digits, of which some may follow a point.
    static var seconds: Self {
        Self("<seconds>", .number, expected: "a number of seconds") { text in
            guard text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") }) else { return nil }
            return Double(text).flatMap { $0 <= 1e9 ? .seconds($0) : nil }
        }
    }
}

extension OptionOperand.Parsed where Value == Int {
    /// A positive number.
    static var positive: Self {
        Self("<count>", .number, expected: "a whole number from 1 on", parse: Int.init(positiveDecimal:))
    }

    /// The number of an entry of the journal.
    static var entryNumber: Self {
        Self("<number>", .entry, expected: "the number of an entry", parse: Int.init(positiveDecimal:))
    }

    /// A size of at least one byte, with an optional letter for a power of 1024.
    static var bytes: Self {
        Self("<bytes>", .number, expected: "a number of bytes, such as 65536, 64K, 512M or 2G") { text in
            let digits = text.utf8.prefix(while: \.isASCIIDigit)
            let shift: Int
            switch String(decoding: text.utf8.dropFirst(digits.count), as: UTF8.self) {
            case "": shift = 0
            case "K": shift = 10
            case "M": shift = 20
            case "G": shift = 30
            default: return nil
            }
            let number = Int(String(decoding: digits, as: UTF8.self)) ?? 0
            return (1...(1 << 62) >> shift).contains(number) ? number << shift : nil
        }
    }
}

extension OptionOperand.Parsed where Value == PropertyListPathGlob {
    static var pattern: Self {
        Self(
            "<pattern>", .pattern, expected: "a key path or a pattern",
            rule: "a backslash must precede '.', '\\' or '*', and '**' must stand between dots"
        ) { PropertyListPathGlob(parsing: $0) }
    }
}

extension OptionOperand.Parsed where Value == FilePattern {
    static var files: Self {
        Self(
            "<pattern>", .name, expected: "a file name, a path or a pattern",
            rule: "a backslash must precede '/', '\\' or '*', and '**' must stand between slashes"
        ) { FilePattern(parsing: $0) }
    }
}

extension OptionOperand.Parsed where Value == DomainGlob {
    static var domains: Self {
        Self(
            "<pattern>", .domains, expected: "the name of a domain or a pattern",
            rule: "a backslash must precede '/', '\\' or '*', and '**' must stand between slashes"
        ) { DomainGlob(parsing: $0) }
    }
}

extension OptionOperand.Parsed where Value == FindingKind {
    static var findingKind: Self {
        let names = FindingKind.allCases.map(\.rawValue)
        return Self("<kind>", .word(names), parse: FindingKind.init(rawValue:)) { name, _ in
            .unknown("kind of finding", name, among: names, otherwise: "see FINDINGS in 'man defaults-formats'")
        }
    }
}

extension OptionOperand.Parsed {
    /// An operand that is one of several words. Each word has a value.
    static func word(_ placeholder: String, _ words: [(String, Value)]) -> Self where Value: Sendable {
        let names = words.map(\.0)
        let expected = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
        return Self(placeholder, .word(names), expected: expected) { text in
            words.first { $0.0 == text }?.1
        }
    }
}

extension OptionOperand.Parsed where Value: CaseIterable & RawRepresentable<String> & Sendable {
    /// An operand that is a raw value of an enumeration.
    static func word(_ placeholder: String) -> Self {
        word(placeholder, Value.allCases.map { ($0.rawValue, $0) })
    }
}

extension Int {
    /// Creates a positive number from decimal digits without a sign.
    init?(positiveDecimal text: String) {
        guard text.utf8.allSatisfy(\.isASCIIDigit), let number = Int(text), number > 0 else { return nil }
        self = number
    }
}
