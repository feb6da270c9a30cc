import PropertyList
import ToolSupport

/// Prints values on standard output.
///
/// Only ``Session`` creates a writer for a verb, after it has checked whether values are hidden.
struct ValueWriter {
    let streams: Streams
    let isASCII: Bool

    /// Prints a value.
    ///
    /// - Parameter key: The key or path of the value, or `nil` for a whole domain.
    func show(_ value: PropertyListValue, key: String? = nil, as style: OutputStyle) throws(CommandError) {
        try printer(style).write(value, key: key) { (bytes) throws(CommandError) in try write(bytes) }
    }

    /// Prints a line. If `isASCII` is set, non-ASCII characters are printed with Apple's escapes.
    func printLine(_ text: String) throws(CommandError) {
        try write(printer().line(isASCII ? text.nonLossyASCII : text))
    }

    /// Prints lines that each end with a newline.
    ///
    /// - Parameter isChanged: Whether a change has been made. The error of a failed write then mentions it.
    func show(lines: String, isChanged: Bool = false) throws(CommandError) {
        try write(printer().lines(lines), isChanged: isChanged)
    }

    /// Writes bytes as they are.
    func write(_ bytes: [UInt8], isChanged: Bool = false) throws(CommandError) {
        do {
            try streams.write(bytes, .output)
        } catch {
            throw .outputFailed(error, isChanged: isChanged)
        }
    }

    private func printer(_ style: OutputStyle = .apple(isASCII: false)) -> ValuePrinter {
        ValuePrinter(style: style, isTerminal: streams.outputIsTerminal)
    }
}
