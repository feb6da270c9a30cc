/// The Secret Service of the user's session, accessed by the program `secret-tool`.
///
/// Secrets are passed through pipes. Attributes and labels are arguments, which other users of the machine can see.
struct SecretTool: SecretService {
    /// `secret-tool store` silently truncates larger secrets.
    let sizeLimit = 8192

    private let environment: ProcessEnvironment
    private let timeout: Duration

    /// - Parameters:
    ///   - environment: The environment variables of the session.
    ///   - timeout: The maximum duration of a call. With the default, a keyring that does not answer is reported within
    ///     two seconds.
    init(environment: ProcessEnvironment = .current, timeout: Duration = .milliseconds(1500)) {
        self.environment = environment
        self.timeout = timeout
    }

    func secret(with attributes: SecretAttributes) throws(KeyringProblem) -> [UInt8]? {
        for _ in 0..<3 {
            // The lookup of a locked secret would prompt for the password, then report that there is no secret.
            let found = try run(["search"] + Self.arguments(attributes))
            if found.output.isEmpty {
                try Self.check(found)
                return nil
            }
            guard found.hasSecret else { throw .locked }
            let result = try run(["lookup"] + Self.arguments(attributes))
            if result.status == 0 { return result.output }
            if !result.message.isEmpty { throw Self.problem(result.message) }
            // The secret was removed or locked after the search.
        }
        throw .locked
    }

    func store(
        _ secret: [UInt8], label: String, with attributes: SecretAttributes, under lock: FolderLock
    ) throws(KeyringProblem) {
        precondition(secret.count <= sizeLimit, "the secret would be truncated")
        let result = try run(["store", "--label=\(label)"] + Self.arguments(attributes), input: secret, under: lock)
        guard result.status == 0 else { throw Self.problem(result.message) }
    }

    func remove(_ attributes: SecretAttributes, under lock: FolderLock) throws(KeyringProblem) {
        // The status is 1 if nothing was removed.
        try Self.check(try run(["clear"] + Self.arguments(attributes), under: lock))
    }

    func texts(of attribute: String, with attributes: SecretAttributes) throws(KeyringProblem) -> [String] {
        let found = try run(["search", "--all"] + Self.arguments(attributes))
        if found.output.isEmpty {
            try Self.check(found)
            return []
        }
        guard found.hasSecret else { throw .locked }
        return found.texts(of: attribute)
    }

    /// Throws an error unless the program succeeded or found nothing.
    private static func check(_ result: ChildProcess.Completion) throws(KeyringProblem) {
        guard result.status == 0 || (result.status == 1 && result.message.isEmpty) else {
            throw problem(result.message)
        }
    }

    /// Returns the attributes as arguments, after `--`, which ends the options.
    private static func arguments(_ attributes: SecretAttributes) -> [String] {
        ["--"] + attributes.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value.text] }
    }

    /// Maps a message of the program to an error.
    private static func problem(_ message: String) -> KeyringProblem {
        // The texts below occur in messages of libsecret, GLib and GNOME Keyring. The text "locked" must be a whole
        // word, because a message can contain "unlocked".
        let words = message.utf8.split { !$0.isASCIILetter }
        if words.contains(where: { $0.elementsEqual("locked".utf8) }) { return .locked }
        let meanings: [(String, KeyringProblem)] = [
            ("org.freedesktop.secrets", .noService), ("Could not connect", .noSession),
            ("autolaunch", .noSession), ("address", .noSession),
            ("dismissed", .locked),
            // There is no collection to store the secret in, and no prompt to create one.
            ("/collection/", .notSetUp),
        ]
        let meaning = meanings.first { message.contains($0.0) }
        return meaning?.1 ?? .refused(message.isEmpty ? "no" : message)
    }
}

extension ChildProcess.Completion {
    /// The error message of `secret-tool` on one line, or an empty text.
    fileprivate var message: String { Self.lines(of: errors, after: "secret-tool: ").last ?? "" }

    /// Whether the output of a search contains a secret. The secret of a locked item is missing.
    fileprivate var hasSecret: Bool { !Self.lines(of: output, after: "secret = ").isEmpty }

    /// Returns the values of an attribute in the output of a search. Newer versions print attributes to standard
    /// output, older ones to standard error.
    fileprivate func texts(of attribute: String) -> [String] {
        let prefix = "attribute.\(attribute) = "
        let inErrors = Self.lines(of: errors, after: prefix)
        return inErrors.isEmpty ? Self.lines(of: output, after: prefix) : inErrors
    }

    private static func lines(of bytes: [UInt8], after prefix: String) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: prefix.utf8) }
            .map { String(decoding: $0.dropFirst(prefix.utf8.count), as: UTF8.self) }
    }
}

extension SecretTool {
    private func run(
        _ arguments: [String], input: [UInt8] = [], under lock: FolderLock? = nil
    ) throws(KeyringProblem) -> ChildProcess.Completion {
        guard let executable = executable else { throw .toolMissing }
        guard hasSession else { throw .noSession }
        do {
            return try ChildProcess.run(
                executable, arguments, environment: variables, input: input, under: lock,
                until: Deadline(after: timeout))
        } catch {
            switch error {
            case .timedOut: throw .noAnswer
            case .system(let error): throw .refused("\(executable): \(error)")
            }
        }
    }

    /// The path of the program, found in the absolute folders of the search path.
    private var executable: String? {
        let path = environment.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
        return path.unicodeScalars.split(separator: ":").map(String.init).filter { $0.hasScalarPrefix("/") }
            .map { $0.appendingComponent("secret-tool") }.first(where: FilePaths.isExecutable)
    }

    /// Whether there is a session bus. Without one, GLib would start a bus that is never stopped.
    private var hasSession: Bool {
        if let address = environment.variable("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty { return true }
        guard let folder = environment.variable("XDG_RUNTIME_DIR"), folder.hasScalarPrefix("/") else { return false }
        return FilePaths.exists(folder.appendingComponent("bus"))
    }

    /// The variables that the program needs to find the session, and that the keyring needs to show its prompt.
    private static let variableNames = [
        "PATH", "HOME", "USER", "LOGNAME", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_DATA_HOME",
        "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_DIRS", "XDG_CURRENT_DESKTOP", "DISPLAY", "WAYLAND_DISPLAY",
        "XAUTHORITY",
    ]

    private var variables: [String] {
        let inherited = Self.variableNames.compactMap { name in
            environment.variable(name).flatMap { $0.isEmpty ? nil : "\(name)=\($0)" }
        }
        // English messages, UTF-8 text, and the service instead of the file that libsecret uses in sandboxes.
        return inherited + ["LC_ALL=C.UTF-8", "SECRET_BACKEND=service"]
    }
}
