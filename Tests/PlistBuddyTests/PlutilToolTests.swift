import DefaultsCore
import Synchronization
import Testing
import ToolSupport

@testable import PlistBuddy

struct PlutilToolTests {
    /// Runs plutil with standard input. Returns the status and the text on both streams.
    private func run(
        _ arguments: String..., input: String, isTerminal: Bool = false
    ) -> (status: ToolSupport.ExitStatus, output: String, error: String) {
        let texts = Mutex<(output: [UInt8], error: [UInt8])>(([], []))
        let streams = Streams(
            readInput: { (_, _) throws(SystemError) in Array(input.utf8) },
            write: { (bytes, stream) throws(SystemError) in
                texts.withLock { if stream == .output { $0.output += bytes } else { $0.error += bytes } }
            },
            outputIsTerminal: isTerminal)
        let environment = ProcessEnvironment(variable: { _ in nil }, accountHome: { "/nowhere" })
        let status = PlutilTool(streams: streams, environment: environment).run(arguments.map { Array($0.utf8) })
        let (output, error) = texts.withLock(\.self)
        return (status, String(decoding: output, as: UTF8.self), String(decoding: error, as: UTF8.self))
    }

    private let json = #"{"k":"a\u001b[2J\u009b\tb\nc"}"#

    @Test("on a terminal, control characters in values are escaped")
    func terminal() {
        let printed = run("-p", "-", input: json, isTerminal: true)
        #expect(printed.output == "{\n  \"k\" => \"a\\033[2J\\U009b\tb\nc\"\n}\n")
        let raw = run("-extract", "k", "raw", "-", input: json, isTerminal: true)
        #expect(raw.output == "a\\033[2J\\U009b\tb\nc\n")
        let converted = run("-convert", "json", "-", input: json, isTerminal: true)
        #expect(converted.output == #"{"k":"a\u001b[2J\u009b\tb\nc"}"#)
        let oldStyle = run("-convert", "openstep", "-", input: json, isTerminal: true)
        #expect(!oldStyle.output.unicodeScalars.contains("\u{1B}"))
        #expect(!oldStyle.output.unicodeScalars.contains("\u{9B}"))
    }

    @Test("without a terminal, values are printed as they are")
    func noTerminal() {
        #expect(run("-extract", "k", "raw", "-n", "-", input: json).output == "a\u{1B}[2J\u{9B}\tb\nc")
    }

    @Test("arguments that are not UTF-8 are refused")
    func invalidArgument() {
        let errors = Mutex<[UInt8]>([])
        let streams = Streams(
            readInput: { (_, _) throws(SystemError) in [] },
            write: { (bytes, _) throws(SystemError) in errors.withLock { $0 += bytes } }, outputIsTerminal: false)
        let tool = PlutilTool(
            streams: streams, environment: ProcessEnvironment(variable: { _ in nil }, accountHome: { "/nowhere" }))
        #expect(tool.run([Array("-lint".utf8), [0xFF]]) == .negative)
        #expect(errors.withLock { String(decoding: $0, as: UTF8.self) } == "argument 2 is not valid UTF-8\n")
    }

    @Test("an error is printed on one line of standard error, after the name of the file")
    func errors() {
        let outcome = run("-type", "missing\n", "-", input: json)
        #expect(outcome.status == .negative)
        #expect(outcome.output == "")
        #expect(
            outcome.error == "<stdin>: Could not extract value, error: "
                + "No value at that key path or invalid key path: missing\\n\n")
    }
}
