/// The types a property list value can have, named as Apple's documentation names them.
public enum PropertyListType: String, CaseIterable, Sendable {
    /// Text.
    case string
    /// A whole number; see ``PropertyListInteger``.
    case integer
    /// A floating-point number. `defaults read-type` calls it `float`.
    case real
    /// True or false, which are not the numbers 1 and 0.
    case boolean
    /// An instant.
    case date
    /// Bytes.
    case data
    /// An ordered list of values.
    case array
    /// Values under keys.
    case dictionary
    /// A reference inside a keyed archive (`CF$UID`).
    case uid
}
