public import PropertyList

/// A value that a test expects: an exact value, or a pattern for values that differ from run to run.
///
/// Literals are exact values, but array and dictionary literals can contain other expected values:
///
/// ```swift
/// let expected: ExpectedValue = ["FontSize": 14, "LastLaunch": .any(.date), "Version": .matching("^1[.]")]
/// ```
public struct ExpectedValue: Hashable, Sendable {
    indirect enum Node: Hashable, Sendable {
        /// Exactly this value.
        case value(PropertyListValue)
        case pattern(ValuePattern)
        /// No value.
        case absent
        /// The members of a dictionary in the order of their keys. Other members are accepted if the dictionary is
        /// partial.
        case dictionary([Member], isPartial: Bool)
        case array([ExpectedValue])
    }

    /// A key and the value that it must have.
    struct Member: Hashable, Sendable {
        let name: ExactName
        let value: ExpectedValue

        var key: String { name.text }

        init(_ key: String, _ value: ExpectedValue) {
            (name, self.value) = (ExactName(key), value)
        }
    }

    let node: Node

    init(_ node: Node) {
        self.node = node
    }

    /// Creates the expectation of exactly this value.
    public init(_ value: PropertyListValue) {
        node = .value(value)
    }

    /// Creates the expectation of exactly these contents of a domain.
    public init(_ contents: PropertyListDictionary) {
        node = .value(.dictionary(contents))
    }

    /// Creates the expectation of a dictionary with the given members.
    ///
    /// - Parameter isPartial: Whether other members are accepted.
    init(members: [Member], isPartial: Bool = false) {
        // If a key occurs several times, the last member is used, as in a dictionary.
        let unique = Dictionary(members.map { ($0.name, $0) }, uniquingKeysWith: { $1 }).values
            .sorted { $0.name < $1.name }
        let values = unique.compactMap { member in member.value.exactValue.map { (member.key, $0) } }
        if !isPartial, values.count == unique.count {
            node = .value(.dictionary(PropertyListDictionary(values)))
        } else {
            node = .dictionary(unique, isPartial: isPartial)
        }
    }

    /// Creates the expectation of an array with the given elements.
    init(elements: [ExpectedValue]) {
        let values = elements.compactMap(\.exactValue)
        node = values.count == elements.count ? .value(.array(values)) : .array(elements)
    }

    /// The value if the expectation is an exact value, otherwise `nil`.
    private var exactValue: PropertyListValue? {
        if case .value(let value) = node { value } else { nil }
    }
}

extension ExpectedValue {
    /// Returns the expectation of a value that has one of the given types. Without types, any value is accepted.
    ///
    /// A document contains it as `{"$any": "date"}`, `{"$any": ["date", "string"]}` or `{"$any": true}`.
    public static func any(_ types: PropertyListType...) -> ExpectedValue {
        ExpectedValue(.pattern(.types(types)))
    }

    /// Returns the expectation of a string that contains a match of a regular expression. Its syntax is that of
    /// preference keys.
    ///
    /// A document contains it as `{"$matches": "^1[.]"}`. An invalid expression matches nothing.
    public static func matching(_ expression: String) -> ExpectedValue {
        ExpectedValue(.pattern(.matching(expression, try? RegularExpression(expression))))
    }

    /// The expectation that a key does not exist. A document contains it as `{"$absent": true}`.
    public static var absent: ExpectedValue { ExpectedValue(.absent) }

    /// Returns the expectation of a dictionary with these members. Other members are accepted in the dictionary and in
    /// dictionaries inside it.
    ///
    /// A document contains it as `{"$merge": {…}}`. Without members, it accepts everything.
    ///
    /// ```swift
    /// let expected: ExpectedValue = ["Window": .containing(["Width": 640]), "Scratch": .absent]
    /// try expectContents(expected, of: ["Window": ["Width": 640, "Height": 480]])
    /// ```
    public static func containing(_ members: KeyValuePairs<String, ExpectedValue>) -> ExpectedValue {
        ExpectedValue(members: members.map { Member($0.key, $0.value.partial) }, isPartial: true)
    }

    /// A copy of this expectation that accepts other members in its dictionary and in dictionaries inside it. Arrays
    /// are not changed.
    var partial: ExpectedValue {
        guard !isPartial, let members else { return self }
        return ExpectedValue(members: members.map { Member($0.key, $0.value.partial) }, isPartial: true)
    }
}

extension ExpectedValue {
    /// Returns the largest values that contain no patterns with their paths, in the order of their keys. The rest of
    /// the expectation consists of patterns.
    ///
    /// - Parameter path: The path of this expectation.
    package func literals(
        at path: PropertyListPath = PropertyListPath()
    ) -> [(path: PropertyListPath, value: PropertyListValue)] {
        switch node {
        case .value(let value): [(path, value)]
        case .dictionary(let members, _): members.flatMap { $0.value.literals(at: path.appending($0.key)) }
        case .array(let elements):
            elements.enumerated().flatMap { $1.literals(at: path.appending(String($0))) }
        case .pattern, .absent: []
        }
    }
}

extension ExpectedValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Creates the expectation of a dictionary. If a key occurs several times, the last value is used.
    public init(dictionaryLiteral elements: (String, ExpectedValue)...) {
        self.init(members: elements.map { Member($0, $1) })
    }

    /// Creates the expectation of an array with these elements.
    public init(arrayLiteral elements: ExpectedValue...) {
        self.init(elements: elements)
    }
}

extension ExpectedValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    /// Creates the expectation of a string.
    public init(stringLiteral value: String) {
        self.init(.value(.string(value)))
    }

    /// Creates the expectation of an integer.
    public init(integerLiteral value: Int64) {
        self.init(.value(.integer(PropertyListInteger(value))))
    }

    /// Creates the expectation of a real.
    public init(floatLiteral value: Double) {
        self.init(.value(.real(value)))
    }

    /// Creates the expectation of a boolean.
    public init(booleanLiteral value: Bool) {
        self.init(.value(.boolean(value)))
    }
}
