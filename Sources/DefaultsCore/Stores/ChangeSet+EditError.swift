public import PropertyList

extension ChangeSet {
    /// An error that occurs when an edit cannot be applied.
    public struct EditError: Error, Hashable, Sendable {
        /// The error with its details.
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

extension ChangeSet.EditError {
    /// A kind of error. Later versions may have more.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        private init(_ name: String = #function) {
            description = name
        }

        /// There is no value at the path.
        public static var noValue: Code { Code() }
        /// The domain has no keys, which means that it does not exist.
        public static var noKeys: Code { Code() }
        /// The value at the path is not an array.
        public static var notAnArray: Code { Code() }
        /// The value at the path is not a dictionary.
        public static var notADictionary: Code { Code() }
        /// The path leads through a value that is not a container, is not an index of the array, or is too long.
        public static var invalidPath: Code { Code() }

        /// Matches an error of this kind, so that `catch ChangeSet.EditError.Code.noValue` does.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? ChangeSet.EditError)?.code == code
        }
    }

    /// The kind of the error.
    public var code: Code {
        switch reason {
        case .noValue: .noValue
        case .noKeys: .noKeys
        case .notAnArray: .notAnArray
        case .notADictionary: .notADictionary
        case .path: .invalidPath
        }
    }
}

extension ChangeSet.EditError: CustomStringConvertible {
    /// The error as a clause.
    public var description: String {
        switch reason {
        case .noValue(let path): "there is no value at \(path)"
        case .noKeys: "the domain has no keys"
        case .notAnArray(let path): "value at \(path) is no array"
        case .notADictionary(let path): "value at \(path) is no dictionary"
        case .path(let error): error.description
        }
    }
}

extension ChangeSet.EditError {
    /// Evaluates an expression, and maps the error that it throws.
    static func mapping(
        _ expression: @autoclosure () throws(PropertyListPathError) -> Void
    ) throws(ChangeSet.EditError) {
        do {
            try expression()
        } catch {
            if case .noValue(let path) = error.reason { throw ChangeSet.EditError(.noValue(path)) }
            throw ChangeSet.EditError(.path(error))
        }
    }
}
