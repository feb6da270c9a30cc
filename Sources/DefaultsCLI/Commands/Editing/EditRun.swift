import DefaultsCore
import PropertyList
import ToolSupport

/// One run of `edit`.
///
/// Signals are held from the creation of the text file to its removal, so that neither signals nor errors leave the
/// file behind. The domain is not locked while the editor runs. The domain is changed only if it still has the values
/// that the text showed. If a completed text cannot be applied, its file is kept.
struct EditRun {
    let subject: EditedValue
    let session: Session

    private var options: OptionValues { session.options }

    /// The error that ends a run, and the treatment of the text.
    private struct Refusal: Error {
        let error: CommandError
        var text = EndOfText.removed

        /// Evaluates an expression, and adds the treatment of the text to the error that it throws.
        static func mapping<Result>(
            _ expression: @autoclosure () throws -> Result, _ text: EndOfText = .removed
        ) throws(Refusal) -> Result {
            do {
                return try expression()
            } catch {
                throw Refusal(error: CommandError(error), text: text)
            }
        }
    }

    /// The treatment of the text after an error.
    private enum EndOfText {
        case removed
        /// The text is kept and its path is reported, since the user may need the text.
        case kept
        /// The text is no longer at its path. It is not touched.
        case elsewhere
    }

    /// Runs the editor, and applies the text.
    func perform() throws(CommandError) -> ExitStatus {
        let old: PropertyListValue
        // The user should not edit a text that cannot be applied.
        do {
            old = try session.rootToChange(of: subject.domain.domain)
            try session.rehearse(old, in: subject.domain.domain)
        } catch {
            throw CommandError.notWritten(domain: subject.domain.title, error)
        }
        try session.schemaCheck?.requireUsableSchema(of: subject.domain.domain)
        let original = try subject.text(in: old)
        let editor = try Editor(in: session)
        let signals = HeldSignals()
        defer { signals.release() }
        let file = try EditorFile(original, as: subject.format, in: session)
        let result = Result { () throws(Refusal) -> ExitStatus? in
            guard let value = try edited(file, original, old, editor, signals) else { return nil }
            return try apply(value, over: old)
        }
        switch result {
        case .success(let status):
            if status == nil {
                session.streams.report(CommandError(.success, "the text is unchanged; leaving defaults unchanged"))
            }
            do throws(CommandError) {
                try file.remove()
            } catch {
                throw status != nil && !options.isDryRun ? error.afterChange : error
            }
            return status ?? .success
        case .failure(let refusal):
            session.report(refusal.error)
            end(file, refusal.text)
            return refusal.error.status
        }
    }

    /// Removes or keeps the text after an error.
    private func end(_ file: EditorFile, _ text: EndOfText) {
        switch text {
        case .removed:
            do throws(CommandError) {
                try file.remove()
            } catch {
                session.report(error)
            }
        case .kept: session.streams.report(CommandError(.success, "the text is in \(shown: file.path)"))
        case .elsewhere: return
        }
    }

    /// Runs the editor until the text is valid or the user gives up.
    ///
    /// - Returns: The value of the text, or `nil` if it has not changed.
    private func edited(
        _ file: EditorFile, _ original: [UInt8], _ old: PropertyListValue, _ editor: Editor, _ signals: HeldSignals
    ) throws(Refusal) -> PropertyListValue? {
        while true {
            // The signal ends the process when the run releases the held signals.
            if signals.endsProcess { throw Refusal(error: CommandError(.inputOutput, nil)) }
            let text = try text(of: file, editor, signals)
            if text == original { return nil }
            if text.isBlank {
                if original.isEmpty { return nil }
                throw Refusal(error: CommandError(.negative, "the text is empty; leaving defaults unchanged"))
            }
            do throws(CommandError) {
                let value = try subject.value(of: text)
                let new = try subject.root(old, with: value)
                try session.requireAllowed(new, in: subject.domain.domain, changedFrom: old)
                return new == old ? nil : value
            } catch {
                try askAgain(after: error, signals)
            }
        }
    }

    private func text(of file: EditorFile, _ editor: Editor, _ signals: HeldSignals) throws(Refusal) -> [UInt8] {
        try Refusal.mapping(try editor.run(on: file.path, in: session, signals))
        let text = Result { () throws(CommandError) in try file.read(sizeLimit: options.sizeLimit) }
        // A program that the editor left running can move the folder while the file is read.
        guard try Refusal.mapping(try file.isInPlace(), .elsewhere),
            let text = try Refusal.mapping(try text.get(), .kept)
        else {
            throw Refusal(error: CommandError(.negative, "the editor removed the text; leaving defaults unchanged"))
        }
        return text
    }

    /// Asks whether to edit the text again, and returns if the user agrees. If the user declines, or without a
    /// terminal, throws an error and keeps the text.
    private func askAgain(after error: CommandError, _ signals: HeldSignals) throws(Refusal) {
        let streams = session.streams
        guard streams.inputIsTerminal, streams.errorIsTerminal else { throw Refusal(error: error, text: .kept) }
        session.report(error)
        streams.writeError("Edit the text again? [Y/n] ")
        let answer = streams.readLine(signals)?.lowercased()
        if let answer, !answer.hasScalarPrefix("n") { return }
        if answer == nil { streams.writeError("\n") }
        // The error has been reported.
        throw Refusal(error: CommandError(error.status, nil), text: .kept)
    }

    /// Changes the domain if the edited value is still the old value, and prints the differences. A dry run only
    /// prints.
    private func apply(_ value: PropertyListValue, over old: PropertyListValue) throws(Refusal) -> ExitStatus {
        if !options.isDryRun { try Refusal.mapping(try update(with: value, over: old), .kept) }
        let new = try Refusal.mapping(try subject.root(old, with: value))
        if options.isDryRun { try Refusal.mapping(try session.requireRecordable(old, new)) }
        let differences = PropertyListDifference.between(old, new)
        try Refusal.mapping(try session.show(differences, isChanged: !options.isDryRun))
        return options.reportsChange ? .changed : .success
    }

    private func update(with value: PropertyListValue, over old: PropertyListValue) throws(CommandError) {
        let (domain, title) = (subject.domain.domain, subject.domain.title)
        do {
            try session.update(domain) { root in
                guard subject.value(in: old) == subject.value(in: root) else {
                    let place = subject.key.map { "key \($0.text) of domain \(title)" } ?? "domain \(title)"
                    throw CommandError(
                        .negative,
                        "\(shown: place) has changed since the editor was opened; leaving defaults unchanged")
                }
                root = try subject.root(root, with: value)
            }
        } catch let error as PreferencesError {
            throw .notWritten(domain: title, error)
        } catch let error as ChangeSet.EditError {
            throw .refused(error, domain: subject.domain)
        } catch {
            throw CommandError(error)
        }
    }
}

extension [UInt8] {
    /// Whether the text has only spaces, tabs and newlines.
    fileprivate var isBlank: Bool { allSatisfy { [0x09, 0x0A, 0x0D, 0x20].contains($0) } }
}
