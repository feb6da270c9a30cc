import Foundation

/// A document of `NSKeyedArchiver`: a table of objects that refer to each other by number.
///
/// No class is looked up or instantiated. An archive is treated like other data.
struct KeyedArchive {
    fileprivate let objects: [PropertyListValue]
    private let top: PropertyListDictionary

    /// Creates the archive in a property list, or returns `nil` if the property list is not an archive.
    init?(_ document: PropertyListDictionary) {
        guard case .string? = document["$archiver"], case .array(let objects) = document["$objects"],
            case .dictionary(let top) = document["$top"]
        else { return nil }
        self.objects = objects
        self.top = top
    }

    /// Creates the archive in the bytes of a property list, or returns `nil` if the bytes are not an archive.
    init?(_ bytes: [UInt8]) {
        guard case .dictionary(let document)? = try? PropertyListReader.read(bytes).value else { return nil }
        self.init(document)
    }

    /// The archived object as a value to decode, or `nil` if there is no object.
    ///
    /// An object of a class becomes the dictionary of its fields. Collections and values of Foundation become property
    /// list values. References to an object that contains them are omitted.
    var root: PropertyListValue? {
        guard let root = top["root"] ?? top.first?.value, case .uid = root else { return nil }
        var walk = ArchiveWalk(archive: self, purpose: .decoding, budget: 100 * (objects.count + 1000))
        return walk.resolve(root, depth: 0)
    }

    /// Returns the archived objects for display, with their keys. A single object with the key `root` is returned
    /// without the key.
    ///
    /// An object of a class becomes a dictionary of its fields, with the name of the class under `$class`. An object
    /// that cannot be shown is replaced by its name.
    ///
    /// - Parameters:
    ///   - budget: The maximum number of values to show plus bytes of nested data to read. The used amount is
    ///     subtracted.
    ///   - nesting: The number of archives that contain this archive.
    func description(budget: inout Int, nesting: Int) -> PropertyListValue {
        var walk = ArchiveWalk(archive: self, purpose: .description(nesting: nesting), budget: budget)
        defer { budget = walk.budget }
        let members = top.map { ($0.key, walk.resolve($0.value, depth: 1) ?? .string("<null>")) }
        if members.count == 1, let root = members.first, root.0 == "root" { return root.1 }
        return .dictionary(PropertyListDictionary(members))
    }

    /// Returns the name of the class of an object with the given fields.
    fileprivate func className(of fields: PropertyListDictionary) -> String? {
        guard case .uid(let uid)? = fields["$class"], uid < objects.count,
            case .dictionary(let description) = objects[Int(uid)], case .string(let name)? = description["$classname"]
        else { return nil }
        return name
    }
}

/// A traversal of an archive that follows references. On each path, an object occurs only once.
///
/// Shared references can stand for more values than fit in memory, so the number of values is limited.
private struct ArchiveWalk {
    /// The purpose of the values. Objects without a value are omitted for `decoding` and named for `description`.
    enum Purpose {
        case decoding
        case description(nesting: Int)
    }

    let archive: KeyedArchive
    let purpose: Purpose
    /// The number of values that may still be created.
    private(set) var budget: Int
    private var open: Set<UInt32> = []

    init(archive: KeyedArchive, purpose: Purpose, budget: Int) {
        self.archive = archive
        self.purpose = purpose
        self.budget = budget
    }

    mutating func resolve(_ value: PropertyListValue, depth: Int) -> PropertyListValue? {
        budget -= 1
        switch value {
        case .uid(let uid):
            guard uid < archive.objects.count else { return placeholder("missing object") }
            guard budget > 0, depth < PropertyListLimits.depth, open.insert(uid).inserted else {
                return placeholder("object \(uid)")
            }
            defer { open.remove(uid) }
            return object(archive.objects[Int(uid)], depth: depth + 1)
        case .array, .dictionary:
            guard budget > 0, depth < PropertyListLimits.depth else { return placeholder(value.type.rawValue) }
            return members(of: value, depth: depth + 1)
        case .string, .integer, .real, .boolean, .date, .data:
            return value
        }
    }

    private func placeholder(_ name: String) -> PropertyListValue? {
        switch purpose {
        case .decoding: nil
        case .description: .string("<\(name)>")
        }
    }

    private mutating func members(of value: PropertyListValue, depth: Int) -> PropertyListValue {
        switch value {
        case .array(let elements): .array(resolved(elements, depth: depth))
        case .dictionary(let fields): .dictionary(resolved(fields, depth: depth))
        case .string, .integer, .real, .boolean, .date, .data, .uid: value
        }
    }

    private mutating func resolved(_ elements: [PropertyListValue], depth: Int) -> [PropertyListValue] {
        var values: [PropertyListValue] = []
        for element in elements {
            if let value = resolve(element, depth: depth) { values.append(value) }
        }
        return values
    }

    private mutating func resolved(
        _ fields: some Sequence<PropertyListDictionary.Element>, depth: Int
    ) -> PropertyListDictionary {
        var pairs: [(String, PropertyListValue)] = []
        for (key, field) in fields {
            if let value = resolve(field, depth: depth) { pairs.append((key, value)) }
        }
        return PropertyListDictionary(pairs)
    }

    private mutating func object(_ value: PropertyListValue, depth: Int) -> PropertyListValue? {
        guard case .dictionary(let fields) = value else {
            // Each reference to a long text repeats the text, so its length is subtracted too.
            if case .string(let text) = value { budget -= text.utf8.count / 16 }
            return value == "$null" ? placeholder("null") : value
        }
        if case .array(let elements)? = fields["NS.objects"] {
            guard case .array(let keys)? = fields["NS.keys"] else {
                return .array(resolved(elements, depth: depth))
            }
            return .dictionary(dictionary(keys, elements, depth: depth))
        }
        return scalar(fields, depth: depth) ?? .dictionary(describedFields(fields, depth: depth))
    }

    private mutating func dictionary(
        _ keys: [PropertyListValue], _ values: [PropertyListValue], depth: Int
    ) -> PropertyListDictionary {
        var pairs: [(String, PropertyListValue)] = []
        for (key, value) in zip(keys, values) {
            if let key = resolve(key, depth: depth).flatMap(keyText), let value = resolve(value, depth: depth) {
                pairs.append((key, value))
            }
        }
        return PropertyListDictionary(pairs)
    }

    private func keyText(_ key: PropertyListValue) -> String? {
        if case .string(let text) = key { return text }
        return switch purpose {
        case .decoding: nil
        case .description: OldStyleWriter().text(of: key, isStandalone: true)
        }
    }

    /// Returns the value of an object of a Foundation class, if property lists have a type for it.
    private mutating func scalar(_ fields: PropertyListDictionary, depth: Int) -> PropertyListValue? {
        if case .real(let seconds)? = fields["NS.time"] {
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        }
        for key in ["NS.string", "NS.data", "NS.bytes"] {
            guard let content = fields[key] else { continue }
            return resolve(content, depth: depth).map { decodedData($0) }
        }
        guard case .decoding = purpose else { return nil }
        if case .data(let bytes)? = fields["NS.uuidbytes"] { return UUID(bytes).map { .string($0.uuidString) } }
        return url(fields, depth: depth)
    }

    /// Returns the text of a URL. A URL with a base URL becomes absolute.
    private mutating func url(_ fields: PropertyListDictionary, depth: Int) -> PropertyListValue? {
        guard let relative = fields["NS.relative"].flatMap({ resolve($0, depth: depth) }) else { return nil }
        guard case .string(let text) = relative,
            case .string(let base)? = fields["NS.base"].flatMap({ resolve($0, depth: depth) }),
            let url = URL(string: text, relativeTo: URL(string: base))
        else { return relative }
        return .string(url.absoluteString)
    }

    private mutating func decodedData(_ value: PropertyListValue) -> PropertyListValue {
        guard case .description(let nesting) = purpose else { return value }
        var decoder = DataDecoder(budget: budget)
        defer { budget = decoder.budget }
        return decoder.decoded(value, nesting: nesting + 1)
    }

    private mutating func describedFields(_ fields: PropertyListDictionary, depth: Int) -> PropertyListDictionary {
        switch purpose {
        case .decoding:
            return resolved(fields.filter { !$0.key.hasScalarPrefix("$") }, depth: depth)
        case .description:
            var described = resolved(fields.filter { $0.key != "$class" }, depth: depth)
            if let name = archive.className(of: fields) { described["$class"] = .string(name) }
            return described
        }
    }
}

extension UUID {
    fileprivate init?(_ bytes: Data) {
        guard bytes.count == 16 else { return nil }
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
