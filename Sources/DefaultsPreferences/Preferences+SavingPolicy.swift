extension Preferences {
    /// A choice of when ``Preferences`` save their changes.
    public struct SavingPolicy: Sendable {
        /// The automatic saves, or `nil` for explicit saving.
        var saves: AutomaticSaves?
        var handler: (@Sendable (any Error) -> Void)?

        /// Saves changes within half a second, and when the program ends normally.
        ///
        /// Changes within a quarter of a second are saved together. Saving delays the end of the program by at most one
        /// second. If a save fails, for example because the disk is full, ``Preferences/saveFailure`` is the error. The
        /// save is repeated until it succeeds or the program ends. The delay is half a second at first, doubles each
        /// time, and is at most half a minute.
        public static let automatic = SavingPolicy(saves: .ofProcess)

        /// Saves as ``automatic`` does, and passes errors to a handler.
        ///
        /// ```swift
        /// let preferences = Preferences(domain: office, store: store, saving: .automatic(onError: { log("\($0)") }))
        /// ```
        ///
        /// - Parameter handler: A closure that is called with each error, on an arbitrary thread.
        public static func automatic(onError handler: @escaping @Sendable (any Error) -> Void) -> Self {
            SavingPolicy(saves: .ofProcess, handler: handler)
        }

        /// Saves only in `synchronize()` and `update(_:)`.
        ///
        /// ```swift
        /// let preferences = Preferences(domain: editor, store: store, saving: .explicit)
        /// preferences[.fontSize] = 14
        /// preferences[.theme] = .dark
        /// try preferences.synchronize()  // saves both together, and nothing was saved before
        /// ```
        public static let explicit = SavingPolicy()

        /// Saves as ``explicit`` does, and passes the errors of subscript assignments to a handler.
        ///
        /// - Parameter handler: A closure that is called with each error, on the thread of the assignment.
        public static func explicit(onError handler: @escaping @Sendable (any Error) -> Void) -> Self {
            SavingPolicy(handler: handler)
        }
    }
}
