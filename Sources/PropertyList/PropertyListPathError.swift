/// An error that occurs when changing the value at a path. The value is unchanged.
public struct PropertyListPathError: Error, Hashable, Sendable {
    /// The error with its details.
    package enum Reason: Hashable, Sendable {
        case noValue(PropertyListPath)
        /// The value at the path has the given type.
        case notAContainer(PropertyListPath, PropertyListType)
        /// The array has the given number of elements.
        case notAnIndex(PropertyListPath, count: Int)
        case notAnElement(PropertyListPath)
        /// The path has the given number of components.
        case tooLong(Int)
    }

    package let reason: Reason

    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The path of the value that the error concerns, or `nil` if the path is too long.
    public var path: PropertyListPath? {
        switch reason {
        case .noValue(let path), .notAContainer(let path, _), .notAnIndex(let path, _), .notAnElement(let path): path
        case .tooLong: nil
        }
    }
}

extension PropertyListPathError {
    /// A kind of error. Later versions may have more.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        private init(_ name: String = #function) {
            description = name
        }

        /// There is no value at the path.
        public static var noValue: Code { Code() }
        /// The path leads through a value that contains no other values.
        public static var notAContainer: Code { Code() }
        /// The last component of the path is not an index of the array.
        public static var notAnIndex: Code { Code() }
        /// The path does not lead to an element of an array.
        public static var notAnElement: Code { Code() }
        /// The path has more components than ``PropertyListLimits/depth``.
        public static var tooLong: Code { Code() }

        /// Matches an error of this kind, so that `catch PropertyListPathError.Code.noValue` does.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? PropertyListPathError)?.code == code
        }
    }

    /// The kind of the error.
    public var code: Code {
        switch reason {
        case .noValue: .noValue
        case .notAContainer: .notAContainer
        case .notAnIndex: .notAnIndex
        case .notAnElement: .notAnElement
        case .tooLong: .tooLong
        }
    }
}

extension PropertyListPathError: CustomStringConvertible {
    /// A clause that says what is wrong.
    public var description: String {
        switch reason {
        case .noValue(let path):
            "there is no value at \(path)"
        case .notAContainer(let path, let type):
            "value at \(path) is \(type.withArticle), which cannot contain other values"
        case .notAnIndex(let path, let count):
            "path \(path) is not an index of the array, which has \(count) element\(count == 1 ? "" : "s")"
        case .notAnElement(let path):
            "path \(path) does not lead to an element of an array"
        case .tooLong(let count):
            "the path has \(count) components; at most \(PropertyListLimits.depth) containers can be nested"
        }
    }
}
