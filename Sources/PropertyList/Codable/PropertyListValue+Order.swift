extension [PropertyListValue] {
    /// The same values in an order that depends on nothing but them: how a set is stored, for equal sets shall give equal bytes.
    package var inFixedOrder: [PropertyListValue] {
        sorted { $0.precedes($1) }
    }
}

extension PropertyListValue {
    /// An order of all values: numbers, dates and strings in theirs, types after one another, the rest by how they are printed.
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
