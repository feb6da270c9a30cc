import PropertyList

/// A rule for the values of a key.
struct PreferenceRule<Value>: Sendable {
    /// Describes how a value breaks the rule, or returns `nil` if it keeps it.
    let violation: @Sendable (Value) -> String?

    /// Returns a rule for values in a range.
    ///
    /// - Parameter number: Returns the element of the range that a value is, or `nil` for a value that is always
    ///   allowed.
    static func range<Range: RangeExpression & Sendable>(
        _ range: Range, number: @escaping @Sendable (Value) -> Range.Bound?
    ) -> PreferenceRule {
        PreferenceRule { value in
            guard let number = number(value), !range.contains(number) else { return nil }
            return "cannot be \(number): it is not in \(text(of: range))"
        }
    }

    /// Returns a rule for values that satisfy a condition. They may be secret, so an error does not contain them.
    static func condition(_ isAllowed: @escaping @Sendable (Value) -> Bool) -> PreferenceRule {
        PreferenceRule { isAllowed($0) ? nil : "cannot have this value: the key does not allow it" }
    }

    private static func text<Range: RangeExpression>(of range: Range) -> String {
        switch range {
        case let range as PartialRangeFrom<Range.Bound>: "\(range.lowerBound)..."
        case let range as PartialRangeThrough<Range.Bound>: "...\(range.upperBound)"
        case let range as PartialRangeUpTo<Range.Bound>: "..<\(range.upperBound)"
        default: "\(range)"
        }
    }
}

extension PreferenceKey {
    /// Throws an error if the key does not allow a value.
    func validate(_ value: Value) throws(PreferenceValueError) {
        if let violation = rule?.violation(value) {
            throw PreferenceValueError(.notAllowed(violation), at: .key(name))
        }
    }
}
