/// The parts of a key's declaration that only descriptions of the key use. A key without them has no reference to them.
package struct PreferenceDetails: Sendable {
    /// The description, or `nil` if there is none.
    package var description: String?
    /// A function that returns the stored form and the title of each case of an enumeration.
    package var titles: (@Sendable () -> [(value: PropertyListValue, title: String)])?
    /// The advice for a deprecated key, or `nil` if the key is not deprecated.
    package var deprecation: String?
    /// Whether the value must not be shown.
    package var isSecret = false
    /// Whether the default is computed at each access, so that descriptions cannot contain it.
    package var hasComputedDefault = false
    /// A function that returns the range of the values.
    package var bounds: (@Sendable () -> PreferenceBounds)?
    /// The regular expression that the values match.
    package var pattern: String?

    /// A reference, which keeps keys small.
    final class Reference: Sendable {
        let details: PreferenceDetails

        init(_ details: PreferenceDetails) {
            self.details = details
        }
    }
}

/// The stored forms of the ends of a range. An end that is infinite is omitted.
package struct PreferenceBounds: Sendable {
    /// The lowest value, or `nil` if there is none.
    package var lower: PropertyListValue?
    /// The upper end, or `nil` if there is none.
    package var upper: PropertyListValue?
    /// Whether the upper end belongs to the range.
    package var includesUpper = true

    init<Expression: RangeExpression>(_ range: Expression) where Expression.Bound: Encodable {
        let form = { (bound: Expression.Bound) -> PropertyListValue? in
            let form = try? PropertyListValueEncoder().encode(bound)
            if case .real(let number)? = form, !number.isFinite { return nil }
            return form
        }
        switch range {
        case let range as ClosedRange<Expression.Bound>:
            (lower, upper) = (form(range.lowerBound), form(range.upperBound))
        case let range as Range<Expression.Bound>:
            (lower, upper, includesUpper) = (form(range.lowerBound), form(range.upperBound), false)
        case let range as PartialRangeFrom<Expression.Bound>: lower = form(range.lowerBound)
        case let range as PartialRangeThrough<Expression.Bound>: upper = form(range.upperBound)
        case let range as PartialRangeUpTo<Expression.Bound>: (upper, includesUpper) = (form(range.upperBound), false)
        default: break
        }
    }
}

/// Descriptions for people. They are part of the schema, of the reference page and of the help of the program's
/// settings, and do not change how the key is read or written.
///
/// ```swift
/// extension PreferenceKey<Int> {
///     static let tabWidth = Self("TabWidth", default: 4, in: 1...16).described("The width of a tab, in spaces.")
/// }
/// ```
extension PreferenceKey {
    /// Returns the key with a description, which begins with a sentence that is a summary.
    public func described(_ description: String) -> Self {
        changingDetails { $0.description = description }
    }

    /// Returns the key with a title for each case of its enumeration.
    ///
    /// - Parameter title: A function that returns the title of a case.
    public func titled(_ title: @escaping @Sendable (Value) -> String) -> Self where Value: CaseIterable {
        changingDetails { $0.titles = { Self.titles(of: Value.self, title) } }
    }

    /// Returns the key with a title for each case of its enumeration, whose values may be `nil`.
    public func titled<Case: CaseIterable>(_ title: @escaping @Sendable (Case) -> String) -> Self where Value == Case? {
        changingDetails { $0.titles = { Self.titles(of: Case.self, title) } }
    }

    /// Returns the key as a deprecated key.
    ///
    /// - Parameter advice: What to do instead, such as "use TextSize".
    public func deprecated(_ advice: String) -> Self {
        changingDetails { $0.deprecation = advice }
    }

    /// Returns the key as a key for secrets. Its values and its default do not appear in descriptions and in errors
    /// about the rule of the key. They are stored like other values; to encrypt them, use the store of the keyring.
    public func secret() -> Self {
        changingDetails { $0.isSecret = true }
    }

    private static func titles<Case: CaseIterable & Encodable>(
        of type: Case.Type, _ title: (Case) -> String
    ) -> [(value: PropertyListValue, title: String)] {
        type.allCases.compactMap { item in
            (try? PropertyListValueEncoder().encode(item)).map { (value: $0, title: title(item)) }
        }
    }
}
