import PropertyList

/// Where a stored object is: under a key of a domain, or the whole of it.
struct ObjectPlace {
    let domain: Domain
    /// Nil where the object is the domain.
    let key: String?

    var identifier: String { key ?? domain.description }

    /// What is stored in the place; nil where nothing is.
    func stored(in contents: PropertyListDictionary) -> PropertyListValue? {
        if let key { return contents[key] }
        return contents.isEmpty ? nil : .dictionary(contents)
    }

    func encoding(of value: some Encodable) throws -> EncodedObject {
        try PreferenceValueError.encoding(identifier) {
            let encoded = try PropertyListValueEncoder().encoding(of: value)
            // What cannot be stored at all is known now, not only when it is saved.
            if let value = try encoded.value() { try value.requireStorable(as: identifier) }
            return encoded
        }
    }

    /// The object that is stored.
    func decoded<Value: Codable>(
        _ stored: PropertyListValue, fresh: EncodedObject, ignoring names: Set<ExactName>
    ) throws -> Value {
        let defaults = try fresh.value()
        var decoder = PropertyListValueDecoder()
        decoder.fallback = defaults
        return try PreferenceValueError.decoding(identifier, from: stored) {
            let blob = EncodedBlob(stored)
            do {
                let fields = (blob?.value ?? stored).replacing(names, from: defaults)
                return try decoder.decode(Value.self, from: fields)
            } catch {
                // JSON has dates and data of its own.
                guard let blob else { throw error }
                return try blob.decoded(Value.self)
            }
        }
    }

    /// Stores an object in place of what is there, and keeps the fields that it does not have.
    func put(_ encoded: EncodedObject, without names: Set<ExactName>, into contents: inout PropertyListDictionary)
        throws
    {
        let old = stored(in: contents)
        let blob = old.flatMap { EncodedBlob($0)?.value }
        let new = try PreferenceValueError.encoding(identifier) {
            try encoded.value(keepingUnknownFieldsOf: blob ?? old, without: names)
        }
        if let key {
            contents[key] = new
        } else if case .dictionary(let fields)? = new {
            contents = fields
        } else {
            throw StoredObjectError.noFields
        }
    }

    func remove(fields: Set<ExactName>, from contents: inout PropertyListDictionary) {
        if let key {
            contents[key] = nil
        } else {
            contents.apply(fields.map { ($0.text, nil) })
        }
    }
}

extension EncodedBlob {
    /// Nil for a value that holds no bytes of an older program.
    init?(_ value: PropertyListValue) {
        guard case .data(let data) = value else { return nil }
        self.init(data)
    }
}

extension PropertyListValue {
    /// The same fields, those named as they are in another dictionary.
    fileprivate func replacing(_ names: Set<ExactName>, from other: PropertyListValue?) -> PropertyListValue {
        guard case .dictionary(var fields) = self, case .dictionary(let others)? = other else { return self }
        fields.apply(names.map { ($0.text, others[$0.text]) })
        return .dictionary(fields)
    }
}
