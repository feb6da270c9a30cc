import DefaultsCore
import Foundation
import ToolSupport

/// One run of `edit`, which shows a whole domain or one value as text.
///
/// Signals are held from the creation of the text file to its removal, so that neither signals nor errors leave the
/// file behind. The domain is not locked while the editor runs. The domain is changed only if it still has the values
/// that the text showed. If a completed text cannot be applied, its file is kept.
struct EditRun {
    let domain: DomainArgument
    /// The key or path of the value, or `nil` for the whole domain.
    let key: KeyArgument?
    /// The format of the text.
    let format: DocumentFormat
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
            old = try session.rootToChange(of: domain.domain)
            try session.rehearse(old, in: domain.domain)
        } catch {
            throw CommandError.notWritten(domain: domain.title, error)
        }
        try session.schemaCheck?.requireUsableSchema(of: domain.domain)
        let original = try text(in: old)
        let editor = try Editor(in: session)
        let signals = HeldSignals()
        defer { signals.release() }
        let file = try TemporaryText(original, as: format, in: session)
        let status: ExitStatus?
        do throws(Refusal) {
            let value = try edited(file, original, old, editor, signals)
            status = try value.map { (value) throws(Refusal) in try apply(value, over: old) }
        } catch {
            session.report(error.error)
            switch error.text {
            case .removed:
                do throws(CommandError) {
                    try file.remove()
                } catch {
                    session.report(error)
                }
            case .kept: session.streams.report(CommandError(.success, "the text is in \(shown: file.path)"))
            case .elsewhere: break
            }
            return error.error.status
        }
        if status == nil {
            session.streams.report(CommandError(.success, "the text is unchanged; leaving defaults unchanged"))
        }
        do throws(CommandError) {
            try file.remove()
        } catch {
            throw status != nil && !options.isDryRun ? error.afterChange : error
        }
        return status ?? .success
    }

    /// Runs the editor until the text is valid or the user gives up.
    ///
    /// - Returns: The value of the text, or `nil` if it has not changed.
    private func edited(
        _ file: TemporaryText, _ original: [UInt8], _ old: PropertyListValue, _ editor: Editor, _ signals: HeldSignals
    ) throws(Refusal) -> PropertyListValue? {
        while true {
            // The signal ends the process when the run releases the held signals.
            if signals.endsProcess { throw Refusal(error: CommandError(.inputOutput, nil)) }
            try Refusal.mapping(try editor.run(on: file.path, in: session, signals))
            let contents = Result { () throws(CommandError) in try file.read(sizeLimit: options.sizeLimit) }
            // A program that the editor left running can move the folder while the file is read.
            guard try Refusal.mapping(try file.folder.placed.isInPlace(while: "the editor ran"), .elsewhere),
                let text = try Refusal.mapping(try contents.get(), .kept)
            else {
                throw Refusal(error: CommandError(.negative, "the editor removed the text; leaving defaults unchanged"))
            }
            if text == original { return nil }
            if text.allSatisfy({ [0x09, 0x0A, 0x0D, 0x20].contains($0) }) {
                if original.isEmpty { return nil }
                throw Refusal(error: CommandError(.negative, "the text is empty; leaving defaults unchanged"))
            }
            do throws(CommandError) {
                let value = try value(of: text, over: old)
                let new = try root(old, with: value)
                if new == old { return nil }
                try session.schemaCheck?.require(new, in: domain.domain, changedFrom: old)
                return value
            } catch {
                try askAgain(after: error, signals)
            }
        }
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
        let new = try Refusal.mapping(try root(old, with: value))
        if options.isDryRun { try Refusal.mapping(try session.requireRecordable(old, new)) }
        let differences = ("", domain.domain, PropertyListDifference.between(old, new))
        try Refusal.mapping(try session.show([differences], isChanged: !options.isDryRun))
        return options.reportsChange ? .changed : .success
    }

    private func update(with value: PropertyListValue, over old: PropertyListValue) throws(CommandError) {
        do {
            try session.update(domain.domain) { root in
                guard old[path] == root[path] else {
                    let place = (key.map { "key \($0.text) of " } ?? "") + "domain \(domain.title)"
                    throw CommandError(
                        .negative,
                        "\(shown: place) has changed since the editor was opened; leaving defaults unchanged")
                }
                root = try self.root(root, with: value)
            }
        } catch let error as PreferencesError {
            if error.editFailure != nil { throw .refused(error, domain: domain) }
            throw .notWritten(domain: domain.title, error)
        } catch {
            throw CommandError(error)
        }
    }
}

/// The edited value, in a root of the domain and as text.
extension EditRun {
    private var path: PropertyListPath { key?.path ?? PropertyListPath() }

    /// Returns the root of the domain with the value replaced.
    private func root(
        _ root: PropertyListValue, with value: PropertyListValue
    ) throws(CommandError) -> PropertyListValue {
        var new = root
        do {
            try ChangeSet([.set(path, value)]).apply(to: &new)
        } catch {
            throw .refused(error, domain: domain)
        }
        return new
    }

    /// Returns the text to edit. The text for a value that does not exist is empty.
    private func text(in root: PropertyListValue) throws(CommandError) -> [UInt8] {
        guard let value = root[path] else {
            // A path through a value that is not a container is refused before the editor runs.
            _ = try self.root(root, with: "")
            return []
        }
        do {
            return Array(try format.data(of: value))
        } catch {
            throw .preferences(PreferencesError(.unstorable(path: domain.title, error)))
        }
    }

    /// Returns the value of an edited text.
    private func value(of text: [UInt8], over old: PropertyListValue) throws(CommandError) -> PropertyListValue {
        do throws(PropertyListError) {
            // Only a JSON file has literals that no value holds.
            let value = try parse(text, keepingLiterals: old.opaqueLiteral != nil)
            if key == nil, value.type != .dictionary, !domain.domain.isPath {
                throw PropertyListError(.notDictionary(value.type))
            }
            try PropertyListWriter.validate(value, over: old)
            return value
        } catch {
            throw CommandError(.invalidData, "Could not read the text: \(error); leaving defaults unchanged")
        }
    }

    private func parse(_ text: [UInt8], keepingLiterals: Bool) throws(PropertyListError) -> PropertyListValue {
        if format == .json, !keepingLiterals { return try JSONReader.read(text) }
        let document =
            format == .json ? try JSONReader.read(text, to: .change) : try PropertyListReader.read(text)
        let reason =
            document.duplicateKeys.first.map { "key '\($0.description.excerpt)' occurs twice" }
            ?? document.substitutions.first.map { "\($0), which cannot be stored" }
            ?? (format == .json && !document.isStandardJSON ? "a comment or a comma before a bracket" : nil)
        guard let reason else { return document.value }
        throw PropertyListError(
            format == .json
                ? .malformedJSON(reason: reason, path: PropertyListPath(), position: nil)
                : .malformed(document.format, reason: reason, position: nil))
    }
}
