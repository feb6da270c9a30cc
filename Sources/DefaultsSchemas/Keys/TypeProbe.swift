import Foundation

extension SchemaDocument.Subschema {
    /// Creates the schema of the stored values of a type.
    ///
    /// The type is decoded from a decoder that records the keys and types that the type asks for. This needs no
    /// reflection, so it works in programs whose symbols are stripped. An optional property is not required. Inside
    /// itself, a type has any value. So has a type that tries several types, and a type whose sample does not have the
    /// schema that is found.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - sample: A stored value of the type. It supplies values for which the probe can make up none.
    init<Value: Decodable>(of type: Value.Type, sample: PropertyListValue?) {
        self = TypeProbe(sample: sample).result(of: type).schema
        if let sample, !findings(in: sample, limit: 1).isEmpty { self.init() }
    }
}

/// Finds the schema of a type at one place of a value.
private struct TypeProbe {
    typealias Subschema = SchemaDocument.Subschema

    let sample: PropertyListValue?
    /// The types that contain this place.
    var ancestors: [ObjectIdentifier] = []
    var record = TypeRecord()
    /// Whether the probe has values. Without values, a type that tries several types asks for each of these types.
    var hasValues = true

    /// Returns the schema of a type, and a value of the type: that of the sample, or one that is made up.
    func result<Value: Decodable>(of type: Value.Type) -> (schema: Subschema, value: Value?) {
        let stored = sample.flatMap { Self.value(type, $0) }
        let known = Self.knownSchema(of: type) ?? (ancestors.contains(ObjectIdentifier(type)) ? Subschema() : nil)
        if let known { return (known, stored ?? Self.madeUpValue(of: type)) }
        var inside = TypeProbe(sample: sample, ancestors: ancestors + [ObjectIdentifier(type)])
        let value = try? Value(from: ProbingDecoder(probe: inside))
        inside.hasValues = false
        _ = try? Value(from: ProbingDecoder(probe: inside))
        if value == nil, let sample { inside.record.add(Subschema(ofSample: sample)) }
        return (inside.record.schema, stored ?? value ?? Self.madeUpValue(of: type))
    }

    /// Returns the schema of a type that the probe need not decode, or `nil`.
    private static func knownSchema(of type: any Any.Type) -> Subschema? {
        if let native = PropertyListType.native(type) {
            var schema = native.stored.map(Subschema.init) ?? Subschema()
            if type == URL.self { schema = Subschema(.string) }
            if let integer = type as? any FixedWidthInteger.Type { schema.range = range(of: integer) }
            return schema
        }
        return (type as? any (CaseIterable & Encodable).Type).flatMap { cases(of: $0) }
    }

    /// Returns the range of an integer type. The ends of 64-bit types are omitted, except for 0.
    private static func range<Number: FixedWidthInteger>(of type: Number.Type) -> SchemaDocument.NumberRange {
        let form = { (end: Number) in PropertyListInteger(exactly: end).map(PropertyListValue.integer) }
        let isNarrow = Number.bitWidth < 64
        return .init(minimum: isNarrow || !Number.isSigned ? form(.min) : nil, maximum: isNarrow ? form(.max) : nil)
    }

    private static func cases<Cases: CaseIterable & Encodable>(of type: Cases.Type) -> Subschema? {
        let cases = type.allCases.compactMap { try? PropertyListValueEncoder().encode($0) }
        if cases.isEmpty || cases.contains(where: \.type.isContainer) { return nil }
        var schema = Set(cases.map(\.type)).count == 1 ? Subschema(cases[0].type) : Subschema()
        schema.allowedValues = cases
        return schema
    }

    private static func madeUpValue<Value: Decodable>(of type: Value.Type) -> Value? {
        if let optional = type as? any ExpressibleByNilLiteral.Type { return optional.init(nilLiteral: ()) as? Value }
        let values =
            knownSchema(of: type)?.allowedValues ?? [
                "", 0, 0.0, false, .date(Date(timeIntervalSinceReferenceDate: 0)), .data(Data()), [], [:], "x:",
                "00000000-0000-0000-0000-000000000000",
            ]
        return values.lazy.compactMap { value(type, $0) }.first
    }

    private static func value<Value: Decodable>(_ type: Value.Type, _ stored: PropertyListValue) -> Value? {
        try? PropertyListValueDecoder().decode(type, from: stored)
    }
}

extension TypeProbe: DecodingProbe {
    func beginDictionary() { record.add(Subschema(.dictionary)) }
    func beginArray() { record.add(Subschema(.array)) }
    func noteOptional(_ name: String) { record.optionalNames.insert(ExactName(name)) }

    /// Returns one key that stands for all keys. An enumeration of keys has no such key.
    func keys<Key: CodingKey>() -> [Key] {
        guard let key = Key(stringValue: "0") else {
            record.freeMember = { Subschema() }
            guard case .dictionary(let members)? = sample else { return [] }
            return members.keys.compactMap(Key.init)
        }
        record.freeMember = { [record] in record.record(of: "0").schema }
        return [key]
    }

    func value<Value: Decodable>(of type: Value.Type) -> Value? {
        if !record.types.insert(ObjectIdentifier(type)).inserted, !hasValues { return nil }
        let result = result(of: type)
        record.add(result.schema)
        return hasValues ? result.value : nil
    }

    func member(_ name: String) -> TypeProbe {
        let inside = record.record(of: name)
        return TypeProbe(sample: sample?.member(name), ancestors: ancestors, record: inside, hasValues: hasValues)
    }

    func element(_ index: Int) -> TypeProbe { member(String(index)) }
    func end(of element: TypeProbe) { record.addElement(element.record.schema) }
}

extension SchemaDocument.Subschema {
    /// Creates the schema of a type. A key of reals also accepts integers.
    fileprivate init(_ type: PropertyListType) {
        types = type == .real ? [.integer, .real] : [type]
    }

    fileprivate init(ofElements element: Self) {
        self.init(.array)
        if element != Self() { items = .each(element) }
    }

    /// Creates the schema of a stored value. No member is required.
    fileprivate init(ofSample value: PropertyListValue) {
        switch value {
        case .array(let elements): self.init(ofElements: elements.first.map(Self.init(ofSample:)) ?? Self())
        case .dictionary(let members):
            self.init(.dictionary)
            setProperties(members.keys, members.map { Self(ofSample: $0.value) })
        case .uid: self.init()
        case .string, .integer, .real, .boolean, .date, .data: self.init(value.type)
        }
    }
}

/// The properties, elements or single value that a type has asked for.
private final class TypeRecord {
    typealias Subschema = SchemaDocument.Subschema

    private var base, element: Subschema?
    private var properties: [(name: String, record: TypeRecord)] = []
    /// The types that the type has asked for at this place.
    var types: Set<ObjectIdentifier> = []
    var optionalNames: Set<ExactName> = []
    /// The schema of a value whose keys the type does not know in advance, or `nil` if it has asked for known keys.
    var freeMember: (() -> Subschema)?

    var schema: Subschema {
        guard var schema = base else { return Subschema() }
        if schema.types != [.dictionary] || schema.others != .any { return schema }
        if let freeMember {
            schema.others = .each(freeMember())
            return schema
        }
        let names = properties.map(\.name)
        let order = names.indices.sorted { names[$0].precedesInUTF16(names[$1]) }
        schema.setProperties(names, properties.map(\.record.schema), order: order)
        schema.requiredKeys = names.filter { !optionalNames.contains(ExactName($0)) }
        return schema
    }

    /// Adds a schema. Types that differ become any type.
    func add(_ schema: Subschema) {
        if base == nil || base?.types == [.dictionary] && schema.types == [.dictionary] { return begin(schema) }
        if base?.types != schema.types { base = Subschema() }
    }

    /// Adds the schema of an element. Elements that differ become any elements.
    func addElement(_ schema: Subschema) {
        element = element.map { $0 == schema ? $0 : Subschema() } ?? schema
        if let element, base?.types == [.array] { base = Subschema(ofElements: element) }
    }

    private func begin(_ schema: Subschema) {
        if schema.types != [.dictionary] || schema.others != .any { return base = base ?? schema }
        base = Subschema(.dictionary)
        for (name, member) in schema.properties {
            if properties.contains(where: { $0.name.hasSameScalars(as: name) }) { continue }
            record(of: name).add(member)
            if !schema.requiredKeys.contains(where: { $0.hasSameScalars(as: name) }) {
                optionalNames.insert(ExactName(name))
            }
        }
    }

    /// Returns the record of a property or, by its index, of an element.
    func record(of name: String) -> TypeRecord {
        if let known = properties.first(where: { $0.name.hasSameScalars(as: name) }) { return known.record }
        properties.append((name, TypeRecord()))
        return properties[properties.count - 1].record
    }
}
