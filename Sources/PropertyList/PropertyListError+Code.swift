extension ErrorCode where Failure == PropertyListError {
    /// There are no bytes, or only blanks.
    public static var empty: Self { Self() }
    /// The bytes are not a property list. For example, they are prose or an image.
    public static var unrecognized: Self { Self() }
    /// The bytes violate the rules of their format; see ``PropertyListError/line``.
    public static var malformed: Self { Self() }
    /// The JSON text is invalid, or contains a value that a property list cannot hold.
    public static var malformedJSON: Self { Self() }
    /// The text is JSON, where only a property list is accepted, such as in the file of a domain with a name.
    public static var json: Self { Self() }
    /// The root is not a dictionary.
    public static var notDictionary: Self { Self() }
    /// More than 512 containers are nested. The path, if known, leads to the first container that is too deep.
    public static var tooDeep: Self { Self() }
    /// The file contains too many values for its size. In a binary file, shared references can multiply values.
    public static var tooManyValues: Self { Self() }
    /// A date is infinite or not a number. Such a date can be read from a binary file, but not written in any format.
    public static var dateNotFinite: Self { Self() }
    /// There is not enough memory for the values of a file.
    public static var outOfMemory: Self { Self() }
    /// The format does not represent a value exactly. For example, XML has no fractions of a second, and the old style
    /// has no numbers. The path leads to the value or key.
    public static var inexact: Self { Self() }
    /// Foundation refuses to write the value.
    public static var notWritten: Self { Self() }
    /// There is no value at the path.
    public static var noValue: Self { Self() }
    /// No value can be set or removed at the path. It is empty, has more than 512 components, leads through a value
    /// that is neither an array nor a dictionary, or contains an index that the array does not have.
    public static var invalidPath: Self { Self() }
}
