import Foundation
import Testing

/// Lines in the forms of public scripts, which are in `Fixtures/plutil-lines.txt` with the form of that file.
@Suite(.waiting) struct PlutilLinesTests {
    @Test("A line of a public script has the result that its witnesses confirm", arguments: try PlutilLine.all())
    func run(line: PlutilLine) throws {
        let folder = try PlutilFolder(line.inputs)
        var files = try folder.files()
        let outcome = try folder.run(line.command)
        #expect(outcome.status == line.status)
        #expect(PlutilLine.isText(outcome.error, like: line.errors), "\(outcome.error)")
        switch line.output {
        case .text(let text):
            let end = line.editsJSON && !text.isEmpty ? "\n" : ""
            #expect(PlutilLine.isText(outcome.text, like: text + end), "\(outcome.text)")
        case .document(let document): try expect(outcome.output, is: document, endsLine: document.format == .xml)
        }
        var present = try folder.files()
        for (name, document) in line.documents {
            files[name] = nil
            let bytes = present.removeValue(forKey: name)
            if let document {
                let endsLine = document.format == .xml || line.editsJSON
                try expect(#require(bytes, "\(name)"), is: document, endsLine: endsLine)
            } else {
                #expect(bytes == nil, "\(name)")
            }
        }
        #expect(present == files, "other files changed")
    }

    /// Expects bytes to be a document.
    ///
    /// - Parameter endsLine: Whether XML or JSON ends with a line break. Apple's command ends only XML with it. An
    ///   edited JSON file keeps its own.
    private func expect(_ bytes: [UInt8], is document: PlutilDocument, endsLine: Bool) throws {
        #expect(try PlutilDocument(bytes) == document, "\(String(decoding: bytes, as: UTF8.self))")
        if document.format == .xml || document.format == .json {
            #expect((bytes.last == UInt8(ascii: "\n")) == endsLine)
        }
    }

    @Test("At least 150 different lines with one command have a witness, and every difference has a reason")
    func count() throws {
        let lines = try PlutilLine.all()
        #expect(Set(lines.map(\.command)).count == lines.count)
        #expect(lines.allSatisfy { $0.command.matches(of: /\bplutil\b/).count == 1 })
        #expect(lines.allSatisfy { !$0.witnesses.isEmpty })
        #expect(lines.count { $0.witnesses != [.difference] } >= 150)
        #expect(lines.allSatisfy { $0.witnesses.contains(.difference) == ($0.reason != nil) })
    }
}
