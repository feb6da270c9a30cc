package import DefaultsCore

/// A library error that has an exit status and a sentence.
package protocol ReportedError: Error {
    var commandError: CommandError { get }
}

extension CommandError {
    /// Creates the error for a library error of an undeclared type.
    package init(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as any ReportedError: self = error.commandError
        default: self.init(.inputOutput, "\(String(describing: error))")
        }
    }

    /// Evaluates an expression, and maps the error that it throws.
    package static func mapping<Result>(
        _ expression: @autoclosure () throws -> Result
    ) throws(CommandError) -> Result {
        do {
            return try expression()
        } catch {
            throw CommandError(error)
        }
    }

    /// - Parameter isChanged: Whether a change has been made. The error then mentions it.
    package static func outputFailed(_ error: SystemError, isChanged: Bool = false) -> CommandError {
        let sentence: Message = "cannot write the output: \(shown: error)"
        if isChanged { return CommandError(.inputOutput, sentence).afterChange }
        // A broken pipe is not reported, because its reader, such as `head`, has closed the pipe on purpose.
        return CommandError(.inputOutput, error.isBrokenPipe ? nil : sentence)
    }

    package static func preferences(_ error: PreferencesError) -> CommandError {
        CommandError(error.status, "\(error)")
    }

    /// A notice that a change wrote a file whole, or wrote XML that other programs do not accept.
    package static func lost(_ loss: LayoutPolicy.Loss, of path: String) -> CommandError {
        switch loss {
        case .comments: CommandError(.success, "'\(shown: path)' had comments, which the change has removed")
        case .layout(let changed):
            CommandError(.success, "'\(shown: path)' has been written in another layout; changed: \(shown: changed)")
        case .format(let format):
            CommandError(
                .success,
                "'\(shown: path)' has been written as \(shown: format.name), to represent all values exactly")
        case .validity(let place): invalidXML(at: place, in: "'\(path)'")
        }
    }

    /// A notice that XML contains characters that other programs do not accept.
    package static func invalidXML(at place: PropertyListPath, in file: String = "the output") -> CommandError {
        let value = place.components.isEmpty ? "the value" : "'\(place.description.excerpt)'"
        return CommandError(
            .success,
            """
            \(shown: value) in \(shown: file) contains control characters, \
            which other programs do not accept in XML
            """)
    }
}

extension PreferencesError: ReportedError {
    package var commandError: CommandError { .preferences(self) }

    /// The exit status of the error.
    package var status: ExitStatus {
        if isOutOfMemory { return .outOfMemory }
        if isPermission { return .permission }
        return switch code {
        case .invalidName, .reservedName: .usage
        case .noKeyring: .unavailable
        case .unreadable, .unfaithful, .unstorable, .notRegularFile, .tooLarge: .invalidData
        case .noValue, .wrongType, .invalidPath: .negative
        case .lockTimedOut: .lockTimeout
        default: .inputOutput
        }
    }
}
