import PropertyList
import ToolSupport

/// Options that choose a form of output. At most one of them can be given.
extension Option {
    /// The options of `read` that choose its form of output.
    static var styles: [Option] { [ascii, json, xml, raw, types, lines, null, sh] }

    private static let styleNames = ["--ascii", "--json", "--xml", "--raw", "--types", "--lines", "-0", "--sh"]

    static let ascii = Option(
        "--ascii", "Print ASCII with Apple's escapes", "Print ASCII only, with the escapes of Apple's tool.",
        excludes: styleNames
    ) { $0.style = .apple(isASCII: true) }

    static let json = Option(
        "--json", .plainJSON, "Print JSON with type tags, or plain JSON",
        """
        Print JSON that preserves all types; see JSON in defaults-formats(5). With =plain, print JSON without type \
        tags, for other programs.
        """,
        excludes: styleNames
    ) { $0.style = .document(.json($1)) }

    static let xml = Option(
        "--xml", "Print an XML property list",
        "Print an XML property list. Exit with status 65 if XML cannot represent the value exactly.",
        excludes: styleNames
    ) { $0.style = .document(.xml) }

    static let raw = Option(
        "--raw", "Print only the bytes of a single value",
        """
        Print the text of a string or the bytes of data, and nothing else. Other single values are printed without a \
        newline. Arrays and dictionaries are refused.
        """, excludes: styleNames
    ) { $0.style = .raw }

    static let types = Option(
        "--types", "Print each key with its type and value",
        """
        Print a line for each key of a domain or dictionary, with its type and its value as plain JSON. For other \
        values, print one such line. This format is for people.
        """, excludes: styleNames
    ) { $0.style = .types }

    static let lines = Option(
        "--lines", "Print keys or elements, one on a line",
        """
        Print the keys of a domain or dictionary, the elements of an array, or a single value, one on a line. Nested \
        data is printed in base64; nested arrays and dictionaries are printed as JSON on one line. A newline in an \
        item is an error.
        """, excludes: styleNames
    ) { $0.style = .list(terminator: UInt8(ascii: "\n")) }

    static let null = Option(
        "-0", "Print a NUL after each of these items",
        "Like --lines, with a NUL after each item, for xargs -0. A NUL in an item is an error.", excludes: styleNames
    ) { $0.style = .list(terminator: 0) }

    static let sh = Option(
        "--sh", .shellPrefix, "Print assignments of default_KEY for eval",
        """
        Print a shell assignment for each key of a domain, or for the given key or path. The variable name is the \
        prefix followed by the key, in which each character other than an ASCII letter or digit is replaced by an \
        underscore. Values are quoted, so that the output is safe to eval, and printed as with --lines. Two keys with \
        the same variable name are an error, and so is a NUL. Default prefix: default_.
        """, excludes: styleNames
    ) { $0.style = .shell(prefix: $1) }

    static let decode = Option(
        "--decode", "Decode archives, plists and JSON in data",
        """
        Show the content of data that contains a property list, JSON or an archive of NSKeyedArchiver. Key paths lead \
        into the content. An archived object is shown as a dictionary of its properties, with its class name under \
        $class. Can be combined with the other output formats.
        """
    ) { $0.decodesData = true }
}

/// Options of verbs that print differences.
extension Option {
    static let differenceFormat = Option(
        "--format",
        .word("<format>", [("text", .text), ("json", .json(.lossless)), ("commands", .commands)])
            as OptionOperand.Parsed<DifferenceFormat>,
        "Choose text, json or commands", "Select the format to write."
    ) { $0.differenceFormat = $1 }

    static let color = Option(
        "--color", .word("<when>"), "Choose auto, always or never",
        """
        Print text with colors. With auto, the default, only on a terminal, if NO_COLOR is not set and TERM is not dumb.
        """
    ) { $0.color = $1 }
}

/// Options that choose domains and keys.
extension Option {
    static let domains = Option(
        "--domains", .domains, "Use only matching domains (repeatable)",
        """
        Include only domains whose names match. May be repeated. A pattern such as com.example.* or vendor/** also \
        chooses domains in subfolders that are not searched otherwise. See VERBS OVER MANY DOMAINS in defaults(1).
        """
    ) { $0.domains.append($1) }

    static let onlyKeys = Option(
        "--only", .pattern, "Include only matching keys (repeatable)",
        """
        Include only matching keys. May be repeated. A pattern that matches no key is an error of snapshot, export and \
        diff.
        """
    ) { $0.comparedPaths.append($1) }

    static let exceptKeys = Option(
        "--except", .pattern, "Exclude matching keys (repeatable)",
        "Exclude matching keys. May be repeated. Takes precedence over --only."
    ) { $0.ignoredPaths.append($1) }.alsoSpelled("--ignore")
}

/// The conditions under which output is colored.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never
}

/// A format of `export`.
enum ExportFormat: Sendable {
    case document(DocumentFormat)
    case commands
}

/// A form in which `diff` prints differences.
enum DifferenceFormat: Sendable {
    case text
    case json(JSONWriter.Style)
    case commands

    /// Whether the form is for programs and contains values in full.
    var isForPrograms: Bool {
        if case .text = self { false } else { true }
    }

    /// Whether the differences are printed as commands.
    var isCommands: Bool {
        if case .commands = self { true } else { false }
    }
}

/// A format in which `check` prints findings.
enum FindingFormat: String, CaseIterable, Sendable {
    /// A line for each finding, with its path, line and column.
    case text
    case json
    /// Annotations for a workflow of GitHub.
    case github
}
