package import Foundation
package import PropertyList

/// A format of a whole document. All verbs that write documents share this declaration.
package enum DocumentFormat: Hashable, Sendable {
    case propertyList(PropertyListFormat)
    case json(JSONWriter.Style)

    package static let xml = DocumentFormat.propertyList(.xml)
    package static let binary = DocumentFormat.propertyList(.binary)
    package static let openStep = DocumentFormat.propertyList(.openStep)
    package static let json = DocumentFormat.json(.lossless)

    /// The property list format, or `nil` for JSON.
    private var propertyListFormat: PropertyListFormat? {
        if case .propertyList(let format) = self { format } else { nil }
    }

    /// Returns the path of a value that a property list format cannot represent exactly, or `nil` if there is none. For
    /// JSON, returns `nil`, because plain JSON is inexact on purpose.
    package func inexactPath(in value: PropertyListValue) -> PropertyListPath? {
        propertyListFormat.flatMap { value.isExact(in: $0) ? nil : value.inexactPath(in: $0) }
    }

    /// Returns the document of a value. A text document ends with a newline. Equal values give identical bytes.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isForTerminal: Whether control characters in text are escaped, because a terminal would interpret them.
    /// - Throws: ``PropertyListError`` if the document would not be readable.
    package func data(
        of value: PropertyListValue, isForTerminal: Bool = false
    ) throws(PropertyListError) -> Data {
        let data =
            switch self {
            case .propertyList(let format): try PropertyListWriter.data(of: value, as: format)
            case .json(let style): Data(JSONWriter(style).bytes(of: value) + [UInt8(ascii: "\n")])
            }
        return isForTerminal ? harmless(data) : data
    }

    /// Returns a document with escapes for control characters. Binary documents are not changed.
    private func harmless(_ data: Data) -> Data {
        let text = String(decoding: data, as: UTF8.self)
        return switch self {
        case .propertyList(.xml): Data(text.escapingControlCharactersOfXML().utf8)
        case .propertyList(.openStep): Data(text.escapingControlCharacters(except: ["\t", "\n"]).utf8)
        case .propertyList(.binary): data
        case .json: Data(text.escapingControlCharactersOfJSON().utf8)
        }
    }
}

extension PropertyListValue {
    /// Returns the path of the first inexact value whose members are all exact.
    fileprivate func inexactPath(in format: PropertyListFormat) -> PropertyListPath {
        var path = PropertyListPath()
        var value = self
        while let (component, member) = value.members.first(where: { !$0.value.isExact(in: format) }) {
            path.components.append(component)
            value = member
        }
        return path
    }
}
