import Foundation
import ToolSupport

/// A command for the settings of a program: `list`, `get`, `set`, `describe`, `reset`, `export` and `import`.
///
/// ```swift
/// if CommandLine.arguments.dropFirst().first == "settings" {
///     exit(SettingsCommand(schema).run(CommandLine.arguments.dropFirst(2)))
/// }
/// ```
///
/// Messages, exit statuses and the syntax of values are those of the `defaults` command. A value without a type flag is
/// converted to the type of its key. Values of secret keys are neither printed nor exported.
///
/// The command changes the preferences of the running program, so observers see the changes. A change is saved before
/// the command ends.
public struct SettingsCommand: Sendable {
    let schema: PreferenceSchema
    let preferences: Preferences
    /// The words before the verb on the command line.
    let name: String
    var streams = Streams.standard

    /// Creates the command.
    ///
    /// - Parameters:
    ///   - schema: The keys.
    ///   - preferences: The preferences of the program. Defaults to new preferences of the domain of the schema, which
    ///     share their values with other preferences of the domain in this process.
    ///   - name: The words before the verb on the command line, for help, messages and completions. Defaults to the
    ///     name of the program and `settings`.
    public init(_ schema: PreferenceSchema, preferences: Preferences? = nil, name: String? = nil) {
        self.schema = schema
        self.preferences = preferences ?? Preferences(domain: schema.domain, saving: .explicit)
        self.name = name ?? ProcessInfo.processInfo.processName + " settings"
    }

    /// Runs the command. It waits for the lock of the domain and for the disk.
    ///
    /// - Parameter arguments: The arguments, which begin with the verb.
    /// - Returns: The exit status.
    public func run(_ arguments: some Sequence<String>) -> Int32 {
        do throws(CommandError) {
            try perform(Array(arguments))
            return ExitStatus.success.rawValue
        } catch {
            if error.showsHelp { streams.writeError(help) }
            streams.report(error, by: name)
            return error.status.rawValue
        }
    }

    private func perform(_ words: [String]) throws(CommandError) {
        if words.first == "__complete" { return try complete(Array(words.dropFirst())) }
        let invocation = try SettingsInvocation(words, command: name)
        switch invocation.verb {
        case .list: try list(invocation)
        case .get: try get(invocation)
        case .set: try set(invocation)
        case .describe: try describe(invocation)
        case .reset: try reset(invocation)
        case .export: try export(invocation)
        case .import: try importFile(invocation)
        case .help: try showHelp(invocation)
        case .completions: try showCompletions(invocation)
        }
    }
}

// MARK: - Keys, input and output

extension SettingsCommand {
    /// Returns the key with a name.
    ///
    /// - Parameter status: The exit status if there is no such key.
    func key(named name: String, status: ExitStatus = .negative) throws(CommandError) -> any ErasedKey {
        if let key = schema.keys.first(where: { $0.name.hasSameScalars(as: name) }) { return key }
        throw .unknown(
            "key", name, among: schema.keys.map(\.name), otherwise: "see '\(self.name) list'", status: status)
    }

    /// Whether the values of a key are secret.
    func hides(_ key: any ErasedKey) -> Bool { key.details.isSecret || preferences.store.holdsSecrets }

    /// The values of the domain by their stored names. Throws an error if the domain cannot be read, for which a lookup
    /// would return the default.
    var contents: PropertyListDictionary {
        get throws(CommandError) { try usingStore { try preferences.contents } }
    }

    var output: ValueWriter { ValueWriter(streams) }
}
