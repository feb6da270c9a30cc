import Foundation
import Testing

/// A command line of `Fixtures/Lines/lines.txt`, which has lines for every verb.
struct VerbLine: CustomTestStringConvertible {
    /// The effect of a line. The file explains each kind.
    enum Kind: String {
        case setUp = "set-up"
        case reads, changes, writes, starts
    }

    let kind: Kind
    let status: Int32
    /// The line in the words of the shell. It begins with the program.
    let text: String

    var testDescription: String { text }

    /// The words behind the program. Quotes are not removed.
    var words: [String] { text.split(separator: " ").dropFirst().map(String.init) }

    fileprivate static let folder = "\(Executable.package)/Tests/EndToEndTests/Fixtures/Lines"

    static let all: [VerbLine] = {
        let file = try? String(contentsOfFile: folder + "/lines.txt", encoding: .utf8)
        return (file ?? "").matches(of: /(?m)^([a-z-]+) +(\d+) +(.*)$/).compactMap { line in
            guard let kind = Kind(rawValue: String(line.1)), let status = Int32(line.2) else { return nil }
            return VerbLine(kind: kind, status: status, text: String(line.3))
        }
    }()

    /// The lines with a verb or an option that no earlier line has.
    static let brief: [VerbLine] = {
        var known: Set<String> = []
        return all.filter { line in
            let new = line.words.enumerated().filter { $0.offset == 0 || $0.element.hasPrefix("-") }.map(\.element)
            defer { known.formUnion(new) }
            return line.kind != .setUp && !known.isSuperset(of: new)
        }
    }()
}

extension Scratch {
    /// The environment of lines, in which records always have the same date. Texts that `edit` keeps are removed with
    /// this folder.
    var lineEnvironment: [String: String] {
        environment.merging(["EDITOR": "cp map.json", "SOURCE_DATE_EPOCH": "1706702400", "TMPDIR": home]) { $1 }
    }

    /// Copies the documents, runs the lines of set-up, and saves the result.
    func setUpLines() throws {
        try copyDocuments()
        for line in VerbLine.all where line.kind == .setUp {
            try bash(line.text, environment: lineEnvironment).expect(line.status, error: "", comment: line.text)
        }
        try saveFiles()
    }

    func copyDocuments() throws {
        try bash("cp '\(VerbLine.folder)'/* .; rm lines.txt")
    }

    func saveFiles() throws { try bash("mkdir saved; \(Self.files) -exec cp -a -t saved {} +") }

    /// Makes all files what they were when they were saved.
    func restoreFiles() throws { try bash("\(Self.files) -exec rm -rf {} +; cp -a saved/. .") }

    /// Finds the files beside the programs.
    private static let files =
        "find . -mindepth 1 -maxdepth 1 ! -name bin ! -name home ! -name saved ! -name trace"
}
