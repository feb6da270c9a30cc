struct PlistBuddyArguments: Equatable {
    /// The path of the file, or `nil` if only the help is requested.
    private(set) var path: String?
    /// The commands of `-c`. If there are none, commands are read from standard input.
    private(set) var commands: [String] = []
    /// Whether `Print` prints XML.
    private(set) var printsXML = false
    /// Whether a path with symbolic links is refused.
    private(set) var refusesLinks = false
    private(set) var showsHelp = false
    /// Whether the help is a success without a file. With `-h`, Apple's tool then ends with status 1.
    private(set) var acceptsNoFile = false
    private(set) var showsVersion = false

    /// The reason why arguments cannot be used.
    enum ReadingError: Error, Equatable {
        /// There is no file, or `-c` has no operand.
        case incomplete
        /// An argument is an unknown option or a second file.
        case invalid(String)
    }

    init(_ arguments: [String]) throws(ReadingError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "-c":
                guard let command = rest.popFirst() else { throw .incomplete }
                commands.append(command)
            case "-x": printsXML = true
            case "-l": refusesLinks = true
            case "-h": showsHelp = true
            case "--help": (showsHelp, acceptsNoFile) = (true, true)
            case "--version": (showsVersion, acceptsNoFile) = (true, true)
            default:
                guard path == nil, argument.utf8.first != UInt8(ascii: "-") else { throw .invalid(argument) }
                path = argument
            }
        }
        if path == nil, !showsHelp, !acceptsNoFile { throw .incomplete }
    }
}
