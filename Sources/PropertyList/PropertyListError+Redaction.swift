extension PropertyListError {
    /// The error without any values from the document. Use it if the document contains secrets.
    package var withoutContents: PropertyListError {
        let rule = "it breaks the format's rules"
        return switch reason {
        case .malformed(let format, _, let position):
            PropertyListError(.malformed(format, reason: rule, position: position))
        case .malformedJSON(_, _, let position):
            PropertyListError(.malformedJSON(reason: rule, path: PropertyListPath(), position: position))
        case .notWritten(let format, _):
            PropertyListError(.notWritten(format, reason: rule))
        case .empty, .unrecognized, .signedMessage, .json, .notDictionary, .tooDeep, .tooManyValues, .dateNotFinite,
            .inexact, .outOfMemory, .noValue, .notAContainer, .notAnIndex, .notAnElement, .root, .tooLong:
            self
        }
    }
}
