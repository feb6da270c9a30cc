import Foundation

/// A sendable reference to an instance of `UserDefaults` or a subclass.
///
/// `UserDefaults` is documented to be safe to use from any thread. ``SafeUserDefaults`` is also safe: locks protect
/// everything that it stores. But Foundation on Linux does not declare its class `Sendable`, so no subclass can be
/// `Sendable`. This is the only unchecked conformance of the package. `Scripts/lint` allows no other.
final class InstanceReference<Instance: UserDefaults>: @unchecked Sendable {
    /// The instance, or `nil` after it was deallocated.
    private(set) weak var instance: Instance?
    private let owned: Instance?

    /// Creates a weak reference, or a strong one that keeps the instance.
    init(to instance: Instance?, keeps: Bool = false) {
        (self.instance, owned) = (instance, keeps ? instance : nil)
    }
}
