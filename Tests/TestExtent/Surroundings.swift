import Foundation
public import Testing

extension Trait where Self == ConditionTrait {
    /// Skips tests of what a sanitizer changes: the system calls of a program, and the address space and libraries that
    /// it needs.
    public static var withoutSanitizer: Self {
        .disabled(
            if: ProcessInfo.processInfo.environment["DEFAULTS_SANITIZER"] != nil,
            "a sanitizer makes system calls of its own, and needs more memory and libraries")
    }
}

/// The session with an unlocked keyring that `Scripts/checks/keyring` makes for tests.
public enum Keyring {
    /// The folder in which its daemon keeps its files, or `nil` outside such a session.
    public static let folder = ProcessInfo.processInfo.environment["DEFAULTS_TEST_KEYRING"]

    /// The condition of tests that need such a session.
    public static let condition = ConditionTrait.enabled(
        if: folder != nil, "Scripts/checks/keyring runs what needs a keyring")
}
