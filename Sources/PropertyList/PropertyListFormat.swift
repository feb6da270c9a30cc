/// A property list format, named as in Foundation's `PropertyListSerialization`.
public enum PropertyListFormat: String, CaseIterable, Sendable {
    /// Apple's XML format, version 1.0.
    case xml
    /// The binary format, `bplist00`.
    case binary
    /// The old text format with braces and semicolons. It stores only strings, data and containers.
    case openStep

    /// The name in errors, such as “old-style text”.
    public var name: String {
        switch self {
        case .xml: "XML"
        case .binary: "binary"
        case .openStep: "old-style text"
        }
    }
}
