import Foundation
import TestExtent

@testable import PropertyList

/// The reference for the readers under test: CoreFoundation's parser, with its objects converted to values.
struct CoreFoundationReader {
    /// A format, with the option that allows only this format.
    enum Format: UInt {
        case binary = 0x200
        case xml = 0x400

        var name: PropertyListFormat { self == .binary ? .binary : .xml }
    }

    private var substitutions = Substitutions()
    private var budget: Int
    private let refusal: PropertyListError
    private var path = PropertyListPath()

    /// Reads bytes in the given format only. All errors are equal.
    static func read(_ bytes: [UInt8], as format: Format) throws(PropertyListError) -> PropertyListDocument {
        let refusal = PropertyListError(.malformed(format.name, reason: "CoreFoundation refuses it", position: nil))
        guard let root = CoreFoundationObject.root(of: bytes, options: format.rawValue) else { throw refusal }
        var reader = CoreFoundationReader(
            budget: PropertyListLimits.values(inBytes: bytes.count), refusal: refusal)
        let value = try reader.value(of: root, depth: 1)
        return PropertyListDocument(value: value, format: format.name, substitutions: reader.substitutions.list)
    }

    private init(budget: Int, refusal: PropertyListError) {
        (self.budget, self.refusal) = (budget, refusal)
    }

    private mutating func value(of object: AnyObject, depth: Int) throws(PropertyListError) -> PropertyListValue {
        budget -= 1
        let content = CoreFoundationObject(object)
        guard budget >= 0, !content.isContainer || depth <= PropertyListLimits.depth else { throw refusal }
        switch content {
        case .string(let units):
            if String(validating: units, as: UTF16.self) == nil { substitute(.loneSurrogate) }
            return .string(String(decoding: units, as: UTF16.self))
        case .boolean(let flag): return .boolean(flag)
        case .integer(let number): return .integer(Self.integer(number))
        case .real(let number): return .real(number)
        case .date(let seconds): return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case .data(let bytes): return .data(Data(bytes))
        case .uid(let uid): return .uid(uid)
        case .array(let objects): return .array(try elements(objects, depth: depth))
        case .set(let objects):
            substitute(.set)
            return .array(try elements(objects, depth: depth))
        case .dictionary(let pairs): return .dictionary(try dictionary(pairs, depth: depth))
        case .other:
            substitute(.null)
            return .string("<null>")
        }
    }

    private mutating func elements(
        _ objects: [AnyObject], depth: Int
    ) throws(PropertyListError) -> [PropertyListValue] {
        var values: [PropertyListValue] = []
        for (index, object) in objects.enumerated() { values.append(try member(String(index), object, depth: depth)) }
        return values
    }

    private mutating func dictionary(
        _ objects: [(key: AnyObject, value: AnyObject)], depth: Int
    ) throws(PropertyListError) -> PropertyListDictionary {
        var pairs: [(String, PropertyListValue)] = []
        for (keyObject, object) in objects {
            let (key, found) = Self.key(of: keyObject)
            pairs.append((key, try member(key, found: found, object, depth: depth)))
        }
        return PropertyListDictionary(pairs)
    }

    private mutating func member(
        _ component: String, found: PropertyListSubstitution.Found? = nil, _ object: AnyObject, depth: Int
    ) throws(PropertyListError) -> PropertyListValue {
        path.components.append(component)
        if let found { substitute(found) }
        let value = try value(of: object, depth: depth + 1)
        path.components.removeLast()
        return value
    }

    /// Returns the text of a key, and its substitution if the key is not a string.
    private static func key(of object: AnyObject) -> (text: String, found: PropertyListSubstitution.Found?) {
        switch CoreFoundationObject(object) {
        case .string(let units):
            let isExact = String(validating: units, as: UTF16.self) != nil
            return (String(decoding: units, as: UTF16.self), isExact ? nil : .loneSurrogate)
        case .integer(let number): return (number.description, .keyOfAnotherType)
        case .real(let number): return (number.description, .keyOfAnotherType)
        default: return ("<key>", .keyOfAnotherType)
        }
    }

    private static func integer(_ number: Int128) -> PropertyListInteger {
        number < 0 ? PropertyListInteger(Int64(number)) : PropertyListInteger(UInt64(number))
    }

    private mutating func substitute(_ found: PropertyListSubstitution.Found) {
        substitutions.note(found, at: substitutions.isFull ? nil : path)
    }
}
