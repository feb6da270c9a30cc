import Foundation
import TestExtent
import Testing

/// Command lines that name one file twice, in two roles that exclude each other.
@Suite(.waiting) struct FileRoleTests {
    let scratch = Scratch()

    init() throws {
        try scratch.succeed("write", "N", "k", "0")
        try Disk.write("write N k 1\n", to: scratch.path + "/batch.txt")
        try Disk.write(#"{"N": {"k": "1"}}"#, to: scratch.path + "/state.json")
        try Disk.write(#"{"k": "1"}"#, to: scratch.path + "/values.json")
        try Disk.write(#"{"new": "k"}"#, to: scratch.path + "/map.json")
        try scratch.succeed("write", "M", "k", "0")
        _ = try scratch.bash("ln -s root/N.plist link; ln -s root alias")
    }

    /// The paths and contents of all files but the programs.
    private func files() throws -> String {
        try scratch.bash("find . -path ./bin -prune -o ! -type d -printf '%p %l\\n' -type f -exec cat {} \\; | sort")
            .text
    }

    private func expectRefusal(of script: String, status: Int32 = 255, saying message: String) throws {
        let before = try files()
        let outcome = try scratch.bash(script)
        outcome.expect(status, containing: message, comment: "\(script)")
        #expect(try files() == before, "\(script)")
    }

    /// Lines that are refused, in which `FILE` stands for each of some paths.
    private static let refusals: [(part: String, status: Int32, paths: [String], lines: [String])] = [
        (
            "is the file of domain 'N', so it cannot be the journal", 255, domain + ["root/../root/N.plist"],
            [
                "write N k 1", "delete N", "delete N k", "rename N k l", "import N values.json",
                "import --replace N values.json", "batch batch.txt", "apply state.json", "apply --id x state.json",
                "migrate M N map.json",
            ].flatMap { ["defaults --journal FILE \($0)", "DEFAULTS_JOURNAL=FILE defaults \($0)"] }
        ),
        (
            "is the file of domain 'O'", 255, ["./new/O.plist"],
            ["defaults --root ./new --journal FILE write O k 1"]
        ),
        ("is the file of domain 'L'", 255, ["journal"], ["defaults --journal FILE write L k 1"]),
        (
            "is the file of domain", 1, ["root/N.plist"],
            ["DEFAULTS_JOURNAL=FILE PlistBuddy -c 'Set :k 1' root/N.plist"]
        ),
        (
            "', so it cannot be the output", 255, domain,
            [
                "export N FILE", "export --only k N FILE", "export ./root/N FILE", "export --dry-run N FILE",
                "snapshot -o FILE", "sandbox --from ./root -o FILE touch ran",
            ].map { "defaults " + $0 }
        ),
        (
            "is the journal, so it cannot be the", 255, ["jj", "\"$PWD/jj\"", "./root/../jj", "journal-link"],
            [
                "export N FILE", "export --dry-run N FILE", "snapshot -o FILE", "convert -o FILE values.json",
                "convert --format xml --in-place FILE", "convert --format xml --in-place values.json FILE",
                "sandbox -o FILE touch ran", "sandbox --expect FILE --update touch ran",
            ].map { "DEFAULTS_JOURNAL=jj defaults " + $0 }
        ),
        ("is the journal", 255, ["new"], ["DEFAULTS_JOURNAL=./new defaults snapshot -o FILE"]),
        (
            "is the file of domain 'N', so it cannot be the output", 255, [""],
            [
                "--from N=root/N.plist -o root/N.plist", "--from N=root/N.plist -o link",
                "--from N=link -o root/N.plist", "--from N=values.json -o ./values.json",
                "--from root --from N=values.json -o values.json",
            ].map { "defaults sandbox \($0) touch ran" }
        ),
        (
            "is the file of domain 'N', so it cannot be the expectation", 255, [""],
            [
                "--from N=root/N.plist --expect link", "--from N=values.json --expect values.json",
                "--from ./root --expect root/N.plist", "--from ./root --expect link",
            ].map { "defaults sandbox \($0) --update touch ran" }
        ),
        (
            "belongs to the expectation, so it cannot be the output", 255, [""],
            [
                "--expect state.json -o state.json", "--expect state.json -o ./state.json",
                "--expect state.json --update -o state.json", "--expect new.json --update -o new.json",
                "--expect root -o root/new.plist", "--expect alias -o root/new.plist",
            ].map { "defaults sandbox \($0) touch ran" }
        ),
    ]
    private static let domain = ["root/N.plist", "\"$PWD/root/N.plist\"", "link", "alias/N.plist"]

    @Test("a file has no role in which it would be replaced or read as something else", arguments: refusals)
    func refused(part: String, status: Int32, paths: [String], lines: [String]) throws {
        try scratch.bash("defaults write --journal jj N k 0.5; defaults write N k 0; ln -s jj journal-link")
        if lines.contains(where: { $0.contains(" L ") }) { try scratch.bash("ln -s ../journal root/L.plist") }
        for path in paths {
            for line in lines where path == paths[0] || line == lines[0] || Extent.isWhole {
                try expectRefusal(of: line.replacing("FILE", with: path), status: status, saying: part)
            }
        }
    }

    @Test(
        "a file that is read is not the journal",
        arguments: [
            ("batch.txt", "batch batch.txt"), ("state.json", "apply state.json"),
            ("values.json", "import N values.json"), ("map.json", "migrate M N map.json"),
        ])
    func journalThatIsRead(path: String, command: String) throws {
        try expectRefusal(
            of: "defaults --journal \(path) \(command)", status: 65, saying: "cannot use journal '\(path)'")
    }

    @Test(
        "another file can be replaced, and so can one that is only read as a document",
        arguments: [
            "defaults export N root/O.plist && defaults read O k | grep -qx 0",
            "defaults sandbox --from state.json -o state.json true",
            "defaults sandbox --from state.json --expect state.json --update true",
            "defaults write --journal jj N k 1; DEFAULTS_JOURNAL=jj defaults export N o && defaults undo --journal jj",
        ])
    func accepted(script: String) throws {
        #expect(try scratch.bash(script).status == 0)
    }

    @Test(
        "a file that would be removed as a temporary file has no role",
        arguments: [
            ("the journal", "--journal FILE write N k 1"), ("the journal", "write --journal FILE New k 1"),
            ("the journal", "history --journal FILE"), ("the journal", "history --journal FILE --prune 1"),
            ("the journal", "undo --journal FILE"), ("the output", "export N FILE"), ("the output", "snapshot -o FILE"),
            ("the output", "convert -o FILE values.json"), ("the output", "convert --json --in-place FILE"),
            ("the output", "sandbox -o FILE touch ran"), ("the expectation", "sandbox --expect FILE touch ran"),
            ("the expectation", "sandbox --expect FILE -o o touch ran"),
            ("the expectation", "sandbox --expect FILE --update touch ran"),
            ("a source", "sandbox --from FILE touch ran"), ("a source", "sandbox --from N=FILE touch ran"),
        ])
    func reservedNames(role: String, command: String) throws {
        for path in ["root/.N.plist.defaults-old", "root/.N.plist.defaults-new", "root/.defaults.lock", "reserved"] {
            let file = path == "reserved" ? ".o.defaults-new" : path
            _ = try scratch.bash("echo '{}' >\(file); chmod 600 \(file); ln -sf .o.defaults-new reserved")
            try expectRefusal(
                of: "defaults " + command.replacing("FILE", with: path),
                saying: "'\(path)' is reserved for temporary files, so it cannot be \(role)")
            if role == "the journal" {
                try expectRefusal(
                    of: "DEFAULTS_JOURNAL=\(path) PlistBuddy -c 'Set :k 1' root/N.plist", status: 1,
                    saying: "is reserved for temporary files, so it cannot be the journal")
            }
        }
    }

    @Test("the file of a record is neither a domain nor the journal")
    func record() throws {
        try scratch.succeed("apply", "--id", "x", "state.json")
        let file = try scratch.bash("find root/.defaults -name '*.plist'").text.dropLast()
        try #require(!file.isEmpty)
        try expectRefusal(of: "defaults --journal \(file) apply --id x --remove", saying: "so it cannot be the journal")
        try Disk.write(#"{"\#(scratch.path)/\#(file)": {"k": 1}}"#, to: scratch.path + "/own.json")
        let before = try files()
        #expect(try scratch.bash("defaults apply --id x own.json").status == 255)
        #expect(try files() == before)
    }
}
