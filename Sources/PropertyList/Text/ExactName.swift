/// A name or path that is compared by Unicode scalars.
///
/// For Swift, "é" and "e\u{301}" are equal. For property lists and file systems, they differ. Use this type for names
/// and paths that are compared, or that are keys of Swift dictionaries or elements of sets. As a property wrapper, it
/// changes the synthesized equality of a type.
@propertyWrapper
package struct ExactName: Hashable, Sendable {
    /// The text.
    package var wrappedValue: String

    package init(wrappedValue: String) {
        self.wrappedValue = wrappedValue
    }

    package init(_ text: String) {
        wrappedValue = text
    }

    /// The text.
    package var text: String { wrappedValue }

    package static func == (left: Self, right: Self) -> Bool {
        left.text.hasSameScalars(as: right.text)
    }

    package func hash(into hasher: inout Hasher) {
        text.hashScalars(into: &hasher)
    }
}

extension ExactName: Comparable {
    /// Returns whether a name precedes another one in the order of UTF-16 code units.
    package static func < (left: Self, right: Self) -> Bool {
        left.text.precedesInUTF16(right.text)
    }
}

extension ExactName: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        wrappedValue = text
    }
}
