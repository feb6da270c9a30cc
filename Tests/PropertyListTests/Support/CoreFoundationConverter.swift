import CoreFoundation
import Foundation

@testable import PropertyList

/// A converter of CoreFoundation objects to values, with a limited number of values.
struct CoreFoundationConverter {
    private(set) var substitutions = Substitutions()
    private var budget: Int
    private let limit: Int
    private var path = PropertyListPath()
    private let types = CoreFoundationTypes()

    init(budget: Int) {
        self.budget = budget
        limit = budget
    }

    mutating func value(of object: AnyObject, depth: Int) throws(PropertyListError) -> PropertyListValue {
        budget -= 1
        guard budget >= 0 else { throw PropertyListError(.tooManyValues(limit: limit)) }
        let type = CFGetTypeID(object)
        switch type {
        case types.string: return string(cast(object))
        case types.boolean: return .boolean(CFBooleanGetValue(cast(object)))
        case types.number: return number(cast(object))
        case types.date: return .date(Date(timeIntervalSinceReferenceDate: CFDateGetAbsoluteTime(cast(object))))
        case types.data: return .data(data(cast(object)))
        case types.uid: return .uid(_CFKeyedArchiverUIDGetValue(cast(object)))
        case types.array, types.set, types.dictionary:
            guard depth <= PropertyListLimits.depth else { throw PropertyListError(.tooDeep(at: path)) }
            return try container(object, type: type, depth: depth)
        default:
            substitute(.null)
            return .string("<null>")
        }
    }

    private mutating func container(
        _ object: AnyObject, type: CFTypeID, depth: Int
    ) throws(PropertyListError) -> PropertyListValue {
        switch type {
        case types.array:
            return .array(try elements(arrayElements(cast(object)), depth: depth))
        case types.set:
            substitute(.set)
            return .array(try elements(setElements(cast(object)), depth: depth))
        default:
            return .dictionary(try dictionary(cast(object), depth: depth))
        }
    }

    private mutating func elements(_ objects: [AnyObject], depth: Int) throws(PropertyListError) -> [PropertyListValue]
    {
        var values: [PropertyListValue] = []
        values.reserveCapacity(objects.count)
        for (index, object) in objects.enumerated() {
            enter(String(index))
            values.append(try value(of: object, depth: depth + 1))
            path.components.removeLast()
        }
        return values
    }

    private mutating func dictionary(_ object: CFDictionary, depth: Int) throws(PropertyListError)
        -> PropertyListDictionary
    {
        let count = CFDictionaryGetCount(object)
        var keys = [UnsafeRawPointer?](repeating: nil, count: count)
        var values = keys
        CFDictionaryGetKeysAndValues(object, &keys, &values)
        var pairs: [(String, PropertyListValue)] = []
        pairs.reserveCapacity(count)
        for (keyObject, valueObject) in zip(self.objects(keys), self.objects(values)) {
            let (key, found) = key(of: keyObject)
            enter(key)
            if let found { substitute(found) }
            pairs.append((key, try value(of: valueObject, depth: depth + 1)))
            path.components.removeLast()
        }
        return PropertyListDictionary(pairs)
    }

    private mutating func enter(_ component: String) {
        path.components.append(component)
    }

    /// Returns the text of a key, and its substitution if the key is not a string.
    private func key(of object: AnyObject) -> (text: String, found: PropertyListSubstitution.Found?) {
        let type = CFGetTypeID(object)
        if type == types.string {
            let (text, isExact) = text(of: cast(object))
            return (text, isExact ? nil : .loneSurrogate)
        }
        guard type == types.number else { return ("<key>", .keyOfAnotherType) }
        // The description of the CoreFoundation object contains an address in memory.
        return switch number(cast(object)) {
        case .integer(let integer): (integer.description, .keyOfAnotherType)
        case .real(let real): (real.description, .keyOfAnotherType)
        default: ("<key>", .keyOfAnotherType)
        }
    }

    private mutating func string(_ string: CFString) -> PropertyListValue {
        let (text, isExact) = text(of: string)
        if !isExact { substitute(.loneSurrogate) }
        return .string(text)
    }

    private func text(of string: CFString) -> (text: String, isExact: Bool) {
        let count = CFStringGetLength(string)
        if let ascii = CFStringGetCStringPtr(string, CFStringBuiltInEncodings.ASCII.rawValue) {
            // CoreFoundation stores bytes above 7F in strings that it takes for ASCII. The code below handles them.
            let bytes = UnsafeRawBufferPointer(start: ascii, count: count)
            if bytes.allSatisfy({ $0 < 0x80 }) { return (String(decoding: bytes, as: UTF8.self), true) }
        }
        var units = [UniChar](repeating: 0, count: count)
        CFStringGetCharacters(string, CFRange(location: 0, length: count), &units)
        if let text = String(validating: units, as: UTF16.self) { return (text, true) }
        return (String(decoding: units, as: UTF16.self), false)
    }

    private func number(_ object: CFNumber) -> PropertyListValue {
        if CFNumberIsFloatType(object) {
            var real = 0.0
            CFNumberGetValue(object, .doubleType, &real)
            return .real(real)
        }
        var signed: Int64 = 0
        CFNumberGetValue(object, .sInt64Type, &signed)
        guard signed < 0 else { return .integer(PropertyListInteger(signed)) }
        // As 64 bits, a number above Int64.max would be negative. CoreFoundation's private type of 128 bits
        // distinguishes them.
        var wide = (high: Int64(0), low: UInt64(0))
        CFNumberGetValue(object, CoreFoundationTypes.wideInteger, &wide)
        return .integer(wide.high == 0 ? PropertyListInteger(wide.low) : PropertyListInteger(signed))
    }

    private func data(_ object: CFData) -> Data {
        guard let bytes = CFDataGetBytePtr(object) else { return Data() }
        return Data(bytes: bytes, count: CFDataGetLength(object))
    }

    private func arrayElements(_ array: CFArray) -> [AnyObject] {
        var pointers = [UnsafeRawPointer?](repeating: nil, count: CFArrayGetCount(array))
        CFArrayGetValues(array, CFRange(location: 0, length: pointers.count), &pointers)
        return objects(pointers)
    }

    private func setElements(_ set: CFSet) -> [AnyObject] {
        var pointers = [UnsafeRawPointer?](repeating: nil, count: CFSetGetCount(set))
        CFSetGetValues(set, &pointers)
        return objects(pointers)
    }

    /// Returns the objects of a collection, retained by the array.
    private func objects(_ pointers: [UnsafeRawPointer?]) -> [AnyObject] {
        pointers.compactMap { $0.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() } }
    }

    /// Returns an object as the type that its type identifier names. (`unsafeDowncast` ends the process in debug
    /// builds.)
    private func cast<Object: AnyObject>(_ object: AnyObject) -> Object {
        Unmanaged<Object>.fromOpaque(Unmanaged.passUnretained(object).toOpaque()).takeUnretainedValue()
    }

    private mutating func substitute(_ found: PropertyListSubstitution.Found) {
        substitutions.note(found, at: substitutions.isFull ? nil : path)
    }
}
