extension PropertyListError {
    /// A kind of error. Later versions may add kinds.
    public struct Code: ErrorCode {
        /// The error.
        public typealias Failure = PropertyListError

        /// The name of the code.
        public let description: String

        private init(_ name: String = #function) {
            description = name
        }

        /// There are no bytes, or only blanks.
        public static var empty: Code { Code() }
        /// The bytes are not a property list, or are text of another kind.
        public static var unrecognized: Code { Code() }
        /// The bytes violate the rules of their format; see ``PropertyListError/position``.
        public static var malformed: Code { Code() }
        /// The text violates the rules of JSON, or contains something that a property list cannot hold.
        public static var malformedJSON: Code { Code() }
        /// The root is not a dictionary.
        public static var notDictionary: Code { Code() }
        /// More than ``PropertyListLimits/depth`` containers are nested. The path, if known, leads to the first
        /// container that is too deep.
        public static var tooDeep: Code { Code() }
        /// The file contains more values than its limit, which grows with the size of the file. Shared references in a
        /// binary file multiply values.
        public static var tooManyValues: Code { Code() }
        /// A date is infinite or not a number. Neither XML nor binary can hold such a date.
        public static var dateNotFinite: Code { Code() }
        /// There is not enough memory for the values of a file.
        public static var outOfMemory: Code { Code() }
        /// Foundation's writer refused the value.
        public static var notWritten: Code { Code() }
    }
}
