extension Preferences {
    /// A view whose body can wait for a lock or a disk without blocking a thread of the cooperative pool.
    ///
    /// ```swift
    /// preferences[.fontSize] = 18
    /// try await preferences.async { try $0.synchronize() }  // other tasks run meanwhile
    /// ```
    ///
    /// Bodies for the preferences of one domain run one after the other, in the order of the calls.
    public var async: Asynchronous<Preferences> { Asynchronous(self, on: target.queue) }
}
