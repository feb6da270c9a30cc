public import DefaultsCore
import PropertyList
import Synchronization

/// A whole object that is kept between launches: one `Codable` value under a key of a domain, or as a domain of its own.
///
/// ```swift
/// struct Account: Codable { var name: String?; var theme = "light"; var session = "" }
///
/// let account = try StoredObject(in: domain, ignoring: ["session"]) { Account() }
/// account.name = "sam"       // in memory
/// try account.save()         // on the disk, as values that `defaults read` shows
/// ```
///
/// - What is not there yet is fresh. A field that is missing in what is stored (a newer version of the type has more) is that of a fresh one.
/// - Nothing is stored before ``save()``. A field that is nil is removed by it; fields that the type does not have are kept, so that an
///   older version of a program leaves what a newer one stored.
/// - Ignored fields are not stored, and have their fresh value after loading. A name that the type does not have is an error.
/// - What an older program stored as a keyed archive or as JSON is read, and becomes values with the next ``save()``.
/// - Two live objects in one place would overwrite each other: the second is refused.
///
/// The fields of the type are those that it encodes; a type that makes up its fields as it goes along is better kept in a dictionary.
@dynamicMemberLookup
public final class StoredObject<Value: Codable & Sendable>: Sendable {
    /// What the object is known by.
    public var identifier: String { place.identifier }

    private let place: ObjectPlace
    private let store: any DomainStore
    private let coder: ObjectCoder
    private let fresh: @Sendable () -> Value
    private let state: Mutex<Value>
    private let claim: ObjectClaim

    /// The object under a key of a domain, which other keys share.
    ///
    /// - Parameters:
    ///   - identifier: the key; by default ``StoredObjectIdentifier/standard``.
    ///   - domain: the domain.
    ///   - store: where the domain is kept.
    ///   - ignoredNames: the fields that are not stored.
    ///   - checksIgnoredNames: whether an ignored name must be one of a field.
    ///   - fileID: where the object is made, for the error of a second one in its place.
    ///   - line: the line there.
    ///   - fresh: makes the object that is there while nothing is stored.
    /// - Throws: ``StoredObjectError``; ``/DefaultsCore/PreferenceValueError`` where what is stored is no such object, or a fresh one could not be
    ///   stored; ``/DefaultsCore/PreferencesError`` where the domain cannot be read. What is stored is untouched.
    public convenience init(
        identifier: String = StoredObjectIdentifier.standard, in domain: Domain,
        of store: any DomainStore = FileDomainStore(), ignoring ignoredNames: Set<String> = [],
        checksIgnoredNames: Bool = true, fileID: StaticString = #fileID, line: UInt = #line,
        fresh: @escaping @Sendable () -> Value
    ) throws {
        try self.init(
            place: ObjectPlace(domain: domain, key: identifier), store: store,
            ignoredNames: ignoredNames.sorted(), checksIgnoredNames: checksIgnoredNames,
            origin: "\(Value.self) at \(fileID):\(line)", fresh: fresh)
    }

    /// The object that is a domain, each field of it a key.
    ///
    /// - Throws: as the initialiser with an identifier.
    public convenience init(
        domain: Domain, of store: any DomainStore = FileDomainStore(), ignoring ignoredNames: Set<String> = [],
        checksIgnoredNames: Bool = true, fileID: StaticString = #fileID, line: UInt = #line,
        fresh: @escaping @Sendable () -> Value
    ) throws {
        try self.init(
            place: ObjectPlace(domain: domain, key: nil), store: store,
            ignoredNames: ignoredNames.sorted(), checksIgnoredNames: checksIgnoredNames,
            origin: "\(Value.self) at \(fileID):\(line)", fresh: fresh)
    }

    private init(
        place: ObjectPlace, store: any DomainStore, ignoredNames: [String], checksIgnoredNames: Bool,
        origin: String, fresh: @escaping @Sendable () -> Value
    ) throws {
        guard place.key?.isEmpty != true else { throw StoredObjectError.noIdentifier }
        claim = try ObjectClaim(place, in: store, origin: origin)
        let new = fresh()
        let coder = ObjectCoder(identifier: place.identifier, ignoredNames: ignoredNames)
        // A type that cannot be stored is an error now and not at the first save.
        _ = try coder.encode(new)
        if checksIgnoredNames { try coder.checkIgnoredNames(in: new) }
        self.place = place
        self.store = store
        self.coder = coder
        self.fresh = fresh
        let stored = try place.stored(in: store.contents(of: place.domain))
        state = Mutex(try stored.map { try coder.decode($0, fresh: new) } ?? new)
    }

    /// The object as it is in memory.
    public var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// A field of the object.
    public subscript<Field: Sendable>(dynamicMember path: WritableKeyPath<Value, Field>) -> Field {
        get { state.withLock { $0[keyPath: path] } }
        set { state.withLock { $0[keyPath: path] = newValue } }
    }

    /// Changes the object in memory, in one step. Where the body throws, what it has changed by then stays.
    public func change<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try state.withLock { try body(&$0) }
    }

    /// Stores the object as it is. When it returns, it is on the disk.
    ///
    /// - Throws: ``/DefaultsCore/PreferenceValueError`` with the path of what cannot be stored, or ``/DefaultsCore/PreferencesError``; nothing is changed.
    public func save() throws {
        try store.update([place.domain]) { transaction in
            // Encoded under the lock: of two saves the later one stores the later object.
            let stored = place.stored(in: transaction[place.domain])
            try place.put(coder.encode(value, over: stored), into: &transaction[place.domain])
        }
    }

    /// Takes the object as it is stored now, or a fresh one where nothing is.
    ///
    /// - Throws: as the initialiser; the object in memory is then as it was.
    public func reload() throws {
        let new = fresh()
        let stored = try place.stored(in: store.contents(of: place.domain))
        value = try stored.map { try coder.decode($0, fresh: new) } ?? new
    }

    /// Removes what is stored, other keys staying, and makes the object fresh. When it returns, that is on the disk.
    ///
    /// - Throws: ``/DefaultsCore/PreferencesError``; what is stored and the object are then as they were.
    public func delete() throws {
        let new = fresh()
        let names = try coder.fieldNames(of: new)
        try store.update([place.domain]) { transaction in
            place.remove(fields: names, from: &transaction[place.domain])
        }
        value = new
    }
}

/// Identifiers of stored objects.
public enum StoredObjectIdentifier {
    /// The identifier of an object that was given none: `StoredObject`.
    public static let standard = "StoredObject"
    /// Where SDUserDefaults kept the object that was given no identifier, for taking it over.
    public static let sdUserManager = "SD_USER_MANAGER"
}
