import DefaultsCore

/// What a command line asks for: a verb, its options and its operands, read but not yet looked into.
struct Invocation: Sendable {
    let command: Command
    let options: OptionValues
    let operands: [String]
    /// The number of operands before `--`. Those after it are never taken for options.
    var literalStart = Int.max

    /// The host whose preferences are meant.
    var host: Domain.Host {
        if let name = options[.host] { return .named(name) }
        return options.contains(.currentHost) ? .current : .any
    }

    /// The error of being called in none of the ways that the options leave.
    var misuse: CommandError {
        let forms = command.forms
        return .wrongOperands(
            synopses: options.contains(.path) ? forms.compactMap(\.pathSynopsis) : forms.map(\.synopsis))
    }

    /// The words that name the keyring again.
    var keyringWords: [String] { usesKeyring ? [Option.keyring.rawValue] : [] }

    /// The words that name the host again.
    var hostWords: [String] {
        if let name = options[.host] { return [Option.host.rawValue, name] }
        return options.contains(.currentHost) ? [Option.currentHost.rawValue] : []
    }

    /// Whether domains are those in the keyring.
    var usesKeyring: Bool { options.contains(.keyring) }

    /// Whether values are kept from being shown: those of the keyring, unless the option shows them.
    var hidesValues: Bool { usesKeyring && !options.contains(.reveal) }

    /// Refuses what is called by a text and shows the values of the keyring, unless the option asks for that.
    func requireReveal(for text: String) throws(CommandError) {
        if hidesValues { throw .valuesNotRevealed(by: text) }
    }

    /// The words that name the keyring, the root and the host again.
    var placeWords: [String] {
        keyringWords + (options[.root].map { [Option.root.rawValue, $0] } ?? []) + hostWords
    }

    /// How long to wait for a lock.
    var lockTimeout: Duration {
        get throws(CommandError) {
            guard let text = options[.lockTimeout] else { return .seconds(10) }
            guard let seconds = Double(text), (0...1e9).contains(seconds) else { throw .invalidLockTimeout(text) }
            return .seconds(seconds)
        }
    }

    /// The largest file or stream that is read, in bytes.
    var sizeLimit: Int {
        get throws(CommandError) {
            guard let text = options[.maxSize] else { return FileDomainStore.defaultSizeLimit }
            guard let limit = Self.bytes(text) else {
                throw .invalidOptionValue(
                    Option.maxSize.rawValue, text, expected: "a number of bytes, such as 65536, 64K, 512M or 2G")
            }
            return limit
        }
    }

    /// A size of at least a byte, in bytes or with a letter for a power of 1024.
    private static func bytes(_ text: String) -> Int? {
        let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let shift: Int
        switch String(decoding: text.utf8.dropFirst(digits.count), as: UTF8.self) {
        case "": shift = 0
        case "K": shift = 10
        case "M": shift = 20
        case "G": shift = 30
        default: return nil
        }
        guard let number = Int(String(decoding: digits, as: UTF8.self)), (1...(1 << 62) >> shift).contains(number)
        else {
            return nil
        }
        return number << shift
    }
}
