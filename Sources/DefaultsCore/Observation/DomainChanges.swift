package import Dispatch
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

    /// Starts the observation, or returns `nil` if the store does not report changes.
    package typealias Observe =
        @Sendable (_ onChange: @escaping @Sendable () -> Void) throws(PreferencesError) -> DomainObservation?
    /// The observation, or the error of an observation that could not be started.
    package typealias Observed = Result<DomainObservation, PreferencesError>

    private let makeFeed: @Sendable () -> ChangeFeed<Element>

    /// Creates a sequence of the elements that a closure reads.
    ///
    /// - Parameters:
    ///   - state: The state that the closure keeps from one read to the next. Each iteration begins with this state.
    ///   - queue: The queue to read on, so that no thread of the cooperative pool waits for a disk.
    ///   - isInMemory: Returns whether reading needs no file now. The task of the consumer then reads by itself.
    ///   - observe: Starts the observation.
    ///   - read: Reads the element. Returns `nil` if it is equal to the previous element, or if another program was
    ///     writing a file during the read. The event of that write causes another read.
    package init<State: Sendable>(
        startingWith state: State, on queue: @autoclosure @escaping @Sendable () -> DispatchQueue,
        isInMemory: @escaping @Sendable () -> Bool = { false }, observe: @escaping Observe,
        read: @escaping @Sendable (inout State, Observed) -> Element?
    ) {
        makeFeed = {
            let state = Mutex(state)
            return ChangeFeed(on: queue(), isInMemory: isInMemory, observe: observe) { observed in
                state.withLock { read(&$0, observed) }
            }
        }
    }

    /// Creates a sequence of the values that a closure reads. Drops a value whose stored form is equal to that of the
    /// previous value. The parameters are those of the other initializer.
    package init<Form: Equatable & Sendable>(
        on queue: @autoclosure @escaping @Sendable () -> DispatchQueue,
        isInMemory: @escaping @Sendable () -> Bool = { false }, observe: @escaping Observe,
        read: @escaping @Sendable (Observed) -> (value: Element, form: Form)?
    ) {
        self.init(startingWith: Form?.none, on: queue(), isInMemory: isInMemory, observe: observe) { last, observed in
            guard let (value, form) = read(observed), form != last else { return nil }
            last = form
            return value
        }
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

/// The observation and the reads of one iteration. An element is read only if the consumer waits for it and a change was
/// reported.
private final class ChangeFeed<Element: Sendable>: Sendable {
    private let queue: DispatchQueue
    private let isInMemory: @Sendable () -> Bool
    private let observe: DomainChanges<Element>.Observe
    private let read: @Sendable (DomainChanges<Element>.Observed) -> Element?
    private let observation = Mutex<DomainObservation?>(nil)
    private let signal = ChangeSignal(isPending: true)
    /// An element for each change that was noted and not yet taken.
    private let (wakes, waker) = AsyncStream.makeStream(of: Void.self)

    init(
        on queue: DispatchQueue, isInMemory: @escaping @Sendable () -> Bool,
        observe: @escaping DomainChanges<Element>.Observe,
        read: @escaping @Sendable (DomainChanges<Element>.Observed) -> Element?
    ) {
        (self.queue, self.isInMemory, self.observe, self.read) = (queue, isInMemory, observe, read)
        waker.yield()
    }

    func next() async -> Element? {
        for await _ in wakes {
            signal.take()
            let (element, isLast) =
                observation.withLock({ $0 }) != nil && isInMemory()
                ? readElement() : await BlockingWork.run(on: queue) { self.readElement() }
            if isLast { finish() }
            if let element, !Task.isCancelled { return element }
        }
        finish()
        return nil
    }

    /// Ends the observation. Must not be called while the consumer waits in ``next()``.
    func finish() {
        waker.finish()
        let ended = observation.withLock { $0.take() }
        ended?.cancel()
    }

    /// Reads an element, or returns `nil` if there is no new one. The first call starts the observation.
    private func readElement() -> (element: Element?, isLast: Bool) {
        let observed = Result { () throws(PreferencesError) in try startedObservation() }
        return (read(observed), (try? observed.get().reportsChanges) != true)
    }

    private func startedObservation() throws(PreferencesError) -> DomainObservation {
        if let present = observation.withLock({ $0 }) { return present }
        let started =
            try observe { [signal, waker] in
                if signal.note() { waker.yield() }
            } ?? .silent
        observation.withLock { $0 = started }
        return started
    }
}

extension DomainStore {
    /// Returns the states of a domain as they change.
    ///
    /// - Returns: A sequence of the contents of the domain. A domain that does not exist is empty. If the domain cannot
    ///   be read, the element is the error. If the domain cannot be observed, that error is the last element. If the
    ///   store does not report changes, the sequence ends after the state at the start.
    public func changes(of domain: Domain) -> DomainChanges<Result<DomainSnapshot, PreferencesError>> {
        DomainChanges(startingWith: DomainStatesReader(of: self), on: readingQueue(of: domain)) {
            handler throws(PreferencesError) in
            try observe(domain, onChange: handler)
        } read: { reader, observed in
            switch observed {
            case .failure(let error): .failure(error)
            case .success(let observation):
                reader.read(observation, of: domain).map { _ in
                    reader.states.domains[domain] ?? .success(DomainSnapshot())
                }
            }
        }
    }

    /// Returns a value of a part of a domain as it changes: the value at the start, then the latest value after each
    /// change.
    ///
    /// ```swift
    /// let sizes = store.changes(of: domain) {
    ///     let size = try store.contents(of: domain)["FontSize"]
    ///     return (value: size, form: size)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - domain: The domain to observe.
    ///   - read: A closure that reads the value, and the form by which it is compared. It is called after each change
    ///     of the domain, on a thread of the library, and may wait. A value is not delivered if its form is equal to
    ///     that of the previous value, or if the closure throws.
    /// - Returns: A sequence that ends after the value at the start if the domain cannot be observed or the store does
    ///   not report changes.
    public func changes<Value: Sendable, Form: Equatable & Sendable>(
        of domain: Domain, reading read: @escaping @Sendable () throws -> (value: Value, form: Form)
    ) -> DomainChanges<Value> {
        DomainChanges(on: ObservationQueues.program) { handler throws(PreferencesError) in
            try observe(domain, onChange: handler)
        } read: { observed in
            guard case .success(let observation) = observed else { return try? read() }
            return observation.read { _ in try? read() } ?? nil
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
        DomainChanges(
            startingWith: DomainStatesReader(of: self), on: DispatchQueue(label: "defaults.observation.domains")
        ) { handler throws(PreferencesError) in
            try observe(nil, onChange: handler)
        } read: { reader, observed in
            switch observed {
            case .failure(let error): Domain.States(obstacles: [error])
            // Keeping a copy here would make each change of one domain copy the states of all domains.
            case .success(let observation): reader.read(observation).map { _ in reader.states }
            }
        }
    }
}
