extension StoredObject {
    /// Creates an object under a key of a domain.
    ///
    /// ```swift
    /// let account = try StoredObject(named: "Account", in: domain, store: store, ignoring: ["address.zip"]) {
    ///     Account()
    /// }
    /// account.name = "ann"
    /// try account.save()
    /// ```
    ///
    /// - Parameters:
    ///   - name: The key. Defaults to ``StoredObjectName/standard``.
    ///   - domain: The domain.
    ///   - store: The store of the domain. Defaults to the files that `UserDefaults` uses.
    ///   - ignoredFields: The fields that are not stored.
    ///   - checksIgnoredNames: Whether an ignored field that the type does not have is an error.
    ///   - fileID: The source file, for the error about a second object at the location.
    ///   - line: The line in the source file.
    ///   - fresh: A closure that makes a new object.
    /// - Throws: ``PreferenceValueError`` if the stored value cannot be
    ///   decoded or a new object cannot be stored, or ``/DefaultsCore/PreferencesError`` if the domain cannot be read.
    ///   Stored values are unchanged.
    public convenience init(
        named name: StoredObjectName = .standard, in domain: Domain,
        store: any DomainStore = FileDomainStore(), ignoring ignoredFields: [StoredField] = [],
        checksIgnoredNames: Bool = true, fileID: StaticString = #fileID, line: UInt = #line,
        fresh: @escaping @Sendable () -> Value
    ) throws {
        try self.init(
            LoadedObject(
                ObjectLocation(domain: domain, key: name.rawValue), in: store, ignoring: ignoredFields,
                checksIgnoredNames: checksIgnoredNames, origin: "\(fileID):\(line)", fresh: fresh))
    }

    /// Creates an object that is stored as a whole domain. Each field is a key of the domain.
    ///
    /// ```swift
    /// let account = try StoredObject(domain: domain, store: store) { Account() }
    /// account.name = "ann"
    /// try account.save()
    /// let name = try store.contents(of: domain)["name"]  // "ann"
    /// ```
    ///
    /// - Throws: The same errors as for an object under a key.
    public convenience init(
        domain: Domain, store: any DomainStore = FileDomainStore(), ignoring ignoredFields: [StoredField] = [],
        checksIgnoredNames: Bool = true, fileID: StaticString = #fileID, line: UInt = #line,
        fresh: @escaping @Sendable () -> Value
    ) throws {
        try self.init(
            LoadedObject(
                ObjectLocation(domain: domain, key: nil), in: store, ignoring: ignoredFields,
                checksIgnoredNames: checksIgnoredNames, origin: "\(fileID):\(line)", fresh: fresh))
    }
}

extension StoredObject {
    /// Loads an object under a key of a domain, or creates it, without blocking a thread of the cooperative pool.
    ///
    /// ```swift
    /// let account = try await StoredObject.load(in: domain, store: store) { Account() }
    /// account.theme = "dark"
    /// try await account.async.save()
    /// ```
    ///
    /// - Throws: The errors of the initializer with these parameters. Stored values are unchanged.
    public static func load(
        named name: StoredObjectName = .standard, in domain: Domain,
        store: any DomainStore = FileDomainStore(), ignoring ignoredFields: [StoredField] = [],
        checksIgnoredNames: Bool = true, fileID: StaticString = #fileID, line: UInt = #line,
        fresh: @escaping @Sendable () -> Value
    ) async throws -> StoredObject {
        let loaded = try await BlockingWork.run {
            try LoadedObject(
                ObjectLocation(domain: domain, key: name.rawValue), in: store, ignoring: ignoredFields,
                checksIgnoredNames: checksIgnoredNames, origin: "\(fileID):\(line)", fresh: fresh)
        }
        return StoredObject(loaded)
    }

    /// Loads an object that is stored as a whole domain, or creates it, without blocking a thread of the cooperative
    /// pool.
    ///
    /// - Throws: The errors of the initializer with these parameters. Stored values are unchanged.
    public static func load(
        domain: Domain, store: any DomainStore = FileDomainStore(), ignoring ignoredFields: [StoredField] = [],
        checksIgnoredNames: Bool = true, fileID: StaticString = #fileID, line: UInt = #line,
        fresh: @escaping @Sendable () -> Value
    ) async throws -> StoredObject {
        let loaded = try await BlockingWork.run {
            try LoadedObject(
                ObjectLocation(domain: domain, key: nil), in: store, ignoring: ignoredFields,
                checksIgnoredNames: checksIgnoredNames, origin: "\(fileID):\(line)", fresh: fresh)
        }
        return StoredObject(loaded)
    }
}
