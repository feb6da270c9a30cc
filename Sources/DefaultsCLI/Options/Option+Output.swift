/// Options that choose a form of output. At most one of them can be given.
extension Option {
    /// The forms in which `read` prints values.
    static var styles: [Option] { [ascii, json, xml, raw, types, lines, null, sh] }

    private static let styleNames = ["--ascii", "--json", "--xml", "--raw", "--types", "--lines", "-0", "--sh"]

    static let ascii = Option(
        "--ascii", "prints ASCII with Apple's escapes",
        "Print ASCII only, with the escapes of Apple's tool.", excludes: styleNames
    ) { $0.style = .apple(isASCII: true) }

    static let json = Option(
        "--json", .plain, "prints JSON, with tags for types unless plain",
        "Print JSON that preserves all types. --json=plain prints JSON without tags, for other programs.",
        excludes: styleNames
    ) { $0.style = .json(isPlain: $1) }

    static let xml = Option(
        "--xml", "prints an xml plist, as export does",
        "Print an XML property list. Exit with status 65 if XML cannot hold a value exactly.", excludes: styleNames
    ) { $0.style = .xml }

    static let raw = Option(
        "--raw", "prints the bytes of a single value, no more",
        """
        Print the text of a string or the bytes of data and nothing else. Other scalars are printed without a newline. Arrays and \
        dictionaries are refused.
        """, excludes: styleNames
    ) { $0.style = .raw }

    static let types = Option(
        "--types", "prints each key with its type and value",
        "Print a line for each key of a domain or dictionary, with its type and its value as plain JSON.",
        excludes: styleNames
    ) { $0.style = .types }

    static let lines = Option(
        "--lines", "prints keys or elements, one a line",
        """
        Print the keys of a domain or dictionary, the elements of an array, or a scalar, one on each line. Data is printed as base64, and \
        nested containers as JSON. Items that contain a newline are refused.
        """, excludes: styleNames
    ) { $0.style = .list(terminator: UInt8(ascii: "\n")) }

    static let null = Option(
        "-0", "prints them with a NUL after each, for xargs -0",
        "Print the same items as --lines, each followed by a NUL. Items that contain a NUL are refused.",
        excludes: styleNames
    ) { $0.style = .list(terminator: 0) }

    static let sh = Option(
        "--sh", .shellPrefix, "prints assignments of default_KEY for eval",
        """
        Print a shell assignment for each key of a domain, or for the given key, quoted for eval. The name of a variable is the prefix and \
        the key, with an underscore for every character that is not an ASCII letter or digit. Default prefix: default_.
        """, excludes: styleNames
    ) { $0.style = .shell(prefix: $1) }

    static let decode = Option(
        "--decode", "shows archives, plists and JSON inside data",
        """
        Print the contents of data that holds a property list, JSON or an archive of NSKeyedArchiver. A key path can lead into them. Can \
        be combined with the other forms of output.
        """
    ) { $0.decodesData = true }
}
