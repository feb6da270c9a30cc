import DefaultsCore
import Synchronization

/// A line on a terminal that says what a long command is doing, such as
/// `defaults: import: 2 s, reading 'big.plist' (118 MB)`.
///
/// The line appears when a command has worked for a second, and is replaced each second. It is erased before anything
/// else is printed. The first output that does not end a line of the terminal ends the progress, because the output can
/// go to a pager. In the background, nothing is printed.
package final class ProgressLine: Sendable {
    private struct State {
        var seconds = 0
        var activity: String?
        var isShown = false
        var isEnded = false
    }

    private let verb: String
    private let streams: Streams
    private let isInForeground: @Sendable () -> Bool
    private let state = Mutex(State())

    /// Creates a line that is not shown yet.
    ///
    /// - Parameter streams: The streams of the command. Standard error is a terminal.
    package init(
        of verb: String, on streams: Streams,
        isInForeground: @escaping @Sendable () -> Bool = { StandardStreams.errorIsInForeground }
    ) {
        (self.verb, self.streams, self.isInForeground) = (verb, streams, isInForeground)
    }

    /// Shows the line after each second, until the progress ends.
    package func start() {
        Platform.eachSecond { [self] in tick() }
    }

    /// Notes what the command is doing, and to which file or domain.
    ///
    /// - Parameter detail: A text to add, such as a number of files.
    package func note(_ activity: String, _ name: String, _ detail: String = "") {
        set("\(activity) \(name == "-" ? "standard input" : "'\(name)'")\(detail)")
    }

    /// Notes that the command reads an input. Nothing is shown while a user types the input.
    package func noteInput(_ path: String) {
        let status = path == "-" ? nil : (try? FilePaths.status(path)) ?? nil
        if path == "-" ? streams.inputIsTerminal : status?.isCharacterDevice == true { return set(nil) }
        let megabytes = (status?.size ?? 0) / 1_000_000
        note("reading", path, megabytes == 0 ? "" : " (\(megabytes) MB)")
    }

    /// Erases the line. It is not shown again.
    package func end() {
        state.withLock { state in
            erase(&state)
            state.isEnded = true
        }
    }

    /// Counts a second, and shows the line.
    ///
    /// - Returns: Whether the progress continues.
    func tick() -> Bool {
        state.withLock { state in
            state.seconds += 1
            guard !state.isEnded, let activity = state.activity else { return !state.isEnded }
            let text = "defaults: \(verb): \(state.seconds) s, \(activity)".escapingControlCharacters()
            // The line is cut off at the margin of the terminal, because only one row can be replaced.
            show("\r\u{1B}[K\u{1B}[?7l\(text)\u{1B}[?7h")
            state.isShown = true
            return true
        }
    }

    /// Writes bytes to a stream in place of the line.
    func write(_ bytes: [UInt8], to stream: StandardStreams.Output) throws(SystemError) {
        try state.withLock { (state) throws(SystemError) in
            erase(&state)
            let endsLine = bytes.last == UInt8(ascii: "\n")
            if stream == .output, !(streams.outputIsTerminal && endsLine) { state.isEnded = true }
            try streams.write(bytes, stream)
        }
    }

    private func set(_ activity: String?) {
        state.withLock { state in
            if activity == nil { erase(&state) }
            state.activity = activity
        }
    }

    private func erase(_ state: inout State) {
        if state.isShown { show("\r\u{1B}[K") }
        state.isShown = false
    }

    private func show(_ text: String) {
        if isInForeground() { streams.writeError(text) }
    }
}
