import Foundation
import Testing

/// The tables of the man page about the operands of `diff`, row by row.
@Suite(.waiting) struct OperandTableTests {
    /// What is compared, in the words of the man page.
    enum Compared: String {
        case bothDomains = "both domains"
        case domainAndFile = "domain and file"
        case bothFiles = "both files"
        case domainOfDocument = "domain of the document"
        case domainOfFolder = "domain of the folder"
        case allDomains = "all domains"
        case error
    }

    /// A row of the first table.
    struct Row: CustomTestStringConvertible {
        let first: String
        let second: String
        let plain: Compared
        let state: Compared

        init(_ first: String, _ second: String, _ plain: Compared, _ state: Compared) {
            (self.first, self.second, self.plain, self.state) = (first, second, plain, state)
        }

        var testDescription: String { "\(first), \(second)" }
        var cells: [String] { [testDescription, plain.rawValue, state.rawValue] }
    }

    static let rows = [
        Row("domain", "domain", .bothDomains, .error), Row("domain", "file", .domainAndFile, .domainOfDocument),
        Row("domain", "input", .domainAndFile, .domainOfDocument),
        Row("domain", "folder", .domainOfFolder, .domainOfFolder), Row("file", "file", .bothFiles, .allDomains),
        Row("file", "input", .bothFiles, .allDomains), Row("file", "folder", .allDomains, .allDomains),
        Row("input", "folder", .allDomains, .allDomains), Row("folder", "folder", .allDomains, .allDomains),
        Row("input", "input", .error, .error),
    ]

    private let scratch = Scratch()

    init() throws {
        try scratch.bash(
            """
            for domain in D E; do defaults --root ./equal/root write $domain K v; done; cd equal
            cp -R root folder1; cp -R root folder2; cp root/D.plist root/D2.plist
            """)
    }

    @Test(
        "a domain that is nowhere has an error that is true, and names a file with its name",
        arguments: [
            ("x.json folder", "Domain x.json does not exist, and './folder' does not contain it", "./x.json"),
            ("folder x.json", "Domain x.json does not exist, and './folder' does not contain it", "./x.json"),
            ("--state x.json document", "Domain x.json does not exist, and './document' does not", "./x.json"),
            ("--state none -", "Domain none does not exist, and '-' does not contain it", nil),
            ("none folder", "Domain none does not exist, and './folder' does not contain it", nil),
            ("none x.json", "neither domain 'none' nor domain 'x.json' exists", "./x.json"),
            ("none other", "neither domain 'none' nor domain 'other' exists", nil),
            ("./none ./other", "neither './none' nor './other' exists", nil),
            (
                "--allow-missing none ./other",
                "neither domain 'none' nor './other' exists; there is nothing to compare", nil
            ),
            ("--domains D x.json folder", "option '--domains' has no effect", "./x.json"),
            ("--domains D before folder", "option '--domains' has no effect", "./before"),
            ("--domains D E folder", "option '--domains' has no effect", nil),
        ] as [(String, String, String?)])
    func nowhere(words: String, sentence: String, suggestion: String?) throws {
        try scratch.bash("mkdir folder before; echo '{\"D\": {}}' | tee document x.json E; defaults write E k v")
        let operands = words.replacing(" folder", with: " ./folder").replacing("document", with: "./document")
            .replacing("folder x", with: "./folder x")
        let outcome = try scratch.bash("defaults diff \(operands) <x.json")
        outcome.expect((words.hasPrefix("--domains") ? 255 : 74), complaints: 1, beginning: "defaults: \(sentence)")
        let question = suggestion.map { "did you mean '\($0)'?" }
        #expect(question.map { outcome.error.hasSuffix("; \($0)\n") } ?? !outcome.error.contains("mean"), "\(outcome)")
    }

    @Test("the man page has these rows")
    func manual() throws {
        let lines = try Page.text(ofFile: Page.formats.rawValue).components(separatedBy: "\n")
        let cells = lines.filter { $0.hasPrefix(".It ") && $0.contains(" Ta ") && !$0.contains(" Em ") }
            .map { $0.dropFirst(4).components(separatedBy: " Ta ") }
        #expect(cells == Self.rows.map(\.cells) + Self.missingRows.map(\.cells))
    }

    @Test("every combination of operands, in both orders, compares what the table says", arguments: rows)
    func combinations(row: Row) throws {
        for (options, compared) in [("", row.plain), ("--state", row.state)] {
            for (first, second) in [(row.first, row.second), (row.second, row.first)] {
                let isDocument = compared == .allDomains || compared == .domainOfDocument
                try prepare(isDocument: isDocument)
                let isBothDomains = first == second && first == "domain"
                let operands = isBothDomains ? "D D2" : "\(operand(first, 1)) \(operand(second, 2))"
                let line = "defaults diff \(options) \(operands) <input"
                let equal = try scratch.bash(line)
                guard compared != .error else {
                    equal.expect(255, text: "", complaints: 1, comment: "\(line)")
                    continue
                }
                #expect(equal == .silence, "\(line): \(equal)")
                // Each side is changed, first in the domain that both operands share.
                for (side, kind) in [(1, first), (2, second)] {
                    try prepare(isDocument: isDocument)
                    let domain = isBothDomains && side == 2 ? "D2" : "D"
                    try change(domain, of: kind, side, isDocument: isDocument)
                    let different = try scratch.bash(line)
                    #expect(different.status == 1, "\(line): \(different)")
                    #expect(different.text.contains("K: "), "\(line): \(different)")
                    guard first != "domain", second != "domain" else { continue }
                    try prepare(isDocument: isDocument)
                    try change("E", of: kind, side, isDocument: isDocument)
                    let other = try scratch.bash(line)
                    #expect(other.status == (compared == .allDomains ? 1 : 0), "\(line): \(other)")
                }
            }
        }
    }

    /// Makes operands of each kind, all of which have equal contents.
    private func prepare(isDocument: Bool) throws {
        let contents = isDocument ? #"{"D": {"K": "v"}, "E": {"K": "v"}}"# : #"{"K": "v"}"#
        try scratch.bash(
            """
            rm -rf root folder1 folder2; cp -R equal/. .
            for file in file1 file2 input; do echo '\(contents)' >$file; done
            """)
    }

    /// The operand of a kind. Two domains have different names.
    private func operand(_ kind: String, _ side: Int) -> String {
        switch kind {
        case "domain": "D"
        case "input": "-"
        default: "./\(kind)\(side)"
        }
    }

    /// Changes a domain in one operand.
    private func change(_ domain: String, of kind: String, _ side: Int, isDocument: Bool) throws {
        switch kind {
        case "domain":
            try scratch.succeed("write", domain, "K", "other")
        case "folder":
            try scratch.succeed("--root", "./folder\(side)", "write", domain, "K", "other")
        default:
            let file = kind == "input" ? "input" : "file\(side)"
            let other = domain == "D" ? "E" : "D"
            let document = #"{"\#(other)": {"K": "v"}, "\#(domain)": {"K": "other"}}"#
            let contents = domain == "D" ? #"{"K": "other"}"# : #"{"K": "v"}"#
            try Disk.write(isDocument ? document : contents, to: "\(scratch.path)/\(file)")
        }
    }

    /// A row of the second table: operands of which something is missing, and the statuses.
    struct MissingRow: CustomTestStringConvertible {
        let name: String
        let operands: [String]
        let plain: String
        let allowed: String

        var testDescription: String { name }
        var cells: [String] { [name, plain, allowed] }
    }

    static let missingRows = [
        MissingRow(
            name: "one domain",
            operands: ["D none", "none D", "./file none", "none ./file", "- none", "none -"], plain: "74",
            allowed: "0 or 1"),
        MissingRow(
            name: "domain named as a file",
            operands: [
                "file D", "D file", "file ./doc", "folder D", "D folder", "file ./folder", "- file", "file file",
                "file none", "--state folder ./doc",
            ], plain: "74", allowed: "74"),
        MissingRow(
            name: "both domains",
            operands: ["none none2", "none none", "./folder none", "none ./folder", "--state none ./doc"],
            plain: "74", allowed: "74"),
        MissingRow(
            name: "one path",
            operands: [
                "./none D", "D ./none", "./none/ D", "D ./none/", "./none ./file", "./file ./none", "./none -",
                "./none ./folder", "./folder ./none", "./folder ./none/", "--state ./none ./doc",
                "--state ./doc ./none", "--state ./none D", "--state - ./none",
            ], plain: "74", allowed: "0 or 1"),
        MissingRow(
            name: "path and domain",
            operands: ["./none none", "none ./none", "./none/ none", "none ./none/", "--state ./none none"],
            plain: "74", allowed: "74"),
        MissingRow(
            name: "both paths",
            operands: ["./none ./none2", "./none ./none", "./none/ ./none2/", "--state ./none ./none2"], plain: "74",
            allowed: "74"),
        MissingRow(
            name: "root", operands: ["--root ./none D D2", "--root ./none D ./file", "--root ./none ./folder D"],
            plain: "74", allowed: "74"),
        MissingRow(
            name: "target of a link",
            operands: [
                "./link D", "D ./link", "./link ./file", "linked D", "D linked", "./folder ./link", "./links D",
                "./links linked", "--state ./link ./doc", "./link/ D", "./link/ ./folder",
            ], plain: "74", allowed: "74"),
    ]

    @Test("operands that do not exist have the status of the table", arguments: missingRows)
    func missing(row: MissingRow) throws {
        try scratch.bash(
            """
            cp -R equal/root equal/folder1 .; mv folder1 folder; rm folder/E.plist; echo '{"K": "v"}' >file; mkdir links
            echo '{"D": {"K": "v"}}' >doc; ln -s nowhere link; ln -s nowhere root/linked.plist
            ln -s nowhere links/D.plist; ln -s nowhere links/linked.plist
            """)
        for operands in row.operands {
            let input = operands.contains("--state") ? "doc" : "file"
            for (option, expected) in [("", row.plain), ("--allow-missing", row.allowed)] {
                let outcome = try scratch.bash("defaults diff \(option) \(operands) <\(input)")
                if expected == "74" {
                    #expect(outcome.status == 74, "\(option) \(operands): \(outcome)")
                    #expect(!outcome.error.isEmpty, "\(option) \(operands): \(outcome)")
                    #expect(outcome.output.isEmpty, "\(option) \(operands): \(outcome)")
                } else {
                    outcome.expect(1, error: "", comment: "\(option) \(operands)")
                }
            }
        }
        // What is compared as empty is equal to something empty.
        if row.allowed != "74" {
            let empty = row.name == "one path" ? "./none" : "none"
            let comparison = "defaults diff --allow-missing \(empty) ./empty"
            #expect(try scratch.bash("echo '{}' >empty; \(comparison)") == .silence)
        }
    }
}
