public import PropertyList

extension MigrationError {
    /// A kind of error. Later versions may add kinds.
    public struct Code: ErrorCode {
        /// The error.
        public typealias Failure = MigrationError

        /// The name of the code.
        public let description: String

        private init(_ name: String = #function) {
            description = name
        }

        /// The identifier is empty.
        public static var noIdentifier: Code { Code() }
        /// Two migrations of one target have the same identifier.
        public static var registeredTwice: Code { Code() }
        /// No migration with the identifier is registered.
        public static var notRegistered: Code { Code() }
        /// Two steps set the same path, or a path inside the other.
        public static var sameTarget: Code { Code() }
        /// Two steps use old paths of which one is inside the other.
        public static var overlappingSources: Code { Code() }
        /// A step into the keyring would leave a plain copy of a value, or remove a value irrecoverably.
        public static var notIntoKeyring: Code { Code() }
        /// A step uses the key of the records of migrations.
        public static var reservedKey: Code { Code() }
        /// The value has another type than the step expects.
        public static var wrongType: Code { Code() }
        /// The conversion cannot convert the value exactly.
        public static var notConvertible: Code { Code() }
        /// The old and the new value both exist, and the policy is to stop.
        public static var conflict: Code { Code() }
        /// An element of an array cannot be moved, because the indexes of other elements would change.
        public static var elementOfArray: Code { Code() }
        /// The new path is invalid in the target.
        public static var place: Code { Code() }
        /// The record is damaged.
        public static var damagedRecord: Code { Code() }
        /// The record has a form that only a newer version understands.
        public static var newerRecord: Code { Code() }
        /// There is no record of the migration.
        public static var notApplied: Code { Code() }
        /// The new value was changed after the migration.
        public static var changedSince: Code { Code() }
        /// The record names a domain that the caller does not name, and others can write the record.
        public static var domainNotNamed: Code { Code() }
        /// The caller names a domain that the migration did not use.
        public static var notTakenFrom: Code { Code() }
        /// The old path has a value that was set after the migration.
        public static var occupied: Code { Code() }
        /// The new values are set, but the old ones could not be removed. The next run removes them.
        public static var oldKeysNotRemoved: Code { Code() }
    }
}
