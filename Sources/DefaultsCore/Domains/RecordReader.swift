/// The reason why a record cannot be used.
package enum RecordFault: Error {
    case damaged
    /// Only a newer version understands the record.
    case newer
}

/// A reader of a value in a record. Its functions throw ``RecordFault/damaged`` if the value is missing or has another
/// type.
package struct RecordReader {
    /// The value, or `nil` if it is missing.
    package let value: PropertyListValue?

    package init(_ value: PropertyListValue?) {
        self.value = value
    }

    /// The member of a dictionary. A member of another value is missing.
    package subscript(key: String) -> RecordReader { RecordReader((try? members())?[key]) }

    /// The reader, or `nil` if the value is missing.
    package var ifPresent: RecordReader? { value.map { _ in self } }

    /// Returns the result of parsing a text. If it is `nil`, the record is damaged.
    package func text<Result>(_ parse: (String) -> Result?) throws(RecordFault) -> Result {
        guard case .string(let text)? = value, let result = parse(text) else { throw .damaged }
        return result
    }

    /// Returns an integer.
    package func integer() throws(RecordFault) -> PropertyListInteger {
        guard case .integer(let number)? = value else { throw .damaged }
        return number
    }

    /// Returns a dictionary.
    package func members() throws(RecordFault) -> PropertyListDictionary {
        guard case .dictionary(let members)? = value else { throw .damaged }
        return members
    }

    /// Returns the elements of an array.
    package func list() throws(RecordFault) -> [RecordReader] {
        guard case .array(let elements)? = value else { throw .damaged }
        return elements.map(RecordReader.init)
    }
}
