import Foundation
import Testing

/// A command line that the command refuses, and how.
struct Complaint: Sendable {
    /// What bash runs; the words that follow `defaults` in it are what matters.
    let script: String
    let status: Int32
    /// The sentence, without the command's name before it. `$PWD` stands for the scratch folder.
    let sentence: String
    /// What has to be there before, beside a domain `D` with the string `K` and the integer `N`. There is no domain,
    /// and no root, if the call itself is wrong.
    let setup: String

    init(_ script: String, _ status: Int32, _ sentence: String, setup: String = "") {
        self.script = script
        self.status = status
        self.sentence = sentence
        self.setup = setup
    }

    /// Runs the command line, and checks the status, every byte of both streams, and that the disk is as it was.
    func check(in scratch: Scratch) throws {
        if status != 255 || !setup.isEmpty {
            try scratch.place(
                #"<dict><key>K</key><string>x</string><key>N</key><integer>1</integer></dict>"#, in: "D")
        }
        if !setup.isEmpty {
            let prepared = try scratch.bash("set -eu\n" + setup)
            #expect(prepared == .silence, "the setup of: \(script)")
        }
        let before = (try scratch.fileStates(), try scratch.names())
        let outcome = try scratch.bash(script)
        let error = "defaults: \(sentence)\n".replacingOccurrences(of: "$PWD", with: scratch.path)
        outcome.expect(status, text: "", error: error, comment: "\(script)")
        #expect(try scratch.fileStates() == before.0, "\(script)")
        #expect(try scratch.names() == before.1, "\(script)")
    }
}

extension Complaint: CustomTestStringConvertible {
    var testDescription: String { script }
}

extension Scratch {
    /// Makes a domain's file of an XML element.
    func place(_ element: String, in domain: String) throws {
        let folder = URL(fileURLWithPath: file(domain)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("<plist version=\"1.0\">\(element)</plist>\n".utf8).write(to: URL(fileURLWithPath: file(domain)))
    }

    /// All that is in the folder, by the paths in it.
    func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
    }
}
