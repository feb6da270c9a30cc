import Foundation

/// A reference to an instance that other threads use.
///
/// `UserDefaults` is documented to be safe to use from any thread. ``SafeUserDefaults`` is as well: locks protect
/// everything that it stores. But Foundation on Linux does not declare its class `Sendable`, and a subclass of a class
/// that is not `Sendable` cannot be. This is the only unchecked conformance of the package. `Scripts/lint` allows no
/// other.
final class InstanceReference<Instance: UserDefaults>: @unchecked Sendable {
    /// The instance, or `nil` after it was deallocated.
    private(set) weak var instance: Instance?
    private let owned: Instance?

    /// Creates a reference that does not keep the instance.
    init(to instance: Instance) {
        (self.instance, owned) = (instance, nil)
    }

    /// Creates a reference that keeps the instance.
    init(keeping instance: Instance?) {
        (self.instance, owned) = (instance, instance)
    }
}
