package import PropertyList

/// Errors and notices about the values in the arguments of `write`.
extension CommandError {
    package static func flagInPlaceOfKey(_ flag: String) -> CommandError {
        CommandError(
            .usage,
            """
            the key before the type flag '\(shown: flag)' is missing; \
            to use '\(shown: flag)' as a key, put '--' before it
            """)
    }

    package static func misspelledFlag(_ word: String, suggestion: String) -> CommandError {
        CommandError(
            .usage,
            "unknown type flag '\(word)'; did you mean '\(suggestion)'? To store it as a string, use -string '\(word)'")
    }

    package static func missingOperand(ofFlag flag: String) -> CommandError {
        CommandError(.usage, "'\(shown: flag)' needs a value after it")
    }

    package static func invalidOperand(_ operand: String, ofFlag flag: String, expected: String) -> CommandError {
        CommandError(.usage, "'\(shown: flag)' takes \(shown: expected), not '\(operand)'")
    }

    package static func noInput(forFlag flag: String) -> CommandError {
        CommandError(.usage, "'\(shown: flag)' reads its values from the command line only")
    }

    /// A notice that a string replaced a value of another type.
    package static func typeChanged(key: String, from type: PropertyListType, flag: String) -> CommandError {
        CommandError(
            .success,
            """
            the value of '\(shown: key)' was \(shown: type.withArticle) and is now a string; \
            use '\(shown: flag)' to keep the type
            """)
    }

    package static var cannotInsert: CommandError {
        CommandError(.usage, "option '--insert' inserts a single value")
    }

    package static var uniqueWithoutArray: CommandError {
        CommandError(.usage, "option '--unique' requires the type flag '-array-add'")
    }

    package static func notParsed(_ text: String, reason: String) -> CommandError {
        notParsed(text, reason: reason, remedy: "To store it as a string, use -string.")
    }

    package static func domainNotParsed(_ text: String, reason: String) -> CommandError {
        notParsed(text, reason: reason, remedy: "Write a dictionary as { key = value; }.")
    }

    private static func notParsed(_ text: String, reason: String, remedy: String) -> CommandError {
        CommandError(.negative, "Could not parse: \(text).  \(reason.capitalizingFirst).  \(shown: remedy)")
    }

    package static var representationNotADictionary: CommandError {
        CommandError(.negative, "Rep argument is not a dictionary. Defaults have not been changed.")
    }

    package static func unexpectedArgument(_ argument: String) -> CommandError {
        CommandError(.negative, "Unexpected argument \(argument); leaving defaults unchanged.")
    }

    package static var nestedComposite: CommandError {
        CommandError(.negative, "Cannot nest composite types (arrays and dictionaries); exiting")
    }

    package static var keyNotAString: CommandError {
        CommandError(.negative, "Dictionary keys must be strings")
    }

    package static func keyLacksValue(_ key: String) -> CommandError {
        CommandError(.negative, "Key \(key) lacks a corresponding value")
    }
}

/// Values that cannot be printed.
extension CommandError {
    static func noRawBytes(_ type: PropertyListType) -> CommandError {
        CommandError(
            .negative,
            "the value is \(shown: type.withArticle); option '--raw' prints only single values")
    }

    static func ambiguousList(terminator: UInt8) -> CommandError {
        CommandError(
            .negative,
            terminator == 0
                ? "a value contains a NUL, which separates values; use '--json'"
                : "a value contains a newline, which separates values; use '-0' or '--json'")
    }

    static func ambiguousNames(_ first: String, _ second: String) -> CommandError {
        CommandError(
            .negative,
            "keys '\(shown: first)' and '\(shown: second)' have the same variable name; read each of them alone")
    }

    package static var notExactInXML: CommandError {
        CommandError(.invalidData, "XML cannot represent the value exactly; use binary or JSON")
    }

    static func notPrinted(_ error: PropertyListError) -> CommandError {
        CommandError(.invalidData, "cannot print the value: \(error)")
    }
}
