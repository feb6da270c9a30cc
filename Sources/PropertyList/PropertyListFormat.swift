/// The formats a property list can be written in, in the words of Foundation's `PropertyListSerialization`.
public enum PropertyListFormat: String, CaseIterable, Sendable {
    /// Apple's XML, version 1.0.
    case xml
    /// `bplist00`.
    case binary
    /// The old style of braces and semicolons, whose leaves are strings and data only.
    case openStep
}
