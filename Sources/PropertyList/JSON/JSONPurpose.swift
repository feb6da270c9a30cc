/// The purpose of reading JSON. It decides what the text can contain.
package enum JSONPurpose: Sendable {
    /// To exchange values without a loss, as ``JSONReader/read(_:)`` does.
    case exchange
    /// To check a file. Tags with invalid contents are errors, except for objects such as `{"$date": {}}`, which are
    /// ordinary objects.
    case check
    /// To decode values of other programs. Null members and elements are omitted.
    case decode
    /// To show a file. Nulls and numbers that no value holds are replaced by strings and rounded numbers, which are
    /// recorded as substitutions.
    case show
    /// To change a file. Strings that ``OpaqueLiteral`` marks stand for such nulls and numbers.
    case change

    /// Whether the text can have comments, commas before closing brackets, and nulls and numbers of any size. An object
    /// that is not a valid tag is an ordinary object.
    var isLenient: Bool { self == .show || self == .change }

    /// Whether the text is a file of any program. The last of several equal keys is used, and the key is recorded. An
    /// object whose only key is an unknown tag is an ordinary object.
    var isFile: Bool { isLenient || self == .check }
}
