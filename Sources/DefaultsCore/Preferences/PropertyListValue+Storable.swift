public import PropertyList

extension PropertyListValue {
    /// Checks that a file gives the value back as it is. Otherwise the value would keep the whole domain from being saved.
    ///
    /// - Parameter key: The key of the value in its domain, with which the path of an error begins.
    /// - Throws: ``PreferenceValueError/unstorable(at:reason:)`` if the value is nested too deep or contains a date that is not finite.
    public func requireStorable(as key: String) throws(PreferenceValueError) {
        switch self {
        case .string, .integer, .real, .boolean, .data, .uid: return
        case .date, .array, .dictionary: break
        }
        do {
            // As it will lie in the dictionary of its domain.
            try PropertyListWriter.validate(.dictionary([key: self]))
        } catch {
            switch error {
            case .tooDeep(let path): throw .unstorable(at: path, reason: error.reasonWithoutPath)
            case .dateNotFinite(let path): throw .unstorable(at: path, reason: error.reasonWithoutPath)
            default: throw .unstorable(at: PropertyListPath([key]), reason: "\(error)")
            }
        }
    }
}

extension PropertyListError {
    fileprivate var reasonWithoutPath: String {
        switch self {
        case .tooDeep: "\(PropertyListError.tooDeep(at: PropertyListPath()))"
        case .dateNotFinite: "\(PropertyListError.dateNotFinite(at: PropertyListPath()))"
        default: description
        }
    }
}
