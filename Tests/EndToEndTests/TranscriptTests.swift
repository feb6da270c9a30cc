import Foundation
import Testing

/// The transcripts in `Fixtures/Transcripts`.
@Suite(.waiting) struct TranscriptTests {
    private static let names = [
        "check", "check-formats", "check-paths", "check-schemas", "explain", "schema-places", "schemas",
    ]
    private static func transcripts() throws -> [Transcript] {
        try names.flatMap { try Transcript.all(in: "Transcripts/\($0).txt") }
    }

    @Test("each command prints what the transcript shows", arguments: try transcripts())
    func run(transcript: Transcript) throws {
        #expect(transcript.examples.count > 1)
        try transcript.run(in: Scratch())
    }

    @Test("each file is run, and has transcripts")
    func all() throws {
        let folder = "\(Executable.package)/Tests/EndToEndTests/Fixtures/Transcripts"
        #expect(try Set(Disk.names(in: folder)) == Set(Self.names.map { $0 + ".txt" }))
        for name in Self.names { #expect(try !Transcript.all(in: "Transcripts/\(name).txt").isEmpty, "\(name)") }
    }
}
