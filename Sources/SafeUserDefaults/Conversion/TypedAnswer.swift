import Foundation

/// Converts objects for the typed functions of `UserDefaults`, by the rules of `NSNumber` and `NSString`.
///
/// A subclass can return objects of any type. ``SafeUserDefaults`` returns only a `Float` or the types of
/// ``PropertyList/PropertyListValue/foundationObject``. These types are compared first.
enum TypedAnswer {
    static func integer(_ object: Any) -> Int {
        let type = Swift.type(of: object)
        if type == Int.self, let number = object as? Int { return number }
        if type == Bool.self, let flag = object as? Bool { return flag ? 1 : 0 }
        if type == String.self, let text = object as? String { return number(in: text).integerValue }
        return (object as? NSNumber)?.intValue ?? 0
    }

    static func double(_ object: Any) -> Double {
        let type = Swift.type(of: object)
        if type == Double.self, let number = object as? Double { return number }
        if type == Float.self, let number = object as? Float { return Double(number) }
        if type == Int.self, let number = object as? Int { return Double(number) }
        if type == Bool.self, let flag = object as? Bool { return flag ? 1 : 0 }
        if type == String.self, let text = object as? String { return number(in: text).doubleValue }
        return (object as? NSNumber)?.doubleValue ?? 0
    }

    static func float(_ object: Any) -> Float {
        let type = Swift.type(of: object)
        if type == Float.self, let number = object as? Float { return number }
        if type == Double.self, let number = object as? Double { return Float(number) }
        if type == Int.self, let number = object as? Int { return Float(number) }
        if type == Bool.self, let flag = object as? Bool { return flag ? 1 : 0 }
        if type == String.self, let text = object as? String { return number(in: text).floatValue }
        return (object as? NSNumber)?.floatValue ?? 0
    }

    static func bool(_ object: Any) -> Bool {
        let type = Swift.type(of: object)
        if type == Bool.self, let flag = object as? Bool { return flag }
        if type == Int.self, let number = object as? Int { return number != 0 }
        if type == Double.self, let number = object as? Double { return number != 0 }
        if type == Float.self, let number = object as? Float { return number != 0 }
        if type == String.self, let text = object as? String { return NSString(string: text).boolValue }
        return (object as? NSNumber)?.boolValue ?? false
    }

    static func string(_ object: Any) -> String? {
        let type = Swift.type(of: object)
        if type == String.self { return object as? String }
        if type == Bool.self, let flag = object as? Bool { return flag ? "1" : "0" }
        if type == Int.self, let number = object as? Int { return "\(number)" }
        if type == Double.self, let number = object as? Double { return "\(number)" }
        if type == Float.self, let number = object as? Float { return "\(number)" }
        return object as? String ?? (object as? NSNumber)?.stringValue
    }

    static func url(_ object: Any) -> URL? {
        switch object {
        case let url as URL: url
        case let text as String: url(in: text)
        // `NSKeyedUnarchiver` ends the program if data is not an archive.
        case let data as Data: try? PropertyListValueDecoder().decode(URL.self, from: .data(data))
        default: nil
        }
    }

    /// Returns the URL that a typed key has stored, or the file URL of a path.
    private static func url(in text: String) -> URL? {
        if let url = URL(string: text, encodingInvalidCharacters: false), url.scheme != nil { return url }
        return URL(fileURLWithPath: NSString(string: text).expandingTildeInPath)
    }

    /// Returns the text before the first character beyond U+FFFF. `NSString` ends the program if it finds such a
    /// character while it parses a number.
    private static func number(in text: String) -> NSString {
        NSString(string: String(text.unicodeScalars.prefix { $0.value <= 0xFFFF }))
    }
}
