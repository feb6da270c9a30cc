import Synchronization

/// The errors of several threads.
final class ErrorList: Sendable {
    private let errors = Mutex<[any Error]>([])

    func append(_ error: any Error) {
        errors.withLock { $0.append(error) }
    }

    var first: (any Error)? {
        errors.withLock { $0.first }
    }
}
