extension [PropertyListValue] {
    /// The values in an order that depends only on the values, so that equal sets have equal bytes.
    var inFixedOrder: [PropertyListValue] {
        sorted { $0.precedes($1) }
    }
}

extension PropertyListValue {
    /// Returns whether the value precedes another value. Values are ordered by type first. Numbers and dates are then
    /// ordered by value, and other types by the UTF-16 code units of their text.
    fileprivate func precedes(_ other: PropertyListValue) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)) where left != right: left < right
        case (.date(let left), .date(let right)): left < right
        case (.string(let left), .string(let right)): left.precedesInUTF16(right)
        default:
            type == other.type
                ? printed.precedesInUTF16(other.printed) : type.rawValue.precedesInUTF16(other.type.rawValue)
        }
    }

    private var printed: String {
        OldStyleWriter.reading.text(of: self)
    }
}
