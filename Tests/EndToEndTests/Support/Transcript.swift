import Foundation
import Testing

/// Commands with their complete results, which run in one shell.
///
/// A file of transcripts consists of groups, each with a title after `== `. It has the form of ``Page/Example``. The
/// output is that of both streams, in order, followed by the exit status in brackets if it is not 0. `% ` begins a
/// command like `$ `. The commands before the first group run before each group, and print nothing.
struct Transcript: CustomTestStringConvertible {
    let testDescription: String
    let examples: [Page.Example]

    /// Returns the transcripts in a file of the folder `Fixtures`.
    static func all(in file: String) throws -> [Transcript] {
        let text = try Page.text(ofFile: "Tests/EndToEndTests/Fixtures/\(file)").replacing("\n% ", with: "\n$ ")
        // Each group ends with an empty line.
        let groups = text.components(separatedBy: "\n== ").map { $0.components(separatedBy: "\n").dropLast() }
        let setUp = Page.examples(in: Array(groups[0]))
        return groups.dropFirst().map { lines in
            Transcript(
                testDescription: "\(file): \(lines[0])", examples: setUp + Page.examples(in: Array(lines.dropFirst())))
        }
    }

    /// Runs the commands in the folder of a scratch, whose path is `/test` in the results.
    ///
    /// - Parameter prelude: Commands that run before, and print nothing.
    func run(in scratch: Scratch, prelude: String = "") throws {
        let script = examples.map { "\($0.command)\nprintf '\\036%s\\n' $?\n" }.joined()
        let output = try scratch.bash("exec 2>&1\n\(prelude)\n\(script)").text.replacing(scratch.path, with: "/test")
        let parts = output.components(separatedBy: "\u{1E}")
        try #require(parts.count == examples.count + 1, "\(output)")
        for (index, example) in examples.enumerated() {
            // The status of the command before precedes the output.
            var result = index == 0 ? parts[0] : String(parts[index].drop { $0 != "\n" }.dropFirst())
            if !result.isEmpty, !result.hasSuffix("\n") { result += "\n" }
            let status = parts[index + 1].prefix { $0 != "\n" }
            if status != "0" { result += "[\(status)]\n" }
            #expect(result.utf8.elementsEqual(example.output.utf8), "$ \(example.command)\n\(result)")
        }
    }
}
