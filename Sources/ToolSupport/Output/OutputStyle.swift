/// A form in which values are printed.
package enum OutputStyle: Sendable {
    /// Apple's layout, optionally in ASCII with Apple's escapes.
    case apple(isASCII: Bool)
    case json(isPlain: Bool)
    case xml
    /// The bytes of a scalar.
    case raw
    /// Lines with keys, types and values.
    case types
    /// The elements of an array or the keys of a dictionary, each followed by the byte.
    case list(terminator: UInt8)
    /// Shell assignments, with a prefix before each name.
    case shell(prefix: String)

    /// Whether the form is for programs and contains values in full.
    package var isForPrograms: Bool {
        switch self {
        case .json, .xml, .shell: true
        case .apple, .raw, .types, .list: false
        }
    }

    /// Whether a whole domain is printed without its values: a list contains the keys alone, and raw bytes of a domain
    /// are an error.
    package var omitsValuesOfDomains: Bool {
        switch self {
        case .list, .raw: true
        case .apple, .types, .json, .xml, .shell: false
        }
    }

    package var isASCII: Bool {
        if case .apple(let isASCII) = self { isASCII } else { false }
    }
}

/// A format of `export`.
package enum ExportFormat: String, CaseIterable, Sendable {
    case xml, binary, json, commands
}

/// A form in which `diff` prints differences.
package enum DifferenceFormat: Sendable {
    case text
    case json(isPlain: Bool)
    case commands

    /// Whether the form is for programs and contains values in full.
    package var isForPrograms: Bool {
        if case .text = self { false } else { true }
    }

    /// Whether the differences are printed as commands.
    package var isCommands: Bool {
        if case .commands = self { true } else { false }
    }
}
