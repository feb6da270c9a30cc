/// The only key of an object that stands for a value JSON has no word for.
enum JSONTag: String {
    /// ISO 8601 in universal time, or seconds since 2001 where that has no exact text.
    case date = "$date"
    /// Bytes in base64.
    case data = "$data"
    /// A real that JSON would give back as an integer or not at all, as text.
    case real = "$real"
    /// An integer that other programs would round, as decimal digits.
    case integer = "$integer"
    /// The number of a reference.
    case uid = "$uid"
    /// A dictionary whose only key begins with a dollar sign.
    case dictionary = "$dictionary"

    /// The largest integer up to which every integer is a double as well: beyond, most programs round.
    static let largestPlainInteger: Int64 = 1 << 53
}
