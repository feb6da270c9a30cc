import Synchronization

/// The errors of several threads.
package final class ErrorList: Sendable {
    private let errors = Mutex<[any Error]>([])

    package init() {}

    package func append(_ error: any Error) {
        errors.withLock { $0.append(error) }
    }

    package var first: (any Error)? {
        errors.withLock { $0.first }
    }
}
