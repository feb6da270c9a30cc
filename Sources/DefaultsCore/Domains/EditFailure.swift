/// The reason why an edit of a change set cannot be applied.
package enum EditFailure: Hashable, Sendable {
    case noValue(PropertyListPath)
    /// The domain has no keys, which means that it does not exist.
    case noKeys
    case notAnArray(PropertyListPath)
    case notADictionary(PropertyListPath)
    case invalidPath(PropertyListError)
}

extension EditFailure {
    /// The path of the value, or `nil` if the reason concerns the whole domain or the path is too long.
    var path: PropertyListPath? {
        switch self {
        case .noValue(let path), .notAnArray(let path), .notADictionary(let path): path
        case .invalidPath(let error): error.path
        case .noKeys: nil
        }
    }

    /// The code and the text of the error.
    var explanation: (PreferencesError.Code, String) {
        switch self {
        case .noValue(let path): (.noValue, "there is no value at \(path)")
        case .noKeys: (.noValue, "the domain has no keys")
        case .notAnArray(let path): (.wrongType, "\(path.place) is not an array")
        case .notADictionary(let path): (.wrongType, "\(path.place) is not a dictionary")
        case .invalidPath(let error): (.invalidPath, error.description)
        }
    }
}

extension PreferencesError {
    /// The error for a root that is not, or would not stay, a dictionary.
    package static var rootNotADictionary: PreferencesError {
        PreferencesError(.edit(.notADictionary(PropertyListPath())))
    }

    /// Evaluates an expression, and maps the error that it throws.
    static func mappingEdit(_ expression: @autoclosure () throws(PropertyListError) -> Void) throws(PreferencesError) {
        do {
            try expression()
        } catch {
            if case .noValue(let path) = error.reason { throw PreferencesError(.edit(.noValue(path))) }
            throw PreferencesError(.edit(.invalidPath(error)))
        }
    }
}

extension PropertyListPath {
    /// The value at the path, in a sentence.
    fileprivate var place: String { components.isEmpty ? "the root" : "the value at \(self)" }
}
