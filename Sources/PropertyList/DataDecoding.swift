public import Foundation

/// Shows what data holds that is itself a document: a keyed archive, a property list or JSON.
public enum DataDecoding {
    /// The value with all such data in it replaced by the structure it holds; other data stays.
    public static func decoded(_ value: PropertyListValue) -> PropertyListValue {
        switch value {
        case .data(let data):
            structure(in: data) ?? value
        case .array(let elements):
            .array(elements.map(decoded))
        case .dictionary(let dictionary):
            .dictionary(PropertyListDictionary(dictionary.map { ($0.key, decoded($0.value)) }))
        case .string, .integer, .real, .boolean, .date, .uid:
            value
        }
    }

    /// The structure that data holds, nil where it holds none. A lone string in it would be no structure.
    public static func structure(in data: Data) -> PropertyListValue? {
        let bytes = [UInt8](data)
        let value =
            JSONReader.recognizes(bytes) ? try? JSONReader.read(bytes) : try? PropertyListReader.read(bytes).value
        switch value {
        case .dictionary(let dictionary): return KeyedArchive(dictionary)?.structure ?? .dictionary(dictionary)
        case .array: return value
        default: return nil
        }
    }
}

/// The document of an `NSKeyedArchiver`: a table of objects that refer to one another by number.
private struct KeyedArchive {
    private let objects: [PropertyListValue]
    private let top: PropertyListDictionary

    init?(_ document: PropertyListDictionary) {
        guard case .string? = document["$archiver"], case .array(let objects) = document["$objects"],
            case .dictionary(let top) = document["$top"]
        else { return nil }
        self.objects = objects
        self.top = top
    }

    /// The archived objects by the keys they were encoded under, a lone one without its key.
    ///
    /// Collections of Foundation become arrays and dictionaries, and its strings, dates and data what they are; any other object is a
    /// dictionary of its properties, with the name of its class under `$class`.
    var structure: PropertyListValue {
        var walk = Walk(objects: objects)
        let members = top.map { ($0.key, walk.resolve($0.value)) }
        if members.count == 1, let root = members.first, root.0 == "root" { return root.1 }
        return .dictionary(PropertyListDictionary(members))
    }

    /// A way through the table. An object that contains itself is shown once, and so is what goes beyond the budget.
    private struct Walk {
        let objects: [PropertyListValue]
        private var open: Set<UInt32> = []
        private var budget: Int

        init(objects: [PropertyListValue]) {
            self.objects = objects
            budget = 10_000 + 16 * objects.count
        }

        mutating func resolve(_ value: PropertyListValue) -> PropertyListValue {
            switch value {
            case .uid(let uid):
                guard uid < objects.count else { return .string("<missing object>") }
                budget -= 1
                guard budget > 0, open.count < PropertyListLimits.depth / 4, open.insert(uid).inserted else {
                    return .string("<object \(uid)>")
                }
                defer { open.remove(uid) }
                return object(objects[Int(uid)])
            case .array(let elements):
                return .array(elements.map { resolve($0) })
            case .dictionary(let dictionary):
                return .dictionary(PropertyListDictionary(dictionary.map { ($0.key, resolve($0.value)) }))
            case .string, .integer, .real, .boolean, .date, .data:
                return value
            }
        }

        private mutating func object(_ value: PropertyListValue) -> PropertyListValue {
            guard case .dictionary(let properties) = value else { return value == "$null" ? "<null>" : value }
            if case .array(let elements)? = properties["NS.objects"] {
                guard case .array(let keys)? = properties["NS.keys"] else { return resolve(.array(elements)) }
                return .dictionary(
                    PropertyListDictionary(zip(keys.map { text(of: resolve($0)) }, elements.map { resolve($0) })))
            }
            for key in ["NS.string", "NS.data", "NS.bytes"] {
                if let content = properties[key] { return DataDecoding.decoded(resolve(content)) }
            }
            if case .real(let seconds)? = properties["NS.time"] {
                return .date(Date(timeIntervalSinceReferenceDate: seconds))
            }
            return .dictionary(described(properties))
        }

        private mutating func described(_ properties: PropertyListDictionary) -> PropertyListDictionary {
            var result = PropertyListDictionary(
                properties.filter { $0.key != "$class" }.map { ($0.key, resolve($0.value)) })
            if case .uid(let uid)? = properties["$class"], uid < objects.count,
                case .dictionary(let description) = objects[Int(uid)], let name = description["$classname"]
            {
                result["$class"] = name
            }
            return result
        }

        private func text(of key: PropertyListValue) -> String {
            if case .string(let text) = key { return text }
            return OldStyleWriter().standaloneText(of: key)
        }
    }
}
