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
        case .text(let text): #expect(PlutilLine.isText(outcome.text, like: text), "\(outcome.text)")
        case .document(let document): try expect(outcome.output, is: document)
        }
        var present = try folder.files()
        for (name, document) in line.documents {
            files[name] = nil
            let bytes = present.removeValue(forKey: name)
            if let document {
                try expect(#require(bytes, "\(name)"), is: document)
            } else {
                #expect(bytes == nil, "\(name)")
            }
        }
        #expect(present == files, "other files changed")
    }

    /// Expects bytes to be a document. Apple's command ends XML with a line break, and JSON without one.
    private func expect(_ bytes: [UInt8], is document: PlutilDocument) throws {
        #expect(try PlutilDocument(bytes) == document, "\(String(decoding: bytes, as: UTF8.self))")
        if document.format == .xml || document.format == .json {
            #expect((bytes.last == UInt8(ascii: "\n")) == (document.format == .xml))
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
