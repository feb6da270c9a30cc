/// A property list as it was read.
public struct PropertyListDocument: Sendable, Equatable {
    /// The root.
    public var value: PropertyListValue
    /// The format of the bytes.
    public var format: PropertyListFormat
    /// What the bytes hold that a value cannot, and what stands for it in ``value``. While there is any, the document can be shown
    /// but writing it would lose something.
    public var substitutions: [PropertyListSubstitution]
    /// Keys that stand more than once in their dictionary, a hundred at most. Of their values, ``value`` has the last in text and the
    /// first in binary, as with Foundation.
    public var duplicateKeys: [PropertyListPath] = []
}

/// Keys that stand more than once, noted while a file is read.
struct DuplicateKeys {
    private(set) var paths: [PropertyListPath] = []
    private static let limit = 100

    /// Notes the keys of a dictionary that are among its pairs more than once, each once.
    mutating func note(in pairs: [PropertyListDictionary.Element], at container: PropertyListPath) {
        guard paths.count < Self.limit else { return }
        let keys = pairs.map(\.key).sorted { $0.precedesInUTF16($1) }
        var repeated: [String] = []
        for (key, next) in zip(keys, keys.dropFirst()) where key.hasSameScalars(as: next) {
            if repeated.last?.hasSameScalars(as: key) != true { repeated.append(key) }
        }
        paths += repeated.prefix(Self.limit - paths.count).map { PropertyListPath(container.components + [$0]) }
    }
}

/// Something in a file that ``PropertyListValue`` cannot hold, and its place.
public struct PropertyListSubstitution: Sendable, Hashable {
    /// Where it was found.
    public var path: PropertyListPath
    /// What was found.
    public var found: Found

    /// The kinds of thing that have no value of their own, with what stands for each.
    public enum Found: String, CaseIterable, Sendable {
        /// A set; shown as an array.
        case set
        /// A null; shown as the string `<null>`.
        case null
        /// A key that is no string; shown as its text.
        case keyOfAnotherType
        /// Half of a surrogate pair in a string or key; shown as U+FFFD.
        case loneSurrogate
        /// A whole number below `Int64.min` or above `UInt64.max`; shown as the string of its digits.
        case wideInteger
        /// An object that no property list should hold; shown as the string `<unknown>`.
        case unknownObject
    }
}

extension [PropertyListSubstitution] {
    /// How many are told with their whole paths, which can be as long as containers can be nested.
    static let countInFull = 100

    /// Notes what no value can hold.
    mutating func note(_ found: PropertyListSubstitution.Found, at path: PropertyListPath) {
        guard count >= Self.countInFull else { return append(PropertyListSubstitution(path: path, found: found)) }
        noteBriefly(found, under: PropertyListPath(Array<String>(path.components.prefix(1))))
    }

    /// Notes what there is very much of: each kind once for each key of the root, which is given as a path.
    mutating func noteBriefly(_ found: PropertyListSubstitution.Found, under key: PropertyListPath) {
        let substitution = PropertyListSubstitution(path: key, found: found)
        if !suffix(PropertyListSubstitution.Found.allCases.count).contains(substitution) { append(substitution) }
    }
}

extension PropertyListSubstitution: CustomStringConvertible {
    /// What was found and where, as part of a sentence.
    public var description: String {
        path.components.isEmpty ? found.description : "\(found) at '\(path)'"
    }
}

extension PropertyListSubstitution.Found: CustomStringConvertible {
    /// What was found, with its article.
    public var description: String {
        switch self {
        case .set: "a set"
        case .null: "a null"
        case .keyOfAnotherType: "a key that is no string"
        case .loneSurrogate: "half of a surrogate pair"
        case .wideInteger: "an integer beyond 64 bits"
        case .unknownObject: "an object of unknown type"
        }
    }
}
