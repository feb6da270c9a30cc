import Dispatch
import Synchronization

/// The states of one or more domains as they change: the state at the start, then the latest state after each change.
///
/// Changes made by this process and by others are reported alike. Each state that differs from the previous one is
/// delivered once. A slow consumer gets the latest state. While another program writes a file, the state of its domain
/// does not change.
///
/// The sequence ends when its task is cancelled. It can be iterated more than once. Each iteration observes the domains
/// from its first element to its end.
///
/// ```swift
/// for await state in store.changes(of: domain) {
///     print(try state.get().contents)
/// }
/// ```
public struct DomainChanges<Element: Sendable>: AsyncSequence, Sendable {
    /// An iteration never fails. If a domain cannot be read, the error is part of the element.
    public typealias Failure = Never

    private let makeFeed: @Sendable () -> ChangeFeed<Element>

    /// Creates a sequence of the states that a feed delivers.
    ///
    /// - Parameter makeFeed: Makes a feed for each iteration.
    package init(_ makeFeed: @escaping @Sendable () -> ChangeFeed<Element>) {
        self.makeFeed = makeFeed
    }

    /// Creates an iterator. Its first call of `next` starts the observation.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(source: AsyncIterator.Source(makeFeed()))
    }

    /// An iteration over changes.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let source: Source

        /// Waits for an element that differs from the previous element.
        ///
        /// - Returns: The element; `nil` if the task is cancelled, or if the domains cannot be observed any longer.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
            await source.feed.next()
        }

        /// Ends the observation when the last copy of the iterator is released.
        fileprivate final class Source {
            let feed: ChangeFeed<Element>

            init(_ feed: ChangeFeed<Element>) {
                self.feed = feed
            }

            deinit {
                feed.finish()
            }
        }
    }
}

extension DomainStore {
    /// Returns the states of a domain as they change.
    ///
    /// - Returns: A sequence of the contents of the domain. A domain that does not exist is empty. If the domain cannot
    ///   be read, the element is the error. If the domain cannot be observed, that error is the last element. If the
    ///   store does not report changes, the sequence ends after the state at the start.
    public func changes(of domain: Domain) -> DomainChanges<Result<DomainSnapshot, PreferencesError>> {
        DomainChanges {
            let reader = Mutex(DomainStatesReader(of: self))
            return ChangeFeed(on: readingQueue(of: domain)) { handler throws(PreferencesError) in
                try observe(domain, onChange: handler) ?? .silent
            } read: { observation in
                reader.withLock { reader in
                    reader.read(observation, of: domain).map { _ in
                        reader.states.domains[domain] ?? .success(DomainSnapshot())
                    }
                }
            } failure: { error in
                .failure(error)
            }
        }
    }

    /// Returns the states of all domains as they change.
    ///
    /// ```swift
    /// for await states in store.changes() {
    ///     print(states.domains.keys)
    /// }
    /// ```
    ///
    /// - Returns: A sequence of the contents of the domains. If the domains cannot be observed, the `obstacles` of the
    ///   last element contain that error. If the store does not report changes, the sequence ends after the states at
    ///   the start.
    public func changes() -> DomainChanges<Domain.States> {
        DomainChanges {
            let reader = Mutex(DomainStatesReader(of: self))
            return ChangeFeed(on: DispatchQueue(label: "defaults.observation.domains")) {
                handler throws(PreferencesError) in
                try observe(nil, onChange: handler) ?? .silent
            } read: { observation in
                // Keeping a copy here would make each change of one domain copy the states of all domains.
                reader.withLock { reader in reader.read(observation).map { _ in reader.states } }
            } failure: { error in
                Domain.States(obstacles: [error])
            }
        }
    }
}
