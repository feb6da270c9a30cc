extension ChangeSet {
    /// An error that occurs when an edit cannot be applied.
    public struct EditError: Error, Hashable, Sendable {
        /// The cause of the error, with the path that its message contains.
        package enum Reason: Hashable, Sendable {
            case noValue(PropertyListPath)
            case noKeys
            case notAnArray(PropertyListPath)
            case notADictionary(PropertyListPath)
            case path(PropertyListPathError)
        }

        package let reason: Reason

        package init(_ reason: Reason) {
            self.reason = reason
        }

        /// The error for a root that is not, or would not stay, a dictionary.
        package static var rootNotADictionary: EditError { EditError(.notADictionary(PropertyListPath())) }

        /// The path of the value that the error concerns, or `nil` if it concerns the whole domain or the path is too
        /// long.
        public var path: PropertyListPath? {
            switch reason {
            case .noValue(let path), .notAnArray(let path), .notADictionary(let path): path
            case .path(let error): error.path
            case .noKeys: nil
            }
        }
    }
}

extension ErrorCode where Failure == ChangeSet.EditError {
    /// There is no value at the path.
    public static var noValue: Self { Self() }
    /// The domain has no keys, which means that it does not exist.
    public static var noKeys: Self { Self() }
    /// The value at the path is not an array.
    public static var notAnArray: Self { Self() }
    /// The value at the path is not a dictionary.
    public static var notADictionary: Self { Self() }
    /// The path is too long, leads through a value that is not a container, or has a component that is not an index of
    /// the array.
    public static var invalidPath: Self { Self() }
}

extension ChangeSet.EditError: CodedError {
    /// The kind of the error.
    public var code: Code { explanation.code }

    /// The error as a clause.
    public var description: String { explanation.text }

    private var explanation: (code: Code, text: String) {
        switch reason {
        case .noValue(let path): (.noValue, "there is no value at \(path)")
        case .noKeys: (.noKeys, "the domain has no keys")
        case .notAnArray(let path): (.notAnArray, "\(path.place) is not an array")
        case .notADictionary(let path): (.notADictionary, "\(path.place) is not a dictionary")
        case .path(let error): (.invalidPath, error.description)
        }
    }
}

extension PropertyListPath {
    /// The value at the path, in a sentence.
    fileprivate var place: String { components.isEmpty ? "the root" : "the value at \(self)" }
}
