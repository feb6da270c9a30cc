import PropertyList

/// The Secret Service of the user's session (GNOME Keyring, KWallet, KeePassXC), by way of the program `secret-tool`.
///
/// Secrets go through pipes. Attributes and labels are words of command lines, which everybody on the machine can see.
struct SecretTool: SecretService {
    /// `secret-tool store` reads so many bytes, drops what follows and says that all is well.
    let sizeLimit = 8192

    private let environment: ProcessEnvironment
    /// How long a call may take.
    private let patience: Duration

    /// - Parameter patience: how long a call may take; by default so long that a command ends within two seconds.
    init(environment: ProcessEnvironment = .current, patience: Duration = .milliseconds(1500)) {
        self.environment = environment
        self.patience = patience
    }

    func secret(with attributes: SecretAttributes) throws(KeyringProblem) -> [UInt8]? {
        for _ in 0..<3 {
            // A look-up of a locked secret would ask for the password, and then answer as if there were none.
            let found = try run(["search"] + Self.words(attributes))
            if found.output.isEmpty {
                try Self.check(found)
                return nil
            }
            guard found.hasSecret else { throw .locked }
            let outcome = try run(["lookup"] + Self.words(attributes))
            if outcome.status == 0 { return outcome.output }
            if !outcome.message.isEmpty { throw Self.problem(outcome.message) }
            // It was removed or locked between the two.
        }
        throw .locked
    }

    func store(
        _ secret: [UInt8], label: String, with attributes: SecretAttributes, under lock: FolderLock
    ) throws(KeyringProblem) {
        precondition(secret.count <= sizeLimit, "a secret that would be cut off")
        let outcome = try run(["store", "--label=\(label)"] + Self.words(attributes), input: secret, under: lock)
        guard outcome.status == 0 else { throw Self.problem(outcome.message) }
    }

    func remove(_ attributes: SecretAttributes, under lock: FolderLock) throws(KeyringProblem) {
        // It ends with 1 where it has removed nothing.
        try Self.check(try run(["clear"] + Self.words(attributes), under: lock))
    }

    func texts(of attribute: String, with attributes: SecretAttributes) throws(KeyringProblem) -> [String] {
        let found = try run(["search", "--all"] + Self.words(attributes))
        if found.output.isEmpty {
            try Self.check(found)
            return []
        }
        guard found.hasSecret else { throw .locked }
        return found.texts(of: attribute)
    }

    /// Refuses an outcome that is neither success nor the answer that there is nothing.
    private static func check(_ outcome: Outcome) throws(KeyringProblem) {
        guard outcome.status == 0 || (outcome.status == 1 && outcome.message.isEmpty) else {
            throw problem(outcome.message)
        }
    }

    /// The attributes as words, after what ends the options.
    private static func words(_ attributes: SecretAttributes) -> [String] {
        ["--"] + attributes.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value.text] }
    }

    /// What an error of the program means.
    private static func problem(_ message: String) -> KeyringProblem {
        // In the words of libsecret, GLib and GNOME Keyring. What is unlocked is not locked.
        if message.split(whereSeparator: { !$0.isLetter }).contains("locked") { return .locked }
        let meanings: [(String, KeyringProblem)] = [
            ("org.freedesktop.secrets", .noService), ("Could not connect", .noSession),
            ("autolaunch", .noSession), ("address", .noSession),
            ("dismissed", .locked),
            // The answer to a wish to store where there is no collection yet, and nobody to ask for a password.
            ("/collection/", .notSetUp),
        ]
        let meaning = meanings.first { message.contains($0.0) }
        return meaning?.1 ?? .refused(message.isEmpty ? "no" : message)
    }
}

extension SecretTool {
    /// What the program answered.
    private struct Outcome {
        let status: Int32?
        let output: [UInt8]
        let errors: [UInt8]

        /// What it said was wrong, on one line; empty where nothing was.
        var message: String {
            let prefix = "secret-tool: "
            let line = String(decoding: errors, as: UTF8.self).split(separator: "\n").last { $0.hasPrefix(prefix) }
            return line.map { String($0.dropFirst(prefix.count)) } ?? ""
        }

        /// Whether a search that found something could read it: the secret follows the label.
        var hasSecret: Bool { String(decoding: output, as: UTF8.self).contains("\nsecret = ") }

        /// The texts of an attribute of what a search found. It writes attributes to standard error, newer versions to standard output.
        func texts(of attribute: String) -> [String] {
            let prefix = "attribute.\(attribute) = "
            let inErrors = Self.lines(of: errors, after: prefix)
            return inErrors.isEmpty ? Self.lines(of: output, after: prefix) : inErrors
        }

        private static func lines(of bytes: [UInt8], after prefix: String) -> [String] {
            bytes.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: prefix.utf8) }
                .map { String(decoding: $0.dropFirst(prefix.utf8.count), as: UTF8.self) }
        }
    }

    private func run(
        _ words: [String], input: [UInt8] = [], under lock: FolderLock? = nil
    ) throws(KeyringProblem) -> Outcome {
        guard let executable = executable else { throw .toolMissing }
        guard hasSession else { throw .noSession }
        do {
            let outcome = try ChildProcess.run(
                executable, words, environment: variables, input: input, under: lock, until: Deadline(after: patience))
            return Outcome(status: outcome.status, output: outcome.output, errors: outcome.errors)
        } catch {
            switch error {
            case .timedOut: throw .noAnswer
            case .system(let error): throw .refused("\(executable): \(error)")
            }
        }
    }

    /// The program in the first folder of the search path that has it. Folders that depend on the working folder do not count.
    private var executable: String? {
        let path = environment.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
        return path.split(separator: ":").filter { $0.hasPrefix("/") }
            .map { String($0).appendingComponent("secret-tool") }.first(where: FilePaths.isExecutable)
    }

    /// Whether there is a session bus. Without one GLib would try to start one that nobody ends.
    private var hasSession: Bool {
        if let address = environment.variable("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty { return true }
        guard let folder = environment.variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else { return false }
        return FilePaths.exists(folder.appendingComponent("bus"))
    }

    /// What leads the program to the user's session and lets the keyring ask for its password, and nothing else of the environment.
    private static let variableNames = [
        "PATH", "HOME", "USER", "LOGNAME", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_DATA_HOME",
        "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_DIRS", "XDG_CURRENT_DESKTOP", "DISPLAY", "WAYLAND_DISPLAY",
        "XAUTHORITY",
    ]

    private var variables: [String] {
        let passedOn = Self.variableNames.compactMap { name in
            environment.variable(name).flatMap { $0.isEmpty ? nil : "\(name)=\($0)" }
        }
        // In English, and byte for byte; by the service, never by the file that libsecret has for sandboxes.
        return passedOn + ["LC_ALL=C.UTF-8", "SECRET_BACKEND=service"]
    }
}
