import DefaultsCore
import PropertyList

/// The place of a stored object: a key of a domain, or the whole domain.
struct ObjectPlace {
    let domain: Domain
    /// The key, or `nil` if the object is the domain.
    let key: String?

    var identifier: String { key ?? domain.description }

    /// Returns the value that is stored in the place, or `nil` if there is none.
    func stored(in contents: PropertyListDictionary) -> PropertyListValue? {
        if let key { return contents[key] }
        return contents.isEmpty ? nil : .dictionary(contents)
    }

    /// Stores a value in place of the object that is there.
    func put(_ value: PropertyListValue?, into contents: inout PropertyListDictionary) throws {
        if let key {
            contents[key] = value
        } else if case .dictionary(let fields)? = value {
            contents = fields
        } else {
            throw StoredObjectError.noFields
        }
    }

    func remove(fields: [String], from contents: inout PropertyListDictionary) {
        if let key {
            contents[key] = nil
        } else {
            contents.apply(fields.map { ($0, nil) })
        }
    }
}
