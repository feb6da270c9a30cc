public import PropertyList

extension StateApplier {
    /// An error that occurs when applying state documents. Nothing has changed.
    public struct ApplyError: Error, Hashable, Sendable {
        /// The error with its details.
        package enum Reason: Hashable, Sendable {
            case invalidIdentifier(String)
            case noRecord(identifier: String)
            case damagedRecord(identifier: String)
            case newerRecord(identifier: String)
            case recordNotPrivate(identifier: String)
            case pathBelowRoot(identifier: String, path: String)
            case owned(domain: String, PropertyListPath, by: String)
            case sameDomain(String, String)
        }

        package let reason: Reason

        package init(_ reason: Reason) {
            self.reason = reason
        }

        /// The identifier of the record that the error concerns, or `nil` if it concerns only domains. For an owned
        /// path, the identifier that owns it.
        public var identifier: String? {
            switch reason {
            case .invalidIdentifier(let identifier), .noRecord(let identifier), .damagedRecord(let identifier),
                .newerRecord(let identifier), .recordNotPrivate(let identifier), .pathBelowRoot(let identifier, _),
                .owned(_, _, let identifier):
                identifier
            case .sameDomain: nil
            }
        }

        /// The path that another identifier owns, or `nil` if the error has another code.
        public var path: PropertyListPath? {
            if case .owned(_, let path, _) = reason { path } else { nil }
        }
    }
}

extension ErrorCode where Failure == StateApplier.ApplyError {
    /// A text is not an identifier.
    public static var invalidIdentifier: Self { Self() }
    /// There is no record of the identifier.
    public static var noRecord: Self { Self() }
    /// The record of an identifier is damaged.
    public static var damagedRecord: Self { Self() }
    /// The record of an identifier has a form that only a newer version understands.
    public static var newerRecord: Self { Self() }
    /// The record of an identifier belongs to another user, or others can write it.
    public static var recordNotPrivate: Self { Self() }
    /// A domain below a root is given by a path, or a record there contains a path.
    public static var pathBelowRoot: Self { Self() }
    /// A path is equal to, inside or around a path that another identifier owns.
    public static var owned: Self { Self() }
    /// Two domains of a document or record are the same file.
    public static var sameDomain: Self { Self() }
}

extension StateApplier.ApplyError: CodedError {
    /// The kind of the error.
    public var code: Code { explanation.code }

    /// The error, as a clause that can follow a colon.
    public var description: String { explanation.text }

    private var explanation: (code: Code, text: String) {
        switch reason {
        case .invalidIdentifier(let text):
            (
                .invalidIdentifier,
                "'\(text)' is not an identifier: use at most \(AppliedRecord.maximumIdentifierLength) letters, digits, "
                    + "'.', '_' and '-', and begin with a letter or digit"
            )
        case .noRecord(let identifier): (.noRecord, "nothing is applied under the identifier '\(identifier)'")
        case .damagedRecord(let identifier): (.damagedRecord, "the record of '\(identifier)' is damaged")
        case .newerRecord(let identifier):
            (.newerRecord, "the record of '\(identifier)' was written by a newer version")
        case .recordNotPrivate(let identifier):
            (.recordNotPrivate, "the record of '\(identifier)' does not belong to this user, or others can write it")
        case .pathBelowRoot(let identifier, let path):
            (
                .pathBelowRoot,
                "the path '\(path)' cannot be recorded for '\(identifier)', because domains below a root have names"
            )
        case .owned(let domain, let path, let owner):
            (.owned, "'\(path)' of domain '\(domain)' is owned by '\(owner)'")
        case .sameDomain(let first, let second): (.sameDomain, "'\(first)' and '\(second)' are the same domain")
        }
    }
}
