/// A view of an object whose functions leave the threads of Swift's cooperative pool free while they wait for a lock or
/// a disk.
///
/// ```swift
/// try await preferences.async.update { $0[.fontSize] += 1 }
/// ```
///
/// Functions of the same type with these names block. If only `async` distinguished the two, the compiler would choose
/// those that block in the code of `main.swift`, even after `await`.
public struct Asynchronous<Base: Sendable>: Sendable {
    /// The object.
    public let base: Base

    /// Creates a view of an object.
    public init(_ base: Base) {
        self.base = base
    }
}
