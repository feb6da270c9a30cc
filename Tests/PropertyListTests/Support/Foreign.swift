import Foundation
import PropertyList

/// Comparisons with Foundation, which shares no code with the readers under test.
enum Foreign {
    /// Returns the root of a property list as `PropertyListSerialization` reads it.
    static func read(_ data: Data) throws -> Any {
        try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    }

    /// Returns whether an object of Foundation has the type and content of a value.
    ///
    /// References in keyed archives are opaque in Foundation, so only their type is compared.
    static func isSame(_ object: Any, as value: PropertyListValue) -> Bool {
        switch value {
        case .string(let text): (object as? String).map { $0.hasSameScalars(as: text) } ?? false
        case .boolean(let flag): type(of: object) == Bool.self && object as? Bool == flag
        case .integer(let number): isSame(object, as: number)
        case .real(let number): isSame(object, as: number)
        case .date(let date): (object as? Date).map { isSame($0, as: date) } ?? false
        case .data(let data): object as? Data == data
        case .uid: String(describing: type(of: object)).contains("UID")
        case .array(let elements): isSame(object, as: elements)
        case .dictionary(let dictionary): isSame(object, as: dictionary)
        }
    }

    private static func isSame(_ object: Date, as date: Date) -> Bool {
        let (seconds, others) = (object.timeIntervalSinceReferenceDate, date.timeIntervalSinceReferenceDate)
        return seconds == others || (seconds.isNaN && others.isNaN)
    }

    private static func isSame(_ object: Any, as number: PropertyListInteger) -> Bool {
        guard type(of: object) != Bool.self, let object = object as? NSNumber, !isFloatingPoint(object) else {
            return false
        }
        // An NSNumber describes its value in decimal digits for every width.
        return object.description == number.description
    }

    private static func isSame(_ object: Any, as number: Double) -> Bool {
        guard type(of: object) != Bool.self, let object = object as? NSNumber, isFloatingPoint(object) else {
            return false
        }
        return object.doubleValue.bitPattern == number.bitPattern || (object.doubleValue.isNaN && number.isNaN)
    }

    private static func isFloatingPoint(_ number: NSNumber) -> Bool {
        ["d", "f"].contains(String(cString: number.objCType))
    }

    private static func isSame(_ object: Any, as elements: [PropertyListValue]) -> Bool {
        guard let objects = object as? [Any], objects.count == elements.count else { return false }
        return zip(objects, elements).allSatisfy { isSame($0, as: $1) }
    }

    private static func isSame(_ object: Any, as dictionary: PropertyListDictionary) -> Bool {
        guard let objects = object as? [String: Any], objects.count == dictionary.count else { return false }
        return dictionary.allSatisfy { key, value in objects[key].map { isSame($0, as: value) } ?? false }
    }
}
