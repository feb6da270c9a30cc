import Foundation
import PropertyList
import ToolSupport

/// Prints entries in the format of PlistBuddy: `Dict {`, `Array {`, and scalars without quotes.
struct EntryPrinter {
    private(set) var bytes: [UInt8] = []

    /// Returns the text of a value, with a newline at the end.
    static func bytes(of value: PropertyListValue) -> [UInt8] {
        var printer = EntryPrinter()
        printer.write(value, depth: 0)
        printer.bytes.append(UInt8(ascii: "\n"))
        return printer.bytes
    }

    private mutating func write(_ value: PropertyListValue, depth: Int) {
        switch value {
        case .string(let text): bytes += text.utf8
        case .integer(let number): bytes += number.description.utf8
        case .real(let number): bytes += ScalarText.fixedPoint(number).utf8
        case .boolean(let flag): bytes += (flag ? "true" : "false").utf8
        case .date(let date): bytes += EntryDate.text(of: date).utf8
        case .data(let data): bytes += data
        case .array(let elements):
            bytes += "Array {\n".utf8
            for element in elements { writeMember(element, depth: depth + 1) }
            writeEnd(depth: depth)
        case .dictionary(let dictionary):
            bytes += "Dict {\n".utf8
            for (key, member) in dictionary { writeMember(member, key: key, depth: depth + 1) }
            writeEnd(depth: depth)
        case .uid(let number):
            write(["CF$UID": .integer(PropertyListInteger(Int64(number)))], depth: depth)
        }
    }

    private mutating func writeMember(_ member: PropertyListValue, key: String? = nil, depth: Int) {
        indent(depth)
        if let key { bytes += "\(key) = ".utf8 }
        write(member, depth: depth)
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func writeEnd(depth: Int) {
        indent(depth)
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func indent(_ depth: Int) {
        bytes += repeatElement(UInt8(ascii: " "), count: 4 * depth)
    }
}
