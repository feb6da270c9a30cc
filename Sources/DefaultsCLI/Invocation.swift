import DefaultsCore

/// What a command line asks for: a verb, its options and its operands, read but not yet looked into.
struct Invocation: Sendable {
    let command: Command
    let options: OptionValues
    let operands: [String]

    /// The host whose preferences are meant.
    var host: Domain.Host {
        if let name = options[.host] { return .named(name) }
        return options.contains(.currentHost) ? .current : .any
    }

    /// The words that name the host again.
    var hostWords: [String] {
        if let name = options[.host] { return [Option.host.rawValue, name] }
        return options.contains(.currentHost) ? [Option.currentHost.rawValue] : []
    }

    /// The words that name the root and the host again.
    var placeWords: [String] {
        (options[.root].map { [Option.root.rawValue, $0] } ?? []) + hostWords
    }

    /// How long to wait for a lock.
    var lockTimeout: Duration {
        get throws(CommandError) {
            guard let text = options[.lockTimeout] else { return .seconds(10) }
            guard let seconds = Double(text), (0...1e9).contains(seconds) else { throw .invalidLockTimeout(text) }
            return .seconds(seconds)
        }
    }
}
