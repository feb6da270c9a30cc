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

    /// Returns a notice that other programs do not accept the document of a value, or `nil` if they do.
    ///
    /// - Parameters:
    ///   - old: A value whose keys and strings are ignored where they are the same.
    ///   - path: The path of the document, or `nil` for standard output.
    package func invalidity(
        of root: PropertyListValue, since old: PropertyListValue = [:], in path: String? = nil
    ) -> CommandError? {
        guard self == .xml, let place = root.pathOfCharactersNotInXML(since: old) else { return nil }
        return path.map { .lost(.validity(at: place), of: $0) } ?? .invalidXML(at: place)
    }

    /// Returns the document of a value. A text document ends with a newline. Equal values give identical bytes.
    ///
    /// - Throws: ``PropertyListError`` if the document would not be readable, or if a property list format cannot
    ///   represent the value exactly. Plain JSON is inexact on purpose.
    package func data(of value: PropertyListValue) throws(PropertyListError) -> Data {
        switch self {
        case .propertyList(let format): try PropertyListWriter.data(of: value, as: format)
        case .json(let style): Data(JSONWriter(style).bytes(of: value) + [UInt8(ascii: "\n")])
        }
    }

    /// Returns a document with escapes for control characters. Binary documents are not changed.
    fileprivate func harmless(_ document: some Collection<UInt8>) -> [UInt8] {
        let text = String(decoding: document, as: UTF8.self)
        return switch self {
        case .propertyList(.xml): Array(text.escapingControlCharactersOfXML().utf8)
        case .propertyList(.openStep): Array(text.escapingControlCharacters(except: ["\t", "\n"]).utf8)
        case .propertyList(.binary): Array(document)
        case .json: Array(text.escapingControlCharactersOfJSON().utf8)
        }
    }
}

extension Streams {
    /// Returns the bytes of a document to print. On a terminal, control characters in it are escaped, so that a stored
    /// value cannot control the terminal. Other output has the same bytes as a file.
    package func printed(_ document: some Collection<UInt8>, as format: DocumentFormat) -> [UInt8] {
        outputIsTerminal ? format.harmless(document) : Array(document)
    }
}
