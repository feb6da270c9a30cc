import DefaultsCore
import ToolSupport

/// An update of a domain by a verb: makes the changes, or prints them in a dry run.
struct DomainUpdate {
    /// Returns a notice about a change for a terminal, or `nil`. The argument is the root before the change.
    typealias Notice = @Sendable (PropertyListValue, Session) -> CommandError?

    let changes: ChangeSet
    let domain: DomainArgument
    let notice: Notice?
    let session: Session
    /// Returns the error for an edit that cannot be applied.
    let refusal: @Sendable (PreferencesError) -> CommandError

    /// Makes or prints the changes.
    ///
    /// - Returns: The exit status of the command.
    func perform() throws(CommandError) -> ExitStatus {
        session.streams.progress?.note("changing", domain.title)
        let isChanged = try options.isDryRun ? preview() : apply()
        return isChanged && options.reportsChange ? .changed : .success
    }

    private var options: OptionValues { session.options }

    private func apply() throws(CommandError) -> Bool {
        guard session.streams.errorIsTerminal, let notice else { return try update() }
        var found: CommandError?
        let isChanged = try update { found = notice($0, session) }
        if let found { session.report(found) }
        return isChanged
    }

    /// - Parameter inspect: Receives the root of the domain before the change.
    private func update(_ inspect: (PropertyListValue) -> Void = { _ in }) throws(CommandError) -> Bool {
        do {
            if options.isForced {
                return try session.store.update(domain.domain, evenIfUnreadable: changeContents)
            }
            return try session.update(domain.domain, acceptsRemoval: changes.removesAll) { root in
                inspect(root)
                return try change(&root, nil)
            }
        } catch let error as PreferencesError {
            throw error.editFailure == nil ? failure(error) : refusal(error)
        } catch {
            throw CommandError(error)
        }
    }

    private func changeContents(
        _ contents: inout PropertyListDictionary, _ unreadable: PreferencesError?
    ) throws(CommandError) -> Bool {
        var root = PropertyListValue.dictionary(contents)
        let isChanged = try change(&root, unreadable)
        if case .dictionary(let changed) = root { contents = changed }
        return isChanged
    }

    /// Changes the root of the domain.
    ///
    /// - Parameter unreadable: The error of an unreadable domain that the changes replace, or `nil` if the domain is
    ///   readable.
    /// - Returns: Whether the root has changed. For an unreadable domain, always `true`.
    private func change(
        _ root: inout PropertyListValue, _ unreadable: PreferencesError?
    ) throws(CommandError) -> Bool {
        var changes = changes
        if unreadable != nil { changes.edits.removeAll { $0 == .requireAnyKey } }
        var new = root
        do {
            try changes.apply(to: &new)
        } catch {
            // The update continues, so that the store waits for the disk. An earlier, interrupted run may have removed
            // the value without waiting.
            if error.isAbsence, options.acceptsAbsence, unreadable == nil { return false }
            let suggestion = suggestion(for: error, in: root)
            guard error.isAbsence else { throw refusal(error).suggesting(suggestion) }
            throw session.advised(refusal(error), suggestion, missing: domain)
        }
        let isChanged = unreadable != nil || root != new
        root = new
        return isChanged
    }

    /// Returns the existing domain, key or path that the user probably meant, or `nil` if there is no suggestion.
    private func suggestion(for error: PreferencesError, in root: PropertyListValue) -> String? {
        guard case .dictionary(let contents) = root else { return nil }
        return switch error.editFailure {
        case .noKeys: session.valueMeant(by: domain) ?? session.suggestion(for: domain)
        case .noValue(let path):
            contents.isEmpty
                ? session.suggestion(for: domain) : session.suggestion(for: KeyArgument(path: path), in: contents)
        case .notAnArray, .notADictionary, .invalidPath, nil: nil
        }
    }

    /// Returns the error of an update. For an unreadable file, the error says how to replace or remove it.
    private func failure(_ error: PreferencesError) -> CommandError {
        let failure = CommandError.notWritten(domain: domain.title, error)
        guard options.storage.hasFiles, !options.isForced, error.isAboutContents, error.code != .tooLarge,
            !error.isJSON
        else { return failure }
        return failure.followed(
            by: "use 'delete --force' to remove the file, or 'import --replace --force' to replace it")
    }

    /// Prints the differences that the changes would make. Nothing is locked or written.
    private func preview() throws(CommandError) -> Bool {
        let (old, unreadable) = try rootToPreview()
        var new = old
        let isChanged = try change(&new, unreadable)
        if old.type == .dictionary, new.type != .dictionary, !session.canHaveAnyRoot(domain.domain) {
            throw refusal(.rootNotADictionary)
        }
        try session.requireRecordable(old, new)
        if new != old { try session.schemaCheck?.require(new, in: domain.domain, changedFrom: old) }
        do {
            try PropertyListWriter.validate(new, over: old)
        } catch {
            throw .notWritten(domain: domain.title, PreferencesError(.unstorable(path: domain.title, error)))
        }
        if isChanged, unreadable == nil, !changes.removesAll {
            do {
                try session.rehearse(new, in: domain.domain)
            } catch {
                throw failure(error)
            }
        }
        if unreadable != nil { try session.printLine("- (a file that cannot be read)") }
        try session.show([("", domain.domain, PropertyListDifference.between(old, new))])
        return isChanged
    }

    /// Returns the root of the domain. If its file is unreadable and will be replaced, returns an empty dictionary and
    /// the error.
    private func rootToPreview() throws(CommandError) -> (PropertyListValue, PreferencesError?) {
        do {
            return (try session.rootToChange(of: domain.domain), nil)
        } catch {
            guard error.isAboutContents else { throw .preferences(error) }
            if options.isForced, !(error.isJSON && domain.domain.isPath) { return ([:], error) }
            throw failure(error)
        }
    }
}

extension PreferencesError {
    /// The reason why an edit cannot be applied, or `nil` if the error has another cause.
    var editFailure: EditFailure? { if case .edit(let failure) = reason { failure } else { nil } }

    /// Whether the error is that a domain, key or path does not exist.
    var isAbsence: Bool { code == .noValue }
}

extension CommandError {
    /// Returns the error for a condition of a change that does not hold.
    static func refused(_ error: PreferencesError, domain: DomainArgument) -> CommandError {
        switch error.editFailure {
        case .noKeys:
            CommandError(
                .negative, "Domain (\(shown: domain.constant)) not found. Defaults have not been changed.")
        case .noValue(let path):
            CommandError(
                .negative,
                """
                Key (\(shown: path.keyText)) of Domain (\(shown: domain.constant)) not found. \
                Defaults have not been changed.
                """)
        case .notAnArray(let path):
            CommandError(
                .negative,
                "Value for key \(shown: path.keyText) is not an array; cannot append.  Leaving defaults unchanged.")
        case .notADictionary(let path) where !path.components.isEmpty:
            CommandError(
                .negative,
                "Value for key \(shown: path.keyText) is not a dictionary; cannot append.  Leaving defaults unchanged.")
        case .notADictionary where domain.domain.isPath:
            CommandError(
                .invalidData,
                "The root of \(shown: domain.title) is not, or would not stay, a dictionary; leaving it unchanged")
        case .notADictionary:
            CommandError(
                .negative,
                "The root of domain \(shown: domain.title) must be a dictionary; leaving defaults unchanged")
        case .invalidPath(let error):
            CommandError(
                error.limit == nil ? .negative : .invalidData,
                "\(shown: error.description.capitalizingFirst); leaving defaults unchanged")
        case nil: CommandError(error)
        }
    }
}

extension PropertyListPath {
    /// The key if the path has one component, or else the path.
    fileprivate var keyText: String { components.count == 1 ? components[0] : title }
}
