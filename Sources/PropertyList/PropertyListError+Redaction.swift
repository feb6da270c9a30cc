extension PropertyListError {
    /// The error without quotations from the document, for documents that hold secrets.
    package var withoutContents: PropertyListError {
        let reason = "it breaks the format's rules"
        return switch self {
        case .malformed(let format, _, let position): .malformed(format, reason: reason, position: position)
        case .malformedJSON(_, _, let position):
            .malformedJSON(reason: reason, path: PropertyListPath(), position: position)
        case .notWritten(let format, _): .notWritten(format, reason: reason)
        case .empty, .unrecognized, .notDictionary, .tooDeep, .tooManyValues, .dateNotFinite, .outOfMemory: self
        }
    }
}
