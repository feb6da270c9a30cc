import Foundation
import PropertyList

/// What `NSKeyedArchiver` wrote, as values. No class is looked up and nothing is instantiated: an archive is data like any other.
struct KeyedArchive {
    /// The archived object: an object of a class as the dictionary of its fields, collections and values as what they are.
    let root: PropertyListValue

    /// Nil for bytes that are no keyed archive, or one that refers to itself.
    init?(_ data: Data) {
        guard case .dictionary(let archive)? = try? PropertyListReader.read(Array(data)).value,
            archive["$archiver"] == "NSKeyedArchiver", case .array(let objects)? = archive["$objects"],
            case .dictionary(let top)? = archive["$top"], case .uid(let uid)? = top["root"] ?? top.first?.value
        else { return nil }
        var unpacking = Unpacking(objects: objects)
        guard let root = unpacking.object(uid) else { return nil }
        self.root = root
    }
}

/// Follows the references of an archive.
private struct Unpacking {
    let objects: [PropertyListValue]
    private var open: Set<UInt32> = []
    /// Shared references could unfold to more values than fit in memory.
    private var budget: Int

    init(objects: [PropertyListValue]) {
        self.objects = objects
        budget = 100 * (objects.count + 1000)
    }

    /// The object of a number; nil where it is a null, is not there, or contains itself.
    mutating func object(_ uid: UInt32) -> PropertyListValue? {
        budget -= 1
        guard budget > 0, objects.indices.contains(Int(uid)), open.count < PropertyListLimits.depth,
            open.insert(uid).inserted
        else { return nil }
        defer { open.remove(uid) }
        guard case .dictionary(let fields) = objects[Int(uid)], let name = className(of: fields) else {
            let object = objects[Int(uid)]
            return object == "$null" ? nil : object
        }
        return value(ofClass: name, fields)
    }

    private func className(of fields: PropertyListDictionary) -> String? {
        guard case .uid(let uid)? = fields["$class"], objects.indices.contains(Int(uid)),
            case .dictionary(let description) = objects[Int(uid)],
            case .string(let name)? = description["$classname"]
        else { return nil }
        return name
    }

    private mutating func value(ofClass name: String, _ fields: PropertyListDictionary) -> PropertyListValue? {
        switch name {
        case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet":
            return .array(elements(fields["NS.objects"]))
        case "NSDictionary", "NSMutableDictionary":
            return dictionary(fields)
        case "NSString", "NSMutableString":
            return fields["NS.string"] ?? fields["NS.bytes"]
        case "NSData", "NSMutableData":
            return fields["NS.data"] ?? fields["NS.bytes"]
        case "NSDate":
            guard case .real(let seconds)? = fields["NS.time"] else { return nil }
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case "NSURL":
            return fields["NS.relative"].flatMap { resolved($0) }
        case "NSUUID":
            guard case .data(let bytes)? = fields["NS.uuidbytes"], bytes.count == 16 else { return nil }
            return .string(Self.uuidText(bytes))
        default:
            return fieldsOfObject(fields)
        }
    }

    private mutating func fieldsOfObject(_ fields: PropertyListDictionary) -> PropertyListValue {
        var pairs: [(String, PropertyListValue)] = []
        for (key, field) in fields where !key.hasScalarPrefix("$") {
            if let value = resolved(field) { pairs.append((key, value)) }
        }
        return .dictionary(PropertyListDictionary(pairs))
    }

    private mutating func dictionary(_ fields: PropertyListDictionary) -> PropertyListValue? {
        guard case .array(let keys)? = fields["NS.keys"], case .array(let values)? = fields["NS.objects"],
            keys.count == values.count
        else { return fieldsOfObject(fields) }
        var pairs: [(String, PropertyListValue)] = []
        for (key, value) in zip(keys, values) {
            guard case .string(let key)? = resolved(key), let value = resolved(value) else { continue }
            pairs.append((key, value))
        }
        return .dictionary(PropertyListDictionary(pairs))
    }

    private mutating func elements(_ list: PropertyListValue?) -> [PropertyListValue] {
        guard case .array(let elements)? = list else { return [] }
        var values: [PropertyListValue] = []
        for element in elements {
            if let value = resolved(element) { values.append(value) }
        }
        return values
    }

    private mutating func resolved(_ value: PropertyListValue) -> PropertyListValue? {
        if case .uid(let uid) = value { object(uid) } else { value }
    }

    private static func uuidText(_ bytes: Data) -> String {
        let digits = bytes.map { String($0, radix: 16, uppercase: true).leftPadded(to: 2) }.joined()
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.append(digit)
        }
        return text
    }
}
