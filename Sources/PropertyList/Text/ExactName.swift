/// A name or path that equals another one only if both have the same Unicode scalars.
///
/// Swift takes "é" and "e\u{301}" for equal, a property list and a file system do not. Use this type wherever a name or path is compared,
/// or is a key of a Swift dictionary or an element of a set. As a property wrapper it gives a type's synthesized equality that meaning.
@propertyWrapper
package struct ExactName: Hashable, Sendable {
    /// The text.
    package var wrappedValue: String

    /// Creates a name from a text.
    package init(wrappedValue: String) {
        self.wrappedValue = wrappedValue
    }

    /// Creates a name from a text.
    package init(_ text: String) {
        wrappedValue = text
    }

    /// The text.
    package var text: String { wrappedValue }

    /// Whether both names have the same Unicode scalars.
    package static func == (left: Self, right: Self) -> Bool {
        left.text.hasSameScalars(as: right.text)
    }

    /// Feeds the Unicode scalars to a hasher.
    package func hash(into hasher: inout Hasher) {
        text.hashScalars(into: &hasher)
    }
}

extension ExactName: Comparable {
    /// Whether a name comes before another one in the order of UTF-16 code units.
    package static func < (left: Self, right: Self) -> Bool {
        left.text.precedesInUTF16(right.text)
    }
}

extension ExactName: ExpressibleByStringLiteral {
    /// Creates a name from a literal.
    package init(stringLiteral text: String) {
        wrappedValue = text
    }
}
