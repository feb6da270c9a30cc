/// The states of one or more domains as they change: the state at the start, then the latest state after each change.
///
/// Changes made by this process and by others are reported alike. Each state that differs from the previous one is
/// delivered once. A slow consumer gets the latest state. While another program writes a file, its old state remains.
///
/// The sequence ends when its task is cancelled, and it can be iterated more than once. An observation begins with the
/// first element and ends with the iteration.
///
/// ```swift
/// for await state in store.changes(of: domain) {
///     print(try state.get().contents)
/// }
/// ```
public struct DomainChanges<Element: Sendable>: AsyncSequence, Sendable {
    /// An iteration never fails; a domain that cannot be read is part of the element.
    public typealias Failure = Never

    private let makeIterator: @Sendable () -> AsyncIterator

    /// Creates a sequence of the elements that a transformation makes of each state and the one before.
    package init<State>(
        _ makeFeed: @escaping @Sendable () -> ChangeFeed<State>,
        transform: @escaping @Sendable (_ old: State?, _ new: State) -> Element?
    ) {
        makeIterator = { AsyncIterator(feed: makeFeed(), transform: transform) }
    }

    /// Creates a sequence of states.
    ///
    /// It keeps none of them. If the consumer keeps none either, a change of one domain does not copy the others.
    init(_ makeFeed: @escaping @Sendable () -> ChangeFeed<Element>) {
        makeIterator = { AsyncIterator(feed: makeFeed()) }
    }

    /// Creates an iterator, which observes from its first element on.
    public func makeAsyncIterator() -> AsyncIterator {
        makeIterator()
    }

    /// An iteration over changes.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let source: Source

        fileprivate init(feed: ChangeFeed<Element>) {
            source = Source(next: feed.next, finish: feed.finish)
        }

        fileprivate init<State>(
            feed: ChangeFeed<State>, transform: @escaping @Sendable (State?, State) -> Element?
        ) {
            var last: State?
            source = Source {
                while let state = await feed.next() {
                    let element = transform(last, state)
                    last = state
                    if let element { return element }
                }
                return nil
            } finish: {
                feed.finish()
            }
        }

        /// Waits for an element that differs from the one before.
        ///
        /// - Returns: The element; `nil` if the task is cancelled, or if the domains cannot be observed any longer.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
            await source.next()
        }

        /// Ends the observation with the last copy of the iterator.
        private final class Source {
            let next: () async -> Element?
            private let finish: () -> Void

            init(next: @escaping () async -> Element?, finish: @escaping () -> Void) {
                (self.next, self.finish) = (next, finish)
            }

            deinit {
                finish()
            }
        }
    }
}

extension DomainStore {
    /// Returns the states of a domain as they change.
    ///
    /// - Returns: A sequence of the contents of the domain. A domain that does not exist is empty. If the domain cannot
    ///   be read, the element is the error. If the domain cannot be observed, the sequence ends with that error. If the
    ///   store does not report changes, the sequence ends after the state at the start.
    public func changes(of domain: Domain) -> DomainChanges<Result<DomainSnapshot, PreferencesError>> {
        DomainChanges {
            ChangeFeed { handler throws(PreferencesError) in
                try observe(domain, onChange: handler) ?? .silent
            } read: { observation in
                observation.read { _ in read(domain) }
            } failure: { error in
                .failure(error)
            }
        }
    }

    /// Returns the states of all domains as they change.
    ///
    /// - Returns: A sequence of the contents of the domains. If the domains cannot be observed, the sequence ends with
    ///   that error among its obstacles. If the store does not report changes, it ends after the states at the start.
    public func changes() -> DomainChanges<DomainStates> {
        DomainChanges {
            let reader = DomainStatesReader(of: self)
            return ChangeFeed { handler throws(PreferencesError) in
                try observe(nil, onChange: handler) ?? .silent
            } readChange: { observation in
                reader.read(observation)?.states
            } failure: { error in
                DomainStates(obstacles: [error])
            }
        }
    }
}
