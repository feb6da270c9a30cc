import Foundation
import PropertyList
import ToolSupport

/// Prints values as `-p` does: `{ "key" => value }`, with an element or a pair on each line.
struct PlutilPrinter {
    private var bytes: [UInt8] = []
    /// The paths of nulls, which the value contains as strings.
    private let nulls: Set<PropertyListPath>
    /// Whether other strings that read like a null may be nulls.
    private let hasFurtherNulls: Bool
    /// The path of the current value. It is only maintained if there are nulls.
    private var path = PropertyListPath()

    private init(_ source: PlutilSource) {
        nulls = Set(source.nulls.filter { !$0.isSomewhereInside }.map(\.path))
        hasFurtherNulls = source.nulls.contains { $0.isSomewhereInside }
    }

    /// Returns the text of a document, with a newline at the end.
    static func bytes(of source: PlutilSource) -> [UInt8] {
        var printer = PlutilPrinter(source)
        printer.write(source.value, level: 0)
        return printer.bytes
    }

    /// Writes a value and a newline.
    private mutating func write(_ value: PropertyListValue, level: Int) {
        switch value {
        case .string(let text) where isNull(text): writeLine(text)
        case .string(let text):
            bytes.append(UInt8(ascii: "\""))
            bytes += text.utf8
            writeLine("\"")
        case .integer(let number): writeLine(number.description)
        case .real(let number): writeLine(number.description)
        case .boolean(let flag): writeLine(flag ? "true" : "false")
        case .date(let date): writeLine(OldStyleWriter.text(of: date))
        case .data: writeLine(OldStyleWriter().text(of: value, isStandalone: true))
        case .uid(let number): writeLine("<CFKeyedArchiverUID>{value = \(number)}")
        case .array(let elements): write(elements, level: level)
        case .dictionary(let dictionary): write(dictionary, level: level)
        }
    }

    private mutating func write(_ elements: [PropertyListValue], level: Int) {
        writeLine("[")
        for (index, element) in elements.enumerated() {
            let component = String(index)
            indent(level + 1)
            bytes += component.utf8
            writeMember(element, component, level: level + 1)
        }
        indent(level)
        writeLine("]")
    }

    private mutating func write(_ dictionary: PropertyListDictionary, level: Int) {
        writeLine("{")
        for index in dictionary.keys.indicesInNaturalOrder {
            let (key, value) = dictionary[index]
            indent(level + 1)
            bytes.append(UInt8(ascii: "\""))
            bytes += key.utf8
            bytes.append(UInt8(ascii: "\""))
            writeMember(value, key, level: level + 1)
        }
        indent(level)
        writeLine("}")
    }

    private mutating func writeMember(_ value: PropertyListValue, _ component: String, level: Int) {
        bytes += " => ".utf8
        if nulls.isEmpty { return write(value, level: level) }
        path.components.append(component)
        write(value, level: level)
        path.components.removeLast()
    }

    private func isNull(_ text: String) -> Bool {
        guard hasFurtherNulls || !nulls.isEmpty, text == PropertyListSubstitution.nullText else { return false }
        return hasFurtherNulls || nulls.contains(path)
    }

    private mutating func writeLine(_ text: String) {
        bytes += text.utf8
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func indent(_ level: Int) {
        bytes += repeatElement(UInt8(ascii: " "), count: 2 * level)
    }
}
