/// A part of a value that is being encoded. It is a class, because an encoder returns a container before it is filled.
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
    /// The reason for an error in a call that cannot throw. ``value(at:over:)`` throws the error.
    private var failure: String?
    /// The names of the encoded fields, including fields that are `nil`.
    private(set) var names: Set<ExactName> = []
    /// Whether all values of the type have the same field names. True for structures and classes, false for
    /// dictionaries and enumerations.
    var hasFixedNames = false
    /// Whether the elements come from a set, which has no order.
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
        if case .nothing = content { content = new } else { failure = EncodingFailure.twice }
    }

    func becomeDictionary() {
        switch content {
        case .nothing: content = .dictionary
        case .dictionary: break
        case .null, .value, .array: failure = EncodingFailure.kinds
        }
    }

    func becomeArray() {
        switch content {
        case .nothing: content = .array([])
        case .array: break
        case .null, .value, .dictionary: failure = EncodingFailure.kinds
        }
    }

    /// Records the name of a field. The value of the field may be `nil`.
    func declare(_ key: any CodingKey) {
        names.insert(ExactName(key.stringValue))
    }

    /// Returns a new node for a field. An earlier value of the field is discarded.
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

    /// Returns the node of a field, and creates the node if it is missing. A class and its superclass may share a node.
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

    /// Returns the nodes at a path. The path contains only names of fields. In an array, it applies to each element.
    /// Nodes that encode `nil` are omitted.
    func descendants(at path: ArraySlice<String>) -> [EncodingNode] {
        if case .array(let elements) = content { return elements.flatMap { $0.descendants(at: path) } }
        guard let name = path.first else {
            if case .null = content { return [] }
            return [self]
        }
        return indexes[ExactName(name)].map { fields[$0].node.descendants(at: path.dropFirst()) } ?? []
    }

    /// Removes the field at a path. ``names`` still contains its name, so that a stored value of the field is removed
    /// too.
    func remove(_ path: PropertyListPath) {
        guard let last = path.components.last else { return }
        for parent in descendants(at: path.components.dropLast()) { parent.removeField(ExactName(last)) }
    }

    private func removeField(_ name: ExactName) {
        guard let index = indexes[name] else { return }
        fields.remove(at: index)
        indexes = Dictionary(
            fields.enumerated().map { (ExactName($1.key.stringValue), $0) }, uniquingKeysWith: { $1 })
    }

    /// Returns the encoded value, or `nil` for a null.
    ///
    /// - Parameters:
    ///   - path: The coding path of this node, for errors.
    ///   - stored: The stored value to replace. If ``hasFixedNames`` is true, the result keeps the stored fields that
    ///     are not in ``names``.
    func value(at path: [any CodingKey], over stored: PropertyListValue? = nil) throws -> PropertyListValue? {
        if let failure { throw Self.error(failure, at: path) }
        switch content {
        case .null: return nil
        case .nothing: return .dictionary([:])  // a structure without fields
        case .value(let value): return value
        case .array(let elements): return try array(of: elements, at: path)
        case .dictionary: return try dictionary(at: path, over: stored)
        }
    }

    private func array(of elements: [EncodingNode], at path: [any CodingKey]) throws -> PropertyListValue {
        let values = try elements.enumerated().map { index, element in
            let path = path + [PathKey(index: index)]
            guard let value = try element.value(at: path) else { throw Self.error(EncodingFailure.null, at: path) }
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
            // A field that is null is omitted, as the synthesized `encode(to:)` omits an optional that is `nil`.
            if let value = try node.value(at: path + [key], over: old[key.stringValue]) {
                pairs.append((key.stringValue, value))
            }
        }
        return .dictionary(PropertyListDictionary(pairs))
    }

    private static func error(_ reason: String, at path: [any CodingKey]) -> EncodingError {
        .invalidValue(Any?.none as Any, .init(codingPath: path, debugDescription: reason))
    }
}

/// A coding key for a value whose type has no key for it, such as an array element.
package struct PathKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    package init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    package init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    init(index: Int) {
        self.init(intValue: index)
    }

    /// The default key for the fields of a superclass.
    static let `super` = PathKey(stringValue: "super")
}
