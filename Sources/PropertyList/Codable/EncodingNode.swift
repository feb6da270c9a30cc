/// A place in a value that is being encoded. A class, for containers are filled after they were given away.
final class EncodingNode {
    private enum Content {
        case nothing
        case null
        case value(PropertyListValue)
        case array([EncodingNode])
        case dictionary
    }

    private var content = Content.nothing
    private var fields: [(key: any CodingKey, node: EncodingNode)] = []
    private var indexes: [ExactName: Int] = [:]
    /// An error in a call that cannot throw, thrown when the value is put together.
    private var fault: String?
    /// The names of the fields that were given to this place, nil ones included.
    private(set) var names: Set<ExactName> = []
    /// Whether the names are all that there can be: those of a struct or class, not of a dictionary or enumeration.
    var hasFixedNames = false
    /// Whether the order of the elements means nothing, so that a fixed one is better.
    var isUnordered = false

    var count: Int {
        if case .array(let elements) = content { elements.count } else { 0 }
    }

    func becomeNull() {
        set(.null)
    }

    func become(_ value: PropertyListValue) {
        set(.value(value))
    }

    private func set(_ new: Content) {
        if case .nothing = content { content = new } else { fault = EncodingFault.twice }
    }

    func becomeDictionary() {
        switch content {
        case .nothing: content = .dictionary
        case .dictionary: break
        case .null, .value, .array: fault = EncodingFault.kinds
        }
    }

    func becomeArray() {
        switch content {
        case .nothing: content = .array([])
        case .array: break
        case .null, .value, .dictionary: fault = EncodingFault.kinds
        }
    }

    /// Notes that there is a field of this name, which may hold nothing.
    func declare(_ key: any CodingKey) {
        names.insert(ExactName(key.stringValue))
    }

    /// A new place for a field, instead of what it held.
    func field(_ key: any CodingKey) -> EncodingNode {
        declare(key)
        let node = EncodingNode()
        if let index = indexes[ExactName(key.stringValue)] {
            fields[index].node = node
        } else {
            indexes[ExactName(key.stringValue)] = fields.count
            fields.append((key, node))
        }
        return node
    }

    /// The place of a field as it is: a class and its superclass may fill one container.
    func sharedField(_ key: any CodingKey) -> EncodingNode {
        indexes[ExactName(key.stringValue)].map { fields[$0].node } ?? field(key)
    }

    func append() -> EncodingNode {
        let node = EncodingNode()
        if case .array(var elements) = content {
            content = .nothing  // so that the array is not copied
            elements.append(node)
            content = .array(elements)
        }
        return node
    }

    func remove(_ names: Set<ExactName>) {
        guard !names.isEmpty else { return }
        fields.removeAll { names.contains(ExactName($0.key.stringValue)) }
        indexes = Dictionary(fields.enumerated().map { (ExactName($1.key.stringValue), $0) }, uniquingKeysWith: { $1 })
    }

    /// Puts the value together; nil for a null.
    ///
    /// - Parameter stored: an older value of this place, of which the fields without a name here are kept.
    func value(at path: [any CodingKey], over stored: PropertyListValue? = nil) throws -> PropertyListValue? {
        if let fault { throw Self.error(fault, at: path) }
        switch content {
        case .null: return nil
        case .nothing: return .dictionary([:])  // as of a struct without fields
        case .value(let value): return value
        case .array(let elements): return try array(of: elements, at: path)
        case .dictionary: return try dictionary(at: path, over: stored)
        }
    }

    private func array(of elements: [EncodingNode], at path: [any CodingKey]) throws -> PropertyListValue {
        let values = try elements.enumerated().map { index, element in
            let path = path + [PathKey(index: index)]
            guard let value = try element.value(at: path) else { throw Self.error(EncodingFault.null, at: path) }
            return value
        }
        return .array(isUnordered ? values.inFixedOrder : values)
    }

    private func dictionary(at path: [any CodingKey], over stored: PropertyListValue?) throws -> PropertyListValue {
        var pairs: [(String, PropertyListValue)] = []
        var old = PropertyListDictionary()
        if hasFixedNames, case .dictionary(let stored)? = stored { old = stored }
        for pair in old where !names.contains(ExactName(pair.key)) { pairs.append((pair.key, pair.value)) }
        for (key, node) in fields {
            // A null of a field is the field left out, which is what types make of an optional that is nil.
            if let value = try node.value(at: path + [key], over: old[key.stringValue]) {
                pairs.append((key.stringValue, value))
            }
        }
        return .dictionary(PropertyListDictionary(pairs))
    }

    private static func error(_ fault: String, at path: [any CodingKey]) -> EncodingError {
        .invalidValue(Any?.none as Any, .init(codingPath: path, debugDescription: fault))
    }
}

/// A coding key for a place without one of the type's own.
struct PathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    /// The index of an element.
    init(index: Int) {
        self.init(intValue: index)
    }

    /// Where a superclass keeps its fields unless it says otherwise.
    static let `super` = PathKey(stringValue: "super")
}
