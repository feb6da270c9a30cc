package import DefaultsCore
import Foundation

/// Parses the value of `write`: a type flag with its operands, or a literal.
package struct ValueArguments {
    private var words: ArraySlice<String>

    /// Returns the edit that arguments describe.
    ///
    /// - Parameters:
    ///   - path: The key or the path to change.
    ///   - first: The first argument of the value.
    ///   - rest: The arguments after it.
    ///   - addsOnlyMissing: Whether `-array-add` adds only values that the array does not contain. Any other edit is
    ///     then an error.
    package static func edit(
        of path: PropertyListPath, first: String, _ rest: [String], addsOnlyMissing: Bool = false
    ) throws(CommandError) -> ChangeSet.Edit {
        var arguments = ValueArguments(words: rest[...])
        try refuseUnknownFlag(first, before: rest.first)
        // A word such as `--int` is a value if it is alone, and a type flag if operands follow.
        let first = rest.isEmpty ? first : singleDashed(first)
        let edit = try arguments.edit(of: path, beginningWith: first)
        if let extra = arguments.words.first {
            // Typographic quotes do not keep the words between them together.
            guard let last = rest.last, TypesetText.isQuoted(first + last) else { throw .unexpectedArgument(extra) }
            throw CommandError.unexpectedArgument(extra).followed(by: "to quote words, use ' or \"")
        }
        if addsOnlyMissing {
            guard case .append(let elements, let path) = edit else { throw .uniqueWithoutArray }
            return .appendMissing(elements, to: path)
        }
        return edit
    }

    /// Returns the value that a file or standard input contains.
    ///
    /// - Parameters:
    ///   - bytes: The input. `-string` uses it as text and `-data` as bytes, both unchanged. For any other flag, the
    ///     input is the operand, optionally followed by a newline.
    ///   - flag: The type flag. Without a flag, the input is a property list in any format, or JSON.
    ///   - path: The path of the input, for messages.
    package static func value(
        ofInput bytes: [UInt8], flag word: String?, path: String
    ) throws(CommandError) -> PropertyListValue {
        guard let word else { return try ValueReader.value(in: bytes, path: path) }
        guard let flag = Flag(dashedWord: word) else {
            try refuseUnknownFlag(word, before: "")
            throw .unexpectedArgument(word)
        }
        if flag.isComposite {
            throw CommandError(.usage, "'\(shown: word)' reads its values from the command line only")
        }
        if flag == .data { return .data(Data(bytes)) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError(.invalidData, "Could not read data from \(shown: path): it is not valid UTF-8")
        }
        if flag == .string { return .string(text) }
        let operand = text.utf8.last == UInt8(ascii: "\n") ? String(text.unicodeScalars.dropLast()) : text
        guard let value = ScalarText.value(of: operand, as: flag.type) else {
            throw CommandError(
                .invalidData,
                """
                Could not read data from \(shown: path): \
                '\(shown: word)' takes \(shown: Self.expectation(of: flag))
                """)
        }
        return value
    }

    /// The type flags. Any other word, such as `-1`, is a literal.
    package enum Flag: String, CaseIterable {
        case string = "-string"
        case data = "-data"
        case int = "-int"
        case integer = "-integer"
        case float = "-float"
        case bool = "-bool"
        case boolean = "-boolean"
        case date = "-date"
        case array = "-array"
        case arrayAdd = "-array-add"
        case arrayRemove = "-array-remove"
        case dict = "-dict"
        case dictAdd = "-dict-add"

        /// Creates the flag that a word spells, or returns `nil`. Most words have no leading dash and are not compared
        /// with the flags.
        package init?(word: String) {
            guard word.hasScalarPrefix("-") else { return nil }
            self.init(rawValue: word)
        }

        /// Creates the flag that a word spells with one or two dashes, or returns `nil`.
        package init?(dashedWord word: String) { self.init(word: ValueArguments.singleDashed(word)) }

        /// The flags for numbers, booleans, dates and data, which are often written without their flag.
        package static let ofScalars: [Flag] = [.int, .float, .bool, .date, .data]

        /// Creates the flag with which a text is stored as a number or a boolean, or returns `nil` for any other text.
        package init?(ofText text: String) {
            let flags: [Flag] = [.int, .float, .bool]
            guard let flag = flags.first(where: { ScalarText.value(of: text, as: $0.type) != nil }) else { return nil }
            self = flag
        }

        /// The type of the values that the flag stores, adds or removes.
        package var type: PropertyListType {
            switch self {
            case .string: .string
            case .data: .data
            case .int, .integer: .integer
            case .float: .real
            case .bool, .boolean: .boolean
            case .date: .date
            case .array, .arrayAdd, .arrayRemove: .array
            case .dict, .dictAdd: .dictionary
            }
        }

        /// Whether the flag takes all remaining arguments, as the container flags of Apple's tool do.
        package var isComposite: Bool { type.isContainer }
    }

    private mutating func edit(
        of path: PropertyListPath, beginningWith word: String
    ) throws(CommandError) -> ChangeSet.Edit {
        switch Flag(word: word) {
        case .array: return .set(path, .array(try elements()))
        case .arrayAdd: return .append(try elements(), to: path)
        case .arrayRemove: return .removeElements(try elements(), from: path)
        case .dict: return .set(path, .dictionary(try pairs()))
        case .dictAdd: return .mergeInto(path, try pairs())
        case let flag?: return .set(path, try operand(of: flag, spelled: word))
        case nil: return .set(path, try literal(word))
        }
    }

    /// Parses all remaining arguments as elements.
    private mutating func elements() throws(CommandError) -> [PropertyListValue] {
        var elements: [PropertyListValue] = []
        while let word = words.popFirst() { elements.append(try scalar(beginningWith: word)) }
        return elements
    }

    /// Parses all remaining arguments as keys and values in turn. A key is parsed like a value. The last of equal keys
    /// takes precedence.
    private mutating func pairs() throws(CommandError) -> PropertyListDictionary {
        var pairs: [(String, PropertyListValue)] = []
        while let keyWord = words.popFirst() {
            guard case .string(let key) = try scalar(beginningWith: keyWord) else {
                throw CommandError(.negative, "Dictionary keys must be strings")
            }
            guard let valueWord = words.popFirst() else { throw .keyLacksValue(key) }
            pairs.append((key, try scalar(beginningWith: valueWord)))
        }
        return PropertyListDictionary(pairs)
    }

    /// Parses a value of one or two arguments.
    private mutating func scalar(beginningWith word: String) throws(CommandError) -> PropertyListValue {
        guard let flag = Flag(word: word) else { return try literal(word) }
        if flag.isComposite {
            throw CommandError(.negative, "Cannot nest composite types (arrays and dictionaries); exiting")
        }
        return try operand(of: flag, spelled: word)
    }

    private mutating func literal(_ word: String) throws(CommandError) -> PropertyListValue {
        try Self.refuseAttachedOperand(word)
        // The flag of a single value needs an operand, so the last word is not a mistyped flag.
        if !words.isEmpty { try Self.refuseNearMiss(word) }
        do {
            return try Literal.value(of: word)
        } catch {
            throw .notParsed(error.text, reason: error.reason)
        }
    }

    private mutating func operand(of flag: Flag, spelled word: String) throws(CommandError) -> PropertyListValue {
        guard let operand = words.popFirst() else {
            throw CommandError(.usage, "'\(shown: word)' needs a value after it")
        }
        if flag == .string { return .string(operand) }
        guard let value = ScalarText.value(of: operand, as: flag.type) else {
            throw .invalidOperand(operand, ofFlag: word, expected: Self.expectation(of: flag))
        }
        return value
    }

    /// The operands that a flag accepts, as part of a sentence.
    package static func expectation(of flag: Flag) -> String {
        switch flag {
        case .string, .array, .arrayAdd, .arrayRemove, .dict, .dictAdd: "a value"
        case .data: "hexadecimal digits"
        case .int, .integer: "a whole number of at most 64 bits"
        case .float: "a number"
        case .bool, .boolean:
            Bool.preferenceWords.dropLast().joined(separator: ", ") + " or " + (Bool.preferenceWords.last ?? "")
        case .date: "a date such as 2024-01-31T12:00:00Z or '2024-01-31 12:00:00 +0000'"
        }
    }
}
