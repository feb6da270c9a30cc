import Dispatch

/// The present value of a part of a domain, followed by each changed value.
struct StoredUpdates<Element: Sendable>: AsyncSequence, Sendable {
    typealias Failure = Never
    /// A value and its stored form. Values are compared by their stored forms.
    typealias State = (value: Element, form: PropertyListValue?)

    private let changes: DomainChanges<Result<DomainSnapshot, PreferencesError>>
    private let read: @Sendable () throws -> State

    /// Creates the sequence of a part of a domain.
    ///
    /// - Parameters:
    ///   - domain: The domain to observe.
    ///   - store: The store of the domain. If the store cannot report changes, the sequence ends after the present
    ///     value.
    ///   - read: Reads the present value.
    init(of domain: Domain, in store: any DomainStore, read: @escaping @Sendable () throws -> State) {
        changes = store.changes(of: domain)
        self.read = read
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(changes: changes.makeAsyncIterator(), read: read)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var changes: DomainChanges<Result<DomainSnapshot, PreferencesError>>.AsyncIterator
        fileprivate let read: @Sendable () throws -> State
        private var isFirst = true
        private var lastForm: PropertyListValue?

        fileprivate init(
            changes: DomainChanges<Result<DomainSnapshot, PreferencesError>>.AsyncIterator,
            read: @escaping @Sendable () throws -> State
        ) {
            (self.changes, self.read) = (changes, read)
        }

        /// Waits for a value that differs from the previous one. Values that cannot be read are skipped.
        mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
            while await changes.next(isolation: actor) != nil {
                guard let state = try? await BlockingWork.run(on: objectReadingQueue, read) else { continue }
                if !isFirst, state.form == lastForm { continue }
                (isFirst, lastForm) = (false, state.form)
                return state.value
            }
            return nil
        }
    }
}

/// The queue that reads changed objects for all observers.
private let objectReadingQueue = DispatchQueue(label: "defaults.objects.observation")
