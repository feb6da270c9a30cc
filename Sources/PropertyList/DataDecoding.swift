public import Foundation

/// Shows what data holds that is itself a document: a keyed archive, a property list or JSON.
public enum DataDecoding {
    /// The value with all such data in it replaced by the structure it holds; other data stays.
    public static func decoded(_ value: PropertyListValue) -> PropertyListValue {
        decoded(value, nesting: 0)
    }

    /// - Parameter nesting: how many archives the value is in. In more than a few others an archive stays the data that it is.
    fileprivate static func decoded(_ value: PropertyListValue, nesting: Int) -> PropertyListValue {
        switch value {
        case .data(let data):
            structure(in: data, nesting: nesting) ?? value
        case .array(let elements):
            .array(elements.map { decoded($0, nesting: nesting) })
        case .dictionary(let dictionary):
            .dictionary(PropertyListDictionary(dictionary.map { ($0.key, decoded($0.value, nesting: nesting)) }))
        case .string, .integer, .real, .boolean, .date, .uid:
            value
        }
    }

    /// The structure that data holds, nil where it holds none. A lone string in it would be no structure.
    public static func structure(in data: Data) -> PropertyListValue? {
        structure(in: data, nesting: 0)
    }

    private static func structure(in data: Data, nesting: Int) -> PropertyListValue? {
        guard nesting < 8 else { return nil }
        let bytes = [UInt8](data)
        let value =
            JSONReader.recognizes(bytes) ? try? JSONReader.read(bytes) : try? PropertyListReader.read(bytes).value
        switch value {
        case .dictionary(let dictionary):
            let limit = PropertyListLimits.values(inBytes: data.count)
            return KeyedArchive(dictionary)?.structure(limit: limit, nesting: nesting) ?? .dictionary(dictionary)
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
    ///
    /// - Parameters:
    ///   - limit: how many values it may unfold to.
    ///   - nesting: how many archives it is in.
    func structure(limit: Int, nesting: Int) -> PropertyListValue {
        var walk = Walk(objects: objects, nesting: nesting, budget: limit)
        let members = top.map { ($0.key, walk.resolve($0.value, depth: 1)) }
        if members.count == 1, let root = members.first, root.0 == "root" { return root.1 }
        return .dictionary(PropertyListDictionary(members))
    }

    /// A way through the table. An object that contains itself is shown once; what lies deeper than containers can, or goes beyond
    /// the budget, is named only.
    private struct Walk {
        let objects: [PropertyListValue]
        let nesting: Int
        /// How many more values may be shown.
        private var budget: Int
        private var open: Set<UInt32> = []

        init(objects: [PropertyListValue], nesting: Int, budget: Int) {
            self.objects = objects
            self.nesting = nesting
            self.budget = budget
        }

        mutating func resolve(_ value: PropertyListValue, depth: Int) -> PropertyListValue {
            budget -= 1
            switch value {
            case .uid(let uid):
                guard uid < objects.count else { return .string("<missing object>") }
                guard budget > 0, depth < PropertyListLimits.depth, open.insert(uid).inserted else {
                    return .string("<object \(uid)>")
                }
                defer { open.remove(uid) }
                return object(objects[Int(uid)], depth: depth + 1)
            case .array, .dictionary:
                guard budget > 0, depth < PropertyListLimits.depth else { return .string("<\(value.type.rawValue)>") }
                return members(of: value, depth: depth + 1)
            case .string, .integer, .real, .boolean, .date, .data:
                return value
            }
        }

        private mutating func members(of value: PropertyListValue, depth: Int) -> PropertyListValue {
            switch value {
            case .array(let elements):
                .array(elements.map { resolve($0, depth: depth) })
            case .dictionary(let dictionary):
                .dictionary(PropertyListDictionary(dictionary.map { ($0.key, resolve($0.value, depth: depth)) }))
            case .string, .integer, .real, .boolean, .date, .data, .uid:
                value
            }
        }

        private mutating func object(_ value: PropertyListValue, depth: Int) -> PropertyListValue {
            guard case .dictionary(let properties) = value else { return value == "$null" ? "<null>" : value }
            if case .array(let elements)? = properties["NS.objects"] {
                let elements = elements.map { resolve($0, depth: depth) }
                guard case .array(let keys)? = properties["NS.keys"] else { return .array(elements) }
                let texts = keys.map { text(of: resolve($0, depth: depth)) }
                return .dictionary(PropertyListDictionary(zip(texts, elements)))
            }
            for key in ["NS.string", "NS.data", "NS.bytes"] {
                guard let content = properties[key] else { continue }
                return DataDecoding.decoded(resolve(content, depth: depth), nesting: nesting + 1)
            }
            if case .real(let seconds)? = properties["NS.time"] {
                return .date(Date(timeIntervalSinceReferenceDate: seconds))
            }
            return .dictionary(described(properties, depth: depth))
        }

        private mutating func described(_ properties: PropertyListDictionary, depth: Int) -> PropertyListDictionary {
            var result = PropertyListDictionary(
                properties.filter { $0.key != "$class" }.map { ($0.key, resolve($0.value, depth: depth)) })
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
