/// The ways in which `read` prints a value.
enum OutputStyle: Sendable {
    /// Apple's layout; in ASCII, with Apple's escapes, or not.
    case apple(isASCII: Bool)
    case json(isPlain: Bool)
    case xml
    /// The bytes of a scalar.
    case raw
    /// Keys, types and values, for people.
    case types
    /// The elements of an array or the keys of a dictionary, each followed by that byte.
    case list(terminator: UInt8)
    /// Assignments, with a prefix before each name.
    case shell(prefix: String)

    /// Options that choose a style, of which one can be given.
    static let options: [Option] = [.ascii, .json, .xml, .raw, .types, .lines, .null, .sh]

    /// Keeps a key called PATH from replacing the shell's.
    private static let defaultShellPrefix = "default_"

    init(_ options: OptionValues) throws(CommandError) {
        try options.requireOne(of: Self.options)
        self =
            if options.contains(.json) {
                .json(isPlain: try Self.isPlain(options))
            } else if options.contains(.xml) {
                .xml
            } else if options.contains(.raw) {
                .raw
            } else if options.contains(.types) {
                .types
            } else if options.contains(.lines) {
                .list(terminator: UInt8(ascii: "\n"))
            } else if options.contains(.null) {
                .list(terminator: 0)
            } else if let prefix = options.all(.sh).last {
                .shell(prefix: try Self.shellPrefix(prefix, options))
            } else {
                .apple(isASCII: options.contains(.ascii))
            }
    }

    /// Whether it is a form for programs, which says all of the values.
    var isForPrograms: Bool {
        switch self {
        case .json, .xml, .shell: true
        case .apple, .raw, .types, .list: false
        }
    }

    /// Whether values of a whole domain are in it. A list of it has its keys alone; raw bytes there are none.
    var showsValuesOfDomains: Bool {
        switch self {
        case .apple, .types, .json, .xml, .shell: true
        case .list, .raw: false
        }
    }

    /// The option that asks for it.
    var optionName: String {
        let option: Option =
            switch self {
            case .apple: .ascii
            case .json: .json
            case .xml: .xml
            case .raw: .raw
            case .types: .types
            case .list(let terminator): terminator == 0 ? .null : .lines
            case .shell: .sh
            }
        return option.name
    }

    /// Whether `--json` asks for plain JSON.
    static func isPlain(_ options: OptionValues) throws(CommandError) -> Bool {
        switch options[.json] {
        case nil, "": false
        case "plain": true
        case let other?: throw .invalidOptionValue(Option.json.rawValue, other, expected: "'plain' or nothing")
        }
    }

    private static func shellPrefix(_ prefix: String, _ options: OptionValues) throws(CommandError) -> String {
        if prefix.isEmpty { return defaultShellPrefix }
        guard ShellText.isName(prefix) else {
            throw .invalidOptionValue(Option.sh.rawValue, prefix, expected: "letters, digits and underscores")
        }
        return prefix
    }
}
