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

    private let makeNext: @Sendable () -> @Sendable () async -> Element?

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
        isInMemory: @escaping @Sendable () -> Bool = { false }, observe: @escaping DomainObservation.Start,
        read: @escaping @Sendable (inout State, DomainObservation) -> Element?
    ) {
        makeNext = {
            let feed = ChangeFeed(state, on: queue(), isInMemory: isInMemory, observe: observe, read: read)
            return { await feed.next() }
        }
    }

    /// Creates a sequence of the values that a closure reads. Drops a value whose stored form is equal to that of the
    /// previous value. The parameters are those of the other initializer.
    package init<Form: Equatable & Sendable>(
        on queue: @autoclosure @escaping @Sendable () -> DispatchQueue,
        isInMemory: @escaping @Sendable () -> Bool = { false }, observe: @escaping DomainObservation.Start,
        read: @escaping @Sendable (DomainObservation) -> (value: Element, form: Form)?
    ) {
        self.init(startingWith: Form?.none, on: queue(), isInMemory: isInMemory, observe: observe) {
            last, observation in
            guard let (value, form) = read(observation), form != last else { return nil }
            last = form
            return value
        }
    }

    /// Creates an iterator. Its first call of `next` starts the observation.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(nextElement: makeNext())
    }

    /// An iteration over changes. The observation ends when the last copy is released.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let nextElement: @Sendable () async -> Element?

        /// Waits for an element that differs from the previous element.
        ///
        /// - Returns: The element; `nil` if the task is cancelled, or if the domains cannot be observed any longer.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
            await nextElement()
        }
    }
}

/// One iteration. An element is read only if the consumer waits for it and a change was reported.
private final class ChangeFeed<State: Sendable, Element: Sendable>: Sendable {
    private let queue: DispatchQueue
    private let isInMemory: @Sendable () -> Bool
    private let observe: DomainObservation.Start
    private let read: @Sendable (inout State, DomainObservation) -> Element?
    private let known: Mutex<(state: State, observation: DomainObservation?)>
    private let signal = ChangeSignal(isPending: true)
    /// An element for each change that was noted and not yet taken.
    private let (wakes, waker) = AsyncStream.makeStream(of: Void.self)

    init(
        _ state: State, on queue: DispatchQueue, isInMemory: @escaping @Sendable () -> Bool,
        observe: @escaping DomainObservation.Start,
        read: @escaping @Sendable (inout State, DomainObservation) -> Element?
    ) {
        (self.queue, self.isInMemory, self.observe, self.read) = (queue, isInMemory, observe, read)
        known = Mutex((state, nil))
        waker.yield()
    }

    deinit {
        finish()
    }

    func next() async -> Element? {
        for await _ in wakes {
            signal.take()
            let (element, isLast) =
                known.withLock({ $0.observation != nil }) && isInMemory()
                ? readElement()
                // A strong reference could be the last one, and would end the observation later than the consumer.
                : await BlockingWork.run(on: queue) { [weak self] in self?.readElement() ?? (nil, true) }
            if isLast { finish() }
            if let element, !Task.isCancelled { return element }
        }
        finish()
        return nil
    }

    private func finish() {
        waker.finish()
        let ended = known.withLock { $0.observation.take() }
        ended?.cancel()
    }

    /// Reads an element, or returns `nil` if there is no new one. The first call starts the observation.
    private func readElement() -> (element: Element?, isLast: Bool) {
        known.withLock { known in
            let observation = known.observation ?? startObservation()
            known.observation = observation
            return (read(&known.state, observation), !observation.reportsChanges)
        }
    }

    private func startObservation() -> DomainObservation {
        do throws(PreferencesError) {
            let started = try observe { [signal, waker] in
                if signal.note() { waker.yield() }
            }
            return started ?? DomainObservation(silent: nil)
        } catch {
            return DomainObservation(silent: error)
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
        DomainChanges(
            startingWith: DomainStatesReader(of: self), on: readingQueue(of: domain), observe: observing(domain)
        ) { reader, observation in
            if let error = observation.failure { return .failure(error) }
            if reader.read(observation, of: domain) == nil { return nil }
            return reader.states.domains[domain] ?? .success(DomainSnapshot())
        }
    }

    /// Returns a value of a part of a domain as it changes: the value at the start, then the latest value after each
    /// change.
    ///
    /// ```swift
    /// let sizes = store.changes(of: domain) {
    ///     let stored = try store.contents(of: domain)["FontSize"]
    ///     return (value: stored, form: stored)
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
        DomainChanges(on: ObservationQueues.program, observe: observing(domain)) { observation in
            observation.read { _ in try? read() } ?? nil
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
            startingWith: DomainStatesReader(of: self), on: DispatchQueue(label: "defaults.observation.domains"),
            observe: observing(nil)
        ) { reader, observation in
            if let error = observation.failure { return Domain.States(obstacles: [error]) }
            // Keeping a copy here would make each change of one domain copy the states of all domains.
            return reader.read(observation) == nil ? nil : reader.states
        }
    }

    private func observing(_ domain: Domain?) -> DomainObservation.Start {
        { handler throws(PreferencesError) in try observe(domain, onChange: handler) }
    }

    /// Returns the queue for reading a domain when it changes.
    ///
    /// A domain that is not in a regular file, such as one in a pipe or in another kind of store, gets a queue of its
    /// own, because reading it can take as long as it likes.
    package func readingQueue(of domain: Domain) -> DispatchQueue {
        version(of: domain)?.isOfFile == true
            ? ObservationQueues.reading : DispatchQueue(label: "defaults.observation.domain")
    }
}
