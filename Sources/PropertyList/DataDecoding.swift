public import Foundation

/// Shows what data holds that is itself a document: a keyed archive, a property list or JSON.
public enum DataDecoding {
    /// The value with all such data in it replaced by the structure it holds; other data stays.
    ///
    /// It takes time and memory in proportion to the data: where the same objects are shown so often that it would be more, data stays
    /// data, and objects are named only.
    public static func decoded(_ value: PropertyListValue) -> PropertyListValue {
        var decoder = DataDecoder(bytes: dataSize(of: value))
        return decoder.decoded(value, nesting: 0)
    }

    /// The structure that data holds, nil where it holds none. A lone string in it would be no structure.
    public static func structure(in data: Data) -> PropertyListValue? {
        var decoder = DataDecoder(bytes: data.count)
        return decoder.structure(in: data, nesting: 0)
    }

    private static func dataSize(of value: PropertyListValue) -> Int {
        switch value {
        case .data(let data): data.count
        case .array(let elements): elements.reduce(0) { $0 + dataSize(of: $1) }
        case .dictionary(let dictionary): dictionary.reduce(0) { $0 + dataSize(of: $1.value) }
        case .string, .integer, .real, .boolean, .date, .uid: 0
        }
    }
}

/// Decodes data, and data in it, until its budget is used up.
private struct DataDecoder {
    /// How many more bytes may be looked at, and values shown.
    var budget: Int

    init(budget: Int) {
        self.budget = budget
    }

    /// For so many bytes of data: enough to look at all of them, and again at what is in them.
    init(bytes: Int) {
        budget = 4 * PropertyListLimits.values(inBytes: bytes)
    }

    /// - Parameter nesting: how many archives the value is in. In more than a few others an archive stays the data that it is.
    mutating func decoded(_ value: PropertyListValue, nesting: Int) -> PropertyListValue {
        switch value {
        case .data(let data):
            return structure(in: data, nesting: nesting) ?? value
        case .array(let elements):
            return .array(elements.map { decoded($0, nesting: nesting) })
        case .dictionary(let dictionary):
            return .dictionary(
                PropertyListDictionary(dictionary.map { ($0.key, decoded($0.value, nesting: nesting)) }))
        case .string, .integer, .real, .boolean, .date, .uid:
            return value
        }
    }

    mutating func structure(in data: Data, nesting: Int) -> PropertyListValue? {
        guard nesting < 8, data.count < budget else { return nil }
        budget -= data.count
        let bytes = [UInt8](data)
        let value =
            JSONReader.recognizes(bytes) ? try? JSONReader.read(bytes) : try? PropertyListReader.read(bytes).value
        switch value {
        case .dictionary(let dictionary)?:
            if let archive = KeyedArchive(dictionary) {
                return archive.structure(budget: &budget, nesting: nesting)
            }
            return spend(on: .dictionary(dictionary)) ? value : nil
        case .array?: return value.flatMap { spend(on: $0) ? $0 : nil }
        default: return nil
        }
    }

    /// Takes a value and all in it from the budget. False where that is not enough.
    private mutating func spend(on value: PropertyListValue) -> Bool {
        budget -= 1
        guard budget > 0 else { return false }
        return switch value {
        case .array(let elements): elements.allSatisfy { spend(on: $0) }
        case .dictionary(let dictionary): dictionary.allSatisfy { spend(on: $0.value) }
        case .string, .integer, .real, .boolean, .date, .data, .uid: true
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
    ///   - budget: how many values may be shown, and bytes of data in it be looked at.
    ///   - nesting: how many archives it is in.
    func structure(budget: inout Int, nesting: Int) -> PropertyListValue {
        var walk = Walk(objects: objects, nesting: nesting, budget: budget)
        defer { budget = walk.budget }
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
        private(set) var budget: Int
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
            guard case .dictionary(let properties) = value else {
                // A long text that many objects refer to is much to show.
                if case .string(let text) = value { budget -= text.utf8.count / 16 }
                return value == "$null" ? "<null>" : value
            }
            if case .array(let elements)? = properties["NS.objects"] {
                let elements = elements.map { resolve($0, depth: depth) }
                guard case .array(let keys)? = properties["NS.keys"] else { return .array(elements) }
                let texts = keys.map { text(of: resolve($0, depth: depth)) }
                return .dictionary(PropertyListDictionary(zip(texts, elements)))
            }
            for key in ["NS.string", "NS.data", "NS.bytes"] {
                guard let content = properties[key] else { continue }
                let resolved = resolve(content, depth: depth)
                var decoder = DataDecoder(budget: budget)
                defer { budget = decoder.budget }
                return decoder.decoded(resolved, nesting: nesting + 1)
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
