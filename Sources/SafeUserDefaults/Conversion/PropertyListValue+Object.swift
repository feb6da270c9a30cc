import DefaultsPreferences
import Foundation

extension PropertyListValue {
    /// Creates the stored form of an object that a program passes to `UserDefaults`.
    ///
    /// - Parameter key: The key of the object, which begins the path of an error.
    /// - Throws: `PreferenceValueError` if a property list cannot hold the object.
    init(storing object: Any, as key: String) throws(PreferenceValueError) {
        do throws(UnsupportedObject) {
            try self.init(object)
        } catch {
            throw .unstorable(at: PropertyListPath([key] + error.path.reversed()), reason: error.reason)
        }
    }

    /// Creates the stored form of an object.
    ///
    /// The types that most programs use are compared first: a cast that fails takes much longer than a comparison of
    /// types.
    private init(_ object: Any) throws(UnsupportedObject) {
        let type = Swift.type(of: object)
        if type == String.self, let text = object as? String {
            self = .string(text)
        } else if type == Int.self, let number = object as? Int {
            self = .integer(PropertyListInteger(Int64(number)))
        } else if type == Bool.self, let flag = object as? Bool {
            self = .boolean(flag)
        } else if type == Double.self, let number = object as? Double {
            self = .real(number)
        } else if type == Float.self, let number = object as? Float {
            self = .real(Double(number))
        } else if type == CGFloat.self, let number = object as? CGFloat {
            self = .real(Double(number))
        } else {
            self = try Self.other(object)
        }
    }

    private static func other(_ object: Any) throws(UnsupportedObject) -> PropertyListValue {
        switch object {
        case let data as Data: return .data(data)
        case let date as Date: return .date(date)
        case let url as URL: return .url(url)
        case let number as NSDecimalNumber: return .decimal(number.decimalValue)
        case let number as NSNumber: return PropertyListValue(number)
        case let text as String: return .string(text)
        case let elements as [Any]: return .array(try self.elements(elements))
        case let dictionary as [String: Any]: return try self.dictionary(dictionary)
        case let text as Substring: return .string(String(text))
        case let dictionary as [Substring: Any]:
            return try self.dictionary(
                Dictionary(dictionary.map { (String($0.key), $0.value) }, uniquingKeysWith: { $1 }))
        default: throw UnsupportedObject(type: "\(Swift.type(of: object))")
        }
    }

    private static func elements(_ objects: [Any]) throws(UnsupportedObject) -> [PropertyListValue] {
        try objects.enumerated().map { index, object throws(UnsupportedObject) in try element(object, "\(index)") }
    }

    private static func dictionary(_ objects: [String: Any]) throws(UnsupportedObject) -> PropertyListValue {
        var pairs: [(String, PropertyListValue)] = []
        for (key, object) in objects { pairs.append((key, try element(object, key))) }
        let dictionary = PropertyListDictionary(pairs)
        return ReferenceForm.reference(in: dictionary) ?? .dictionary(dictionary)
    }

    /// Creates the stored form of an object in a container. Adds the path component of the object to an error.
    private static func element(_ object: Any, _ component: String) throws(UnsupportedObject) -> PropertyListValue {
        do throws(UnsupportedObject) {
            return try PropertyListValue(object)
        } catch {
            throw UnsupportedObject(type: error.type, path: error.path + [component])
        }
    }

    /// Creates the stored form of a number, according to the type of its object.
    ///
    /// Booleans are recognized by their class. A cast to `Bool` also succeeds for other numbers. The Objective-C type
    /// does not help either, because booleans and `Int8` both have the type `c`.
    private init(_ number: NSNumber) {
        if Swift.type(of: number) == Swift.type(of: NSNumber(value: true)) {
            self = .boolean(number.boolValue)
            return
        }
        switch String(cString: number.objCType) {
        case "d", "f": self = .real(number.doubleValue)
        case "Q": self = .integer(PropertyListInteger(number.uint64Value))
        default: self = .integer(PropertyListInteger(number.int64Value))
        }
    }
}

extension PropertyListDictionary {
    /// Creates the stored form of the objects of a domain.
    ///
    /// - Parameter onError: A closure that is called with the error for each object that a property list cannot hold.
    ///   If it does not throw, the object is omitted.
    init(storing objects: [String: Any], onError: (PreferenceValueError) throws -> Void) rethrows {
        var pairs: [(String, PropertyListValue)] = []
        for (key, object) in objects {
            do throws(PreferenceValueError) {
                pairs.append((key, try PropertyListValue(storing: object, as: key)))
            } catch {
                try onError(error)
            }
        }
        self.init(pairs)
    }
}

/// An object that a property list cannot hold.
private struct UnsupportedObject: Error {
    /// The type of the object, or of the part of it that is not supported.
    let type: String
    /// The path components of that part, from the innermost to the outermost.
    var path: [String] = []

    var reason: String { "a property list cannot hold a value of the type '\(type)'" }
}
