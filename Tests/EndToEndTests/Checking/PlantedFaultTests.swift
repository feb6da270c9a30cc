import Foundation
import PropertyList
import TestExtent
import Testing

/// `check` finds faults that are planted into real files, on the right line, and finds nothing in the files themselves.
@Suite(.waiting) struct PlantedFaultTests {
    private let scratch = Scratch()

    @Test("there are no findings in the files of a repository")
    func clean() throws {
        #expect(try scratch.defaults("check", RepositoryFiles.folder) == .silence)
        #expect(RepositoryFiles.paths.count >= 11)
        for path in RepositoryFiles.paths {
            #expect(
                try scratch.defaults("check", "--paths", RepositoryFiles.folder + "/" + path) == .silence, "\(path)")
        }
    }

    @Test("each planted fault is found on its line")
    func planted() throws {
        var generator = SeededGenerator(seed: 38)
        let all = try RepositoryFiles.paths.flatMap(PlantedFault.all).shuffled(using: &generator)
        let groups = Dictionary(grouping: all) { ($0.path as NSString).pathExtension + " " + $0.name }
        let faults = groups.keys.sorted().flatMap { (groups[$0] ?? []).prefix(Extent.count(.max, short: 12)) }
        #expect(faults.count >= 200)
        for (index, fault) in faults.enumerated() {
            let name = (fault.path as NSString).lastPathComponent
            try Disk.makeFolder("\(scratch.path)/planted/\(index)")
            let text = fault.lines.joined(separator: "\n")
            try Disk.write(text, to: "\(scratch.path)/planted/\(index)/\(name)")
        }
        let outcome = try scratch.defaults("check", "--json", "./planted")
        outcome.expect(65, error: "")
        let findings = try Finding.all(in: outcome)
        let found = Dictionary(grouping: findings) { Int($0.path.components(separatedBy: "/")[2]) ?? -1 }
        for (index, fault) in faults.enumerated() {
            let findings = found[index] ?? []
            let isFound = findings.contains {
                $0.kind == fault.kind && $0.line == fault.line && $0.first == fault.first
            }
            #expect(isFound, "\(fault.name) on line \(fault.line) of \(fault.path): \(findings.map(\.description))")
        }
    }
}

/// A finding in the JSON of `check`.
struct Finding: CustomStringConvertible {
    let path: String
    let kind: String
    let line: Int?
    let column: Int?
    let offset: Int?
    /// The line of the first occurrence of a duplicate key.
    let first: Int?
    let message: String

    var description: String { "\(line ?? 0):\(column ?? 0) \(message)" }

    init?(_ value: PropertyListValue) {
        guard let path = value.at("path")?.string, let kind = value.at("kind")?.string,
            let message = value.at("message")?.string
        else { return nil }
        (self.path, self.kind, self.message) = (path, kind, message)
        line = value.at("line")?.count
        column = value.at("column")?.count
        offset = value.at("offset")?.count
        first = value.at("first", "line")?.count
    }

    /// The findings that a run has printed.
    static func all(in outcome: Outcome) throws -> [Finding] {
        try JSONReader.read(outcome.output).at("findings")?.elements?.compactMap(Finding.init) ?? []
    }
}

extension PropertyListValue {
    fileprivate var count: Int? {
        guard case .integer(let number) = self else { return nil }
        return Int("\(number)")
    }
}
