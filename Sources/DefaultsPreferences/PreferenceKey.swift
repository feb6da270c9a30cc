/// A key with the type of its value and a default.
///
/// Declare a key once, as a static member, and refer to it with a leading dot:
///
/// ```swift
/// extension PreferenceKey<Int> {
///     static let fontSize = Self("FontSize", default: 12)
/// }
///
/// extension PreferenceKey<String?> {
///     static let lastAccount = Self("LastAccount")
/// }
///
/// preferences[.fontSize] += 1
/// ```
///
/// Values can have any `Codable` type. They are stored as property list values, which the `defaults` command shows.
public struct PreferenceKey<Value: Codable & Sendable>: Sendable {
    /// The name of the key before the preferences' ``Preferences/KeyMapping`` is applied.
    public let name: String
    private let makeDefault: @Sendable () -> Value
    /// The rule for values, or `nil` if all are allowed.
    let rule: PreferenceRule<Value>?
    private var detailsReference: PreferenceDetails.Reference?

    /// The value of the key if no value is stored or registered. A computed default is computed at each access.
    public var defaultValue: Value { makeDefault() }

    /// Creates a key with a default.
    public init(_ name: String, default value: Value) {
        self.init(name, rule: nil) { value }
    }

    /// Creates a key whose default is computed each time it is needed.
    ///
    /// ```swift
    /// extension PreferenceKey<Date> {
    ///     static let firstLaunch = Self("FirstLaunch", computedDefault: { Date() })
    /// }
    ///
    /// try preferences.modify(.firstLaunch) { _ in }  // stores the date at the first launch, and then keeps it
    /// ```
    public init(_ name: String, computedDefault: @escaping @Sendable () -> Value) {
        self = Self(name, rule: nil, default: computedDefault).changingDetails { $0.hasComputedDefault = true }
    }

    /// Creates a key with the default `nil`. Setting `nil` removes the stored value.
    ///
    /// ```swift
    /// extension PreferenceKey<String?> {
    ///     static let lastAccount = Self("LastAccount")
    /// }
    ///
    /// if let account = preferences[.lastAccount] { show(account) }
    /// ```
    public init(_ name: String) where Value: ExpressibleByNilLiteral {
        self.init(name, rule: nil, default: { nil })
    }
}

extension PreferenceKey {
    init(_ name: String, rule: PreferenceRule<Value>?, default makeDefault: @escaping @Sendable () -> Value) {
        (self.name, self.rule, self.makeDefault) = (name, rule, makeDefault)
    }

    /// The parts of the declaration that describe the key.
    package var details: PreferenceDetails { detailsReference?.details ?? PreferenceDetails() }

    /// Returns the key with other details.
    func changingDetails(_ change: (inout PreferenceDetails) -> Void) -> Self {
        var (key, details) = (self, details)
        change(&details)
        key.detailsReference = PreferenceDetails.Reference(details)
        return key
    }
}

/// Keys with a rule for their values.
///
/// A value that breaks the rule cannot be set or registered for the key. If such a value is found in a file or in the
/// arguments, the key has its own default. The same applies to a value of another type. The rule does not apply to the
/// default.
extension PreferenceKey {
    /// Creates a key whose values are in a range, such as `0...11`, `1...` or `..<0.5`.
    ///
    /// ```swift
    /// extension PreferenceKey<Int> {
    ///     static let volume = Self("Volume", default: 5, in: 0...11)
    /// }
    ///
    /// let preferences = Preferences.inMemory(["Volume": 100])
    /// let volume = preferences[.volume]  // 5, because 100 is not allowed
    /// ```
    public init(_ name: String, default value: Value, in range: some RangeExpression<Value> & Sendable) {
        self = Self(name, rule: .range(range) { $0 }, default: { value })
            .changingDetails { $0.bounds = { PreferenceBounds(range) } }
    }

    /// Creates a key with the default `nil`, whose other values are in a range.
    ///
    /// ```swift
    /// extension PreferenceKey<Double?> {
    ///     static let zoom = Self("Zoom", in: 0.25...4)
    /// }
    ///
    /// preferences[.zoom] = 2
    /// preferences[.zoom] = nil  // removes the value
    /// ```
    public init<Bound>(_ name: String, in range: some RangeExpression<Bound> & Sendable) where Value == Bound? {
        self = Self(name, rule: .range(range) { $0 }, default: { nil })
            .changingDetails { $0.bounds = { PreferenceBounds(range) } }
    }

    /// Creates a key whose values match a regular expression, such as `^[a-z]+$`. Without anchors, a part of the text
    /// may match. If the expression is invalid, no value is allowed.
    ///
    /// The time of a comparison is limited by the lengths of the text and of the expression. The expression can contain
    /// characters, sets, `.` for any character, `\d`, `\w`, `\s`, `\u00E9`, `^`, `$`, groups, alternatives, and the
    /// repetitions `*`, `+`, `?` and `{m,n}`. Lookaround, references to groups and lazy repetitions are errors.
    public init(_ name: String, default value: String, matching pattern: String) where Value == String {
        self = Self(name, rule: .pattern(pattern) { $0 }, default: { value })
            .changingDetails { $0.pattern = pattern }
    }

    /// Creates a key with the default `nil`, whose other values match a regular expression.
    public init(_ name: String, matching pattern: String) where Value == String? {
        self = Self(name, rule: .pattern(pattern) { $0 }, default: { nil })
            .changingDetails { $0.pattern = pattern }
    }

    /// Creates a key whose values satisfy a condition.
    ///
    /// ```swift
    /// extension PreferenceKey<String> {
    ///     static let author = Self("Author", default: "", where: { $0.count <= 80 })
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the key.
    ///   - value: The default.
    ///   - isAllowed: A closure that returns whether a value is allowed. Its result must depend on the value alone.
    public init(_ name: String, default value: Value, where isAllowed: @escaping @Sendable (Value) -> Bool) {
        self.init(name, rule: .condition(isAllowed), default: { value })
    }
}

/// Keys are equal if their names have the same Unicode scalars.
extension PreferenceKey: Hashable {
    /// Returns whether two keys have the same name.
    public static func == (left: Self, right: Self) -> Bool { left.name.hasSameScalars(as: right.name) }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactName(name))
    }
}

extension PreferenceKey {
    /// Creates a key that is named by a case of an enumeration.
    ///
    /// ```swift
    /// enum UserAction: String, CaseIterable { case firstLogin, indicatorIndex }
    ///
    /// extension PreferenceKey<Int> {
    ///     static let indicatorIndex = Self(UserAction.indicatorIndex, default: 0)
    /// }
    /// ```
    public init<Name: RawRepresentable<String>>(_ name: Name, default value: Value) {
        self.init(name.rawValue, default: value)
    }

    /// Creates a key that is named by a case of an enumeration and whose default is computed each time it is needed.
    public init<Name: RawRepresentable<String>>(_ name: Name, computedDefault: @escaping @Sendable () -> Value) {
        self.init(name.rawValue, computedDefault: computedDefault)
    }

    /// Creates a key that is named by a case of an enumeration and has the default `nil`.
    public init<Name: RawRepresentable<String>>(_ name: Name) where Value: ExpressibleByNilLiteral {
        self.init(name.rawValue)
    }

    /// Returns a key for the only stored object of a type. The key is named after the type.
    ///
    /// The name begins with the module, as in `Editor.Settings`, so types of two modules have different keys. To read
    /// an object that was stored under the short name, move it once:
    /// `MigrationStep.move(PreferenceKey("Settings"), to: .named(after: Settings.self))`.
    ///
    /// ```swift
    /// try preferences.set(Window(title: "Notes", frame: [0, 0, 640, 480]), for: .named(after: Window.self))
    /// let window = try preferences.value(for: .named(after: Window.self))
    /// ```
    public static func named<Object>(after type: Object.Type) -> PreferenceKey where Value == Object? {
        var name = String(reflecting: type)
        // A local or private type is reflected with an address, as in `Editor.(unknown context at $7f3c).Settings`.
        while let start = name.utf8.firstRange(of: "(unknown context at $".utf8),
            let end = name.utf8[start.upperBound...].firstRange(of: ").".utf8)
        {
            name.removeSubrange(start.lowerBound..<end.upperBound)
        }
        return PreferenceKey(name)
    }
}

/// A rule for the values of a key.
struct PreferenceRule<Value>: Sendable {
    /// Describes how a value breaks the rule, or returns `nil` if the value is allowed.
    let violation: @Sendable (Value) -> String?

    /// Returns a rule for values in a range.
    ///
    /// - Parameter number: Converts a value to an element of the range, or returns `nil` for a value that is always
    ///   allowed.
    static func range<Range: RangeExpression & Sendable>(
        _ range: Range, number: @escaping @Sendable (Value) -> Range.Bound?
    ) -> PreferenceRule {
        PreferenceRule { value in
            guard let number = number(value), !range.contains(number) else { return nil }
            return "cannot be \(number): it is not in \(text(of: range))"
        }
    }

    /// Returns a rule for text that matches a regular expression.
    ///
    /// - Parameter text: Converts a value to text, or returns `nil` for a value that is always allowed.
    static func pattern(_ pattern: String, text: @escaping @Sendable (Value) -> String?) -> PreferenceRule {
        let expression = Result { () throws(RegularExpression.Failure) in try RegularExpression(pattern) }
        return PreferenceRule { value in
            guard let text = text(value) else { return nil }
            switch expression {
            case .failure(let failure): return "cannot be '\(text)': its pattern '\(pattern)' has \(failure.reason)"
            case .success(let expression):
                guard let isMatch = expression.matches(text) else {
                    return "cannot be that long: a comparison with '\(pattern)' takes too many steps"
                }
                return isMatch ? nil : "cannot be '\(text)': it does not match '\(pattern)'"
            }
        }
    }

    /// Returns a rule for values that satisfy a condition. An error does not contain the value, because it may be
    /// secret.
    static func condition(_ isAllowed: @escaping @Sendable (Value) -> Bool) -> PreferenceRule {
        PreferenceRule { isAllowed($0) ? nil : hiddenViolation }
    }

    /// The description of a violation that does not contain the value.
    static var hiddenViolation: String { "cannot have this value: the key does not allow it" }

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
            let text = details.isSecret ? PreferenceRule<Value>.hiddenViolation : violation
            throw PreferenceValueError(.notAllowed, "'\(PropertyListPath.key(name))' \(text)", at: .key(name))
        }
    }
}
