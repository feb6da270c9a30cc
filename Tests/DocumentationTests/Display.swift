import Synchronization

/// A part of a program that shows preferences. The examples show values with it, and its tests wait for them.
final class Display: Sendable {
    private let shown = Mutex<[String]>([])

    var isCalled: Bool { shown.withLock { !$0.isEmpty } }

    func show(_ values: Any...) {
        let text = values.map { "\($0)" }.joined(separator: ", ")
        shown.withLock { $0.append(text) }
    }

    func layOut() { show() }
    func setFontSize(_ size: Int) { show(size) }
    func reload(_ names: [String]) { show(names.joined(separator: ", ")) }

    /// Waits until a text has been shown.
    func wait(for text: String) async throws {
        while !shown.withLock({ $0.contains(text) }) { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Runs a body that follows changes, and makes changes until the body has shown something.
    static func follow(
        _ change: () throws -> Void, _ body: @escaping @Sendable (Display) async throws -> Void
    ) async throws {
        let display = Display()
        let task = Task { try await body(display) }
        while !display.isCalled {
            try change()
            try await Task.sleep(for: .milliseconds(5))
        }
        task.cancel()
        try await task.value
    }
}

// The functions of the programs of the examples.
func show(_ value: Any, onLine line: Int? = nil) {}
func log(_ text: String) {}
func retryLater() {}
func reloadSoon() {}
