import Synchronization

extension Preferences {
    /// Saves all changes durably, then reads the changes of others.
    ///
    /// A file is not read again if its identity, size and times have not changed. This applies only to files on
    /// a local file system that were older than two seconds when they were read, or that observed preferences have
    /// saved themselves. Of other files that change again, the times can stay the same.
    ///
    /// It waits for the lock of the domain and for the disk. In asynchronous functions, use ``async``.
    ///
    /// ```swift
    /// preferences[.fontSize] = 16
    /// try preferences.synchronize()  // other programs read 16 now
    /// ```
    ///
    /// - Throws: `PreferencesError` if the domain cannot be written or read. Changes that cannot be written stay
    ///   pending. Throws `PreferencesError.Code.nestedUpdate` inside the body of an update.
    public func synchronize() throws {
        try UpdateNesting.refuse(target.domain)
        // A save reads the domain before it writes, so the written domain is not read again.
        let isSaved = try target.save()
        for layer in layers where !(isSaved && layer === target) { layer.reloadIfChanged() }
        try target.values.withLock { values throws(PreferencesError) in
            if case .failed(let error) = values.layer { throw error }
            values.removeFailures()
        }
    }

    /// Reads and changes the domain in one atomic and durable step.
    ///
    /// No other program that uses this library changes the domain during the update. Pending changes are part of the
    /// update. It waits for the lock of the domain and for the disk. In asynchronous functions, use ``async``.
    ///
    /// Inside the body, a key has the value of the written domain. If there is none, the key has a default: the value
    /// of a following domain in the search list, a registered default, or the key's own default. Arguments and domains
    /// that take precedence are not visible there, so `$0[.count] += 1` never stores their values.
    ///
    /// Inside the body, `synchronize` and `update` of any preferences throw `PreferencesError.Code.nestedUpdate`.
    ///
    /// ```swift
    /// let count = try preferences.update { editor in
    ///     editor[.count] += 1  // no increment of another program is lost
    ///     return editor[.count]
    /// }
    /// ```
    ///
    /// - Parameter body: A closure that changes the preferences. It may be called more than once, so it should have no
    ///   other effects.
    /// - Returns: The result of the body.
    /// - Throws: `PreferencesError`, or the error of the body. The domain is then unchanged.
    @discardableResult
    public func update<Result>(_ body: (inout Editor) throws -> Result) throws -> Result {
        try UpdateNesting.refuse(target.domain)
        return try target.update { contents in
            var editor = Editor(contents: contents, preferences: self)
            let result = try body(&editor)
            if let failure = editor.failure { throw failure }
            contents = editor.contents
            return result
        }
    }

    /// Records the error of an assignment, and passes it to the handler of the saving policy. No caller can catch this
    /// error.
    func reportRefusal(of name: ExactName, _ error: any Error) {
        target.values.withLock { $0.refuse(name, error) }
        saving.handler?(error)
    }
}

/// Marks a thread that runs the body of an update, to refuse other updates inside the body.
enum UpdateNesting {
    private static let isInUpdate = ThreadFlag()

    static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        isInUpdate.isSet = true
        defer { isInUpdate.isSet = false }
        return try body()
    }

    /// Throws an error if this thread runs the body of an update.
    static func refuse(_ domain: Domain) throws(PreferencesError) {
        if isInUpdate.isSet { throw .nestedUpdate("\(domain)") }
    }
}
