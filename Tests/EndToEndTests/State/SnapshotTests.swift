import Foundation
import Testing

/// All domains as one document.
@Suite(.waiting) struct SnapshotTests {
    let scratch = Scratch()

    init() throws {
        try scratch.defaults("write", "D", "k", "-int", "1")
        try scratch.defaults("write", "-g", "Language", "en")
        try scratch.defaults("-currentHost", "write", "D", "h", "-bool", "true")
        try scratch.defaults("-host", "other", "write", "D", "o", "-date", "2024-01-31T12:00:00Z")
        try scratch.defaults("write", "a/b", "Window", "-dict", "Width", "-float", "1", "LastUse", "x")
    }

    private let expected = """
        {
          "-currentHost D": {
            "h": true
          },
          "ByHost/D.other": {
            "o": {
              "$date": "2024-01-31T12:00:00Z"
            }
          },
          "D": {
            "k": 1
          },
          "NSGlobalDomain": {
            "Language": "en"
          },
          "a/b": {
            "Window": {
              "LastUse": "x",
              "Width": {
                "$real": "1.0"
              }
            }
          }
        }

        """

    @Test("all domains are printed, those of this and other hosts too")
    func allDomains() throws {
        #expect(try scratch.defaults("snapshot") == Outcome(status: 0, output: Array(expected.utf8), error: ""))
        #expect(try scratch.defaults("snapshot", "-o", "file") == .silence)
        #expect(try Disk.bytes(scratch.path + "/file") == Array(expected.utf8))
    }

    @Test("applying a snapshot elsewhere gives the same domains")
    func roundTrip() throws {
        try scratch.defaults("snapshot", "-o", "file")
        try scratch.defaults("--root", "other", "apply", "file")
        #expect(try scratch.bash("defaults diff ./root ./other && diff -r root other").status == 0)
        #expect(try scratch.defaults("--root", "other", "snapshot").text == expected)
    }

    @Test("patterns choose keys, and domains without keys are left out")
    func patterns() throws {
        let outcome = try scratch.defaults("snapshot", "--only", "Window", "--only", "k", "--except", "*.Last*")
        #expect(
            outcome.text.filter { !$0.isWhitespace }
                == #"{"D":{"k":1},"a/b":{"Window":{"Width":{"$real":"1.0"}}}}"#)
    }

    @Test("nothing is written if a domain cannot be read")
    func unreadableDomain() throws {
        try Disk.write("junk", to: scratch.file("E"))
        let outcome = try scratch.defaults("snapshot", "-o", "file")
        outcome.expect(65, text: "", containing: "E.plist")
        #expect(!Disk.exists(scratch.path + "/file"))
        try Disk.write("(a)", to: scratch.file("a/F"))
        try Disk.link(scratch.file("ByHost/G.other"), to: "nowhere")
        let several = try scratch.defaults("snapshot", "-o", "file")
        several.expect(65, text: "", complaints: 3)
        for name in ["/E.plist", "/a/F.plist", "/ByHost/G.other.plist"] { #expect(several.error.contains(name)) }
        #expect(!Disk.exists(scratch.path + "/file"))
        try Disk.write("{}", to: scratch.path + "/list.json")
        #expect(try scratch.defaults("diff", "./list.json", "./root").complains(lines: 3))
    }

    @Test("in a document beside a folder, a path is the domain of a file in the folder, and any other path is refused")
    func paths() throws {
        try Disk.link(scratch.path + "/link", to: "other")
        let other = scratch.path + "/other"
        try scratch.succeed("--root", "other", "write", "D", "k", "v")
        try scratch.succeed("--root", "other", "-currentHost", "write", "E", "e", "w")
        func run(_ words: [String]) throws -> Outcome {
            try scratch.defaults(words)
        }
        func document(_ domains: String...) throws {
            try Disk.write("{\(domains.joined(separator: ","))}", to: scratch.path + "/paths.json")
        }
        for folder in ["other", "link"] {
            let path = scratch.path + "/" + folder
            try document(#""\#(path)/D": {"k": "v"}"#, #""\#(path)/ByHost/E..plist": {"e": "w"}"#)
            for operands in [["./paths.json", "./other"], ["./link", "./paths.json"], ["./paths.json", other]] {
                #expect(try run(["diff"] + operands) == .silence, "\(folder) \(operands)")
            }
        }
        try document(#""D": {"k": "v"}"#, #""\#(other)/D": {"k": "v"}"#)
        let same = try scratch.defaults("diff", "./paths.json", "./other")
        same.expect(65, complaints: 1, containing: "are the same domain")
        try scratch.succeed("write", scratch.path + "/x", "k", "v")
        for contents in [#"{"$absent": true}"#, #"{"k": "v"}"#] {
            try document(#""D": {"k": "v"}"#, #""\#(scratch.path)/x": \#(contents)"#)
            for operands in [["./paths.json", "./other/"], ["./other", "./paths.json"]] {
                let outcome = try run(["diff"] + operands)
                outcome.expect(65, text: "", complaints: 1)
                #expect(outcome.error.contains("/x.plist' is a path that does not lead into './other'"), "\(outcome)")
                #expect(try run(["diff", "--domains", "D"] + operands) == .silence)
            }
        }
    }

    @Test("a document is compared with a folder, and with another one")
    func comparison() throws {
        try scratch.defaults("snapshot", "-o", "file")
        #expect(try scratch.defaults("diff", "./file", "./root") == .silence)
        try scratch.defaults("write", "D", "k", "-int", "2")
        try scratch.defaults("delete", "a/b")
        try scratch.defaults("-currentHost", "write", "E", "e", "x")
        let text = """
            [-currentHost E]
            + e: string "x"
            [D]
            - k: integer 1
            + k: integer 2
            [a/b]
            - Window: dictionary {"LastUse":"x","Width":1.0}

            """
        let outcome = try scratch.defaults("diff", "./file", "./root")
        #expect(outcome == Outcome(status: 1, output: Array(text.utf8), error: ""))
        try scratch.defaults("snapshot", "-o", "now")
        #expect(try scratch.defaults("diff", "--state", "./file", "./now").text == text)
        #expect(try scratch.bash("defaults snapshot | defaults diff --state ./file -").text == text)
        let commands = try scratch.defaults("diff", "--format", "commands", "./root", "./file")
        try scratch.bash(commands.text)
        #expect(try scratch.defaults("snapshot").text == expected)
        #expect(try scratch.defaults("diff", "--state", "./file", "D").text == "")
    }

    @Test("read --json without operands prints a state document")
    func readAll() throws {
        try scratch.defaults("read", "--json", outputPath: scratch.path + "/file")
        #expect(try scratch.defaults("--root", "other", "apply", "file").status == 0)
        #expect(try scratch.defaults("--root", "other", "read", "--json") == scratch.defaults("read", "--json"))
    }
}
