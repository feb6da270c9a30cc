public import DefaultsCore
import PropertyList
import Synchronization

/// A whole object that is stored between launches: a `Codable` value under a key of a domain, or as a domain of its
/// own.
///
/// ```swift
/// struct Account: Codable { var name: String?; var theme = "light"; var session = "" }
///
/// let account = try StoredObject(in: domain, ignoring: ["session"]) { Account() }
/// account.name = "sam"       // in memory
/// try account.save()         // on disk, as values that `defaults read` shows
/// ```
///
/// - If nothing is stored, the object is a new one. Fields that are missing in the stored object, for example because a
///   newer version of the type has more fields, are taken from a new object.
/// - ``save()`` stores the object. It removes fields that are `nil` and keeps stored fields that the type does not
///   have, so that an older version of a program preserves the fields of a newer version.
/// - Ignored fields are not stored. After loading they have the value of a new object. A name that is not a field is an
///   error.
/// - A keyed archive or JSON of an older program is read, and replaced by values with the next ``save()``.
/// - Two live objects at the same location would overwrite each other. Creating the second one is an error.
///
/// The fields of a type are those that it encodes. Use a dictionary for types whose fields vary.
@dynamicMemberLookup
public final class StoredObject<Value: Codable & Sendable>: Sendable {
    /// The key of the object, or the name of its domain.
    public var identifier: String { location.identifier }

    private let location: ObjectLocation
    private let store: any DomainStore
    private let coder: ObjectCoder
    private let makeNew: @Sendable () -> Value
    private let state: Mutex<Value>
    private let claim: ObjectClaim

    /// Creates an object under a key of a domain.
    ///
    /// - Parameters:
    ///   - identifier: The key. Defaults to ``StoredObjectIdentifier/standard``.
    ///   - domain: The domain.
    ///   - store: The store of the domain. Defaults to the files that `UserDefaults` uses.
    ///   - ignoredNames: The fields that are not stored.
    ///   - checksIgnoredNames: Whether an ignored name that is not a field is an error.
    ///   - fileID: The source file, for the error about a second object at the location.
    ///   - line: The line in the source file.
    ///   - fresh: A closure that makes a new object.
    /// - Throws: ``StoredObjectError``, ``/DefaultsCore/PreferenceValueError`` if the stored value cannot be decoded or
    ///   a new object cannot be stored, or ``/DefaultsCore/PreferencesError`` if the domain cannot be read. Stored
    ///   values are unchanged.
    public convenience init(
        identifier: String = StoredObjectIdentifier.standard, in domain: Domain,
        of store: any DomainStore = FileDomainStore(), ignoring ignoredNames: Set<String> = [],
        checksIgnoredNames: Bool = true, fileID: StaticString = #fileID, line: UInt = #line,
        fresh: @escaping @Sendable () -> Value
    ) throws {
        try self.init(
            ObjectLocation(domain: domain, key: identifier), in: store, ignoring: ignoredNames,
            checksIgnoredNames: checksIgnoredNames, origin: "\(Value.self) at \(fileID):\(line)", fresh: fresh)
    }

    /// Creates an object that is a domain. Each field is a key of the domain.
    ///
    /// - Throws: The same errors as ``init(identifier:in:of:ignoring:checksIgnoredNames:fileID:line:fresh:)``.
    public convenience init(
        domain: Domain, of store: any DomainStore = FileDomainStore(), ignoring ignoredNames: Set<String> = [],
        checksIgnoredNames: Bool = true, fileID: StaticString = #fileID, line: UInt = #line,
        fresh: @escaping @Sendable () -> Value
    ) throws {
        try self.init(
            ObjectLocation(domain: domain, key: nil), in: store, ignoring: ignoredNames,
            checksIgnoredNames: checksIgnoredNames, origin: "\(Value.self) at \(fileID):\(line)", fresh: fresh)
    }

    private init(
        _ location: ObjectLocation, in store: any DomainStore, ignoring ignoredNames: Set<String>,
        checksIgnoredNames: Bool, origin: String, fresh: @escaping @Sendable () -> Value
    ) throws {
        guard location.key?.isEmpty != true else { throw StoredObjectError.noIdentifier }
        claim = try ObjectClaim(location, in: store, origin: origin)
        let new = fresh()
        let coder = ObjectCoder(identifier: location.identifier, ignoredNames: ignoredNames.sorted())
        // A type that cannot be stored is an error now, not at the first save.
        _ = try coder.encode(new)
        if checksIgnoredNames { try coder.checkIgnoredNames(in: new) }
        self.location = location
        self.store = store
        self.coder = coder
        makeNew = fresh
        let stored = try location.value(in: store.contents(of: location.domain))
        state = Mutex(try stored.map { try coder.decode($0, default: new) } ?? new)
    }

    /// The object in memory.
    public var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// A field of the object in memory.
    public subscript<Field: Sendable>(dynamicMember path: WritableKeyPath<Value, Field>) -> Field {
        get { state.withLock { $0[keyPath: path] } }
        set { state.withLock { $0[keyPath: path] = newValue } }
    }

    /// Changes the object in memory atomically.
    ///
    /// - Parameter body: A closure that changes the object. If it throws, the changes made before stay.
    /// - Returns: The result of the body.
    public func change<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try state.withLock { try body(&$0) }
    }

    /// Stores the object durably.
    ///
    /// - Throws: ``/DefaultsCore/PreferenceValueError`` with the path of the part that cannot be stored, or
    ///   ``/DefaultsCore/PreferencesError``. Stored values are unchanged.
    public func save() throws {
        try store.update([location.domain]) { transaction in
            // The object is encoded under the lock, so that a later save never stores an older object.
            let stored = location.value(in: transaction[location.domain])
            try location.set(coder.encode(value, over: stored), in: &transaction[location.domain])
        }
    }

    /// Replaces the object in memory by the stored one, or by a new one if nothing is stored.
    ///
    /// - Throws: ``/DefaultsCore/PreferenceValueError`` if the stored value cannot be decoded, or
    ///   ``/DefaultsCore/PreferencesError``. The object is unchanged.
    public func reload() throws {
        let new = makeNew()
        let stored = try location.value(in: store.contents(of: location.domain))
        value = try stored.map { try coder.decode($0, default: new) } ?? new
    }

    /// Removes the stored object durably and replaces the object in memory by a new one. Other keys of the domain stay.
    ///
    /// - Throws: ``/DefaultsCore/PreferencesError``. The stored object and the object in memory are unchanged.
    public func delete() throws {
        let new = makeNew()
        let fields = try PropertyListValueEncoder().fieldNames(of: new)
        try store.update([location.domain]) { transaction in
            location.remove(fields: fields, from: &transaction[location.domain])
        }
        value = new
    }
}

/// Identifiers of stored objects.
public enum StoredObjectIdentifier {
    /// The default identifier: `StoredObject`.
    public static let standard = "StoredObject"
    /// The default identifier of SDUserDefaults, for reading its objects.
    public static let sdUserManager = "SD_USER_MANAGER"
}

/// An error that occurs when creating or storing a ``StoredObject``.
public enum StoredObjectError: Error, Hashable, Sendable {
    /// The identifier is empty.
    case noIdentifier
    /// Some names to ignore are not among the fields of the type.
    case unknownIgnoredNames([String], fields: [String])
    /// Another live object has the same location. The texts are the types and source locations of both.
    case alreadyLive(identifier: String, first: String, second: String)
    /// The object has no fields that could be the keys of a domain.
    case noFields
}

extension StoredObjectError: CustomStringConvertible {
    /// A description of the error, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .noIdentifier:
            "the identifier of a stored object is empty"
        case .unknownIgnoredNames(let names, let fields):
            "there is no field \(Self.list(names)) to ignore; the fields are \(Self.list(fields))"
        case .alreadyLive(let identifier, let first, let second):
            "two live objects are stored under '\(identifier)': \(first) and \(second)"
        case .noFields:
            "an object without fields cannot be a domain"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.map { "'\($0)'" }.joined(separator: ", ")
    }
}
