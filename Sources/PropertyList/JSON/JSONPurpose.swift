/// What a text in JSON is read for, which decides what it can contain.
package enum JSONPurpose: Sendable {
    /// To exchange values without a loss, as ``JSONReader/read(_:)`` does.
    case exchange
    /// To check a file. Duplicate keys are recorded. An object whose only key is an unknown tag is an ordinary object,
    /// and so is `{"$date": {}}`, whose tag has no objects as values.
    case check
    /// To decode values of other programs. Null members and elements are omitted.
    case decode
    /// To show a file. Nulls and numbers that no value holds are replaced by strings and rounded numbers, which are
    /// recorded as substitutions.
    case show
    /// To change a file. Strings that ``OpaqueLiteral`` marks stand for such nulls and numbers.
    case change

    /// Whether a file can be of any program: with comments, commas before closing brackets, duplicate keys, and nulls
    /// and numbers of any size. An object that is not a valid tag is an ordinary object.
    var isFile: Bool { self == .show || self == .change }

    /// Whether the last of several equal keys is used, and the others are recorded.
    var allowsDuplicateKeys: Bool { isFile || self == .check }
}
