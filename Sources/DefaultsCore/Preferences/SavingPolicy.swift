/// When ``Preferences`` save what was set.
public struct SavingPolicy: Sendable {
    /// What saves by itself; nil where nothing does.
    let saves: AutomaticSaves?
    let handler: (@Sendable (any Error) -> Void)?

    /// Soon: all that is set within a quarter of a second is saved together, and what is not saved when the program ends normally is saved
    /// then, which may delay its end by one second at most. An error is kept in ``Preferences/saveFailure``, and the changes stay to be saved.
    public static let automatic = SavingPolicy(saves: .ofProcess, handler: nil)

    /// As ``automatic``, and errors are told to a handler, on a thread of its own choice.
    public static func automatic(onError handler: @escaping @Sendable (any Error) -> Void) -> SavingPolicy {
        SavingPolicy(saves: .ofProcess, handler: handler)
    }

    /// Only by ``Preferences/synchronize()`` and ``Preferences/update(_:)``.
    public static let explicit = SavingPolicy(saves: nil, handler: nil)

    /// As ``explicit``, and a value that could not even be set is told to a handler.
    public static func explicit(onError handler: @escaping @Sendable (any Error) -> Void) -> SavingPolicy {
        SavingPolicy(saves: nil, handler: handler)
    }

    /// As ``automatic``, for which time passes in a way of its own.
    package static func automatic(by saves: AutomaticSaves) -> SavingPolicy {
        SavingPolicy(saves: saves, handler: nil)
    }
}
