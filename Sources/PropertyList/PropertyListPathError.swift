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
        /// The path is empty, and the root cannot be removed or, in a dictionary, be replaced.
        case root
        /// The path has the given number of components.
        case tooLong(Int)
    }

    package let reason: Reason

    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The path of the value that the error concerns, or `nil` if the path is too long. The path of the root is empty.
    public var path: PropertyListPath? {
        switch reason {
        case .noValue(let path), .notAContainer(let path, _), .notAnIndex(let path, _), .notAnElement(let path): path
        case .root: PropertyListPath()
        case .tooLong: nil
        }
    }
}

extension ErrorCode where Failure == PropertyListPathError {
    /// There is no value at the path.
    public static var noValue: Self { Self() }
    /// The path leads through a value that is neither an array nor a dictionary.
    public static var notAContainer: Self { Self() }
    /// The last component of the path is not an index of the array.
    public static var notAnIndex: Self { Self() }
    /// The path does not lead to an element of an array.
    public static var notAnElement: Self { Self() }
    /// The path is empty, and the root cannot be removed or, in a dictionary, be replaced.
    public static var root: Self { Self() }
    /// The path has more than 512 components.
    public static var tooLong: Self { Self() }
}

extension PropertyListPathError: CodedError {
    /// The kind of the error.
    public var code: Code { explanation.code }

    /// A clause that says what is wrong.
    public var description: String { explanation.text }

    private var explanation: (code: Code, text: String) {
        switch reason {
        case .noValue(let path): (.noValue, "there is no value at \(path.title)")
        case .notAContainer(let path, let type) where path.components.isEmpty:
            (.notAContainer, "the root is \(type.withArticle), which cannot contain other values")
        case .notAContainer(let path, let type):
            (.notAContainer, "value at \(path) is \(type.withArticle), which cannot contain other values")
        case .notAnIndex(let path, let count):
            (
                .notAnIndex,
                "path \(path) is not an index of the array, which has \(count) element\(count == 1 ? "" : "s")"
            )
        case .notAnElement(let path): (.notAnElement, "path \(path.title) does not lead to an element of an array")
        case .root: (.root, "the root cannot be removed")
        case .tooLong(let count):
            (
                .tooLong,
                "the path has \(count) components; at most \(PropertyListLimits.depth) containers can be nested"
            )
        }
    }
}
