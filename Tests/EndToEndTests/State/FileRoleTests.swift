import Foundation
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

    @Test(
        "the file of a domain that changes is not the journal",
        arguments: [
            "write N k 1", "delete N", "delete N k", "rename N k l", "import N values.json",
            "import --replace N values.json",
            "batch batch.txt", "apply state.json", "apply --id x state.json", "migrate M N map.json",
        ])
    func journalOfDomain(command: String) throws {
        for path in ["root/N.plist", "\"$PWD/root/N.plist\"", "link", "alias/N.plist", "root/../root/N.plist"] {
            try expectRefusal(
                of: "defaults --journal \(path) \(command)",
                saying: "is the file of domain 'N', so it cannot be the journal")
            try expectRefusal(
                of: "DEFAULTS_JOURNAL=\(path) defaults \(command)",
                saying: "is the file of domain 'N', so it cannot be the journal")
        }
    }

    @Test("the file of a domain is not the journal if neither it nor its folder exists")
    func journalOfNewDomain() throws {
        try expectRefusal(
            of: "defaults --root ./new --journal ./new/O.plist write O k 1", saying: "is the file of domain 'O'")
        _ = try scratch.bash("ln -s ../journal root/L.plist")
        try expectRefusal(of: "defaults --journal journal write L k 1", saying: "is the file of domain 'L'")
        try expectRefusal(
            of: "DEFAULTS_JOURNAL=root/N.plist PlistBuddy -c 'Set :k 1' root/N.plist", status: 1,
            saying: "is the file of domain")
    }

    @Test("a file that is read is not the journal")
    func journalThatIsRead() throws {
        for (path, command) in [
            ("batch.txt", "batch batch.txt"), ("state.json", "apply state.json"),
            ("values.json", "import N values.json"),
            ("map.json", "migrate M N map.json"),
        ] {
            try expectRefusal(
                of: "defaults --journal \(path) \(command)", status: 65, saying: "cannot use journal '\(path)'")
        }
    }

    @Test("the file of a domain that is read is not the output")
    func outputOfDomain() throws {
        for path in ["root/N.plist", "\"$PWD/root/N.plist\"", "link", "alias/N.plist"] {
            for command in [
                "export N \(path)", "export --only k N \(path)", "export ./root/N \(path)",
                "export --dry-run N \(path)",
                "snapshot -o \(path)", "sandbox --from ./root -o \(path) touch ran",
            ] {
                try expectRefusal(
                    of: "defaults \(command)", saying: "', so it cannot be the output")
            }
        }
        // Another file in the root, and a file that is only read as a document, can be replaced.
        #expect(try scratch.bash("defaults export N root/O.plist && defaults read O k").text == "0\n")
        #expect(try scratch.bash("defaults sandbox --from state.json -o state.json true").status == 0)
    }

    @Test("the journal is not the output, whether the command records changes or not")
    func outputOfJournal() throws {
        try scratch.succeed("write", "--journal", "jj", "N", "k", "1")
        _ = try scratch.bash("ln -s jj journal-link")
        for path in ["jj", "\"$PWD/jj\"", "./root/../jj", "journal-link"] {
            for command in [
                "export N \(path)", "export --dry-run N \(path)", "snapshot -o \(path)",
                "convert -o \(path) values.json", "convert --format xml --in-place \(path)",
                "convert --format xml --in-place values.json \(path)", "sandbox -o \(path) touch ran",
                "sandbox --expect \(path) --update touch ran",
            ] {
                try expectRefusal(
                    of: "DEFAULTS_JOURNAL=jj defaults \(command)", saying: "is the journal, so it cannot be the")
            }
        }
        try expectRefusal(of: "DEFAULTS_JOURNAL=./new defaults snapshot -o new", saying: "is the journal")
        #expect(
            try scratch.bash("DEFAULTS_JOURNAL=jj defaults export N other && defaults undo --journal jj").status == 0)
    }

    @Test("a file that fills a sandbox is not rewritten, unless it is a state document")
    func outputOfSource() throws {
        for command in [
            "--from N=root/N.plist -o root/N.plist", "--from N=root/N.plist -o link", "--from N=link -o root/N.plist",
            "--from N=values.json -o ./values.json", "--from root --from N=values.json -o values.json",
        ] {
            try expectRefusal(
                of: "defaults sandbox \(command) touch ran",
                saying: "is the file of domain 'N', so it cannot be the output")
        }
        for command in [
            "--from N=root/N.plist --expect link --update", "--from N=values.json --expect values.json --update",
            "--from ./root --expect root/N.plist --update", "--from ./root --expect link --update",
        ] {
            try expectRefusal(
                of: "defaults sandbox \(command) touch ran",
                saying: "is the file of domain 'N', so it cannot be the expectation")
        }
        #expect(
            try scratch.bash("defaults sandbox --from state.json --expect state.json --update true").status == 0)
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
                of: "defaults \(command.replacingOccurrences(of: "FILE", with: path))",
                saying: "'\(path)' is reserved for temporary files, so it cannot be \(role)")
            if role == "the journal" {
                try expectRefusal(
                    of: "DEFAULTS_JOURNAL=\(path) PlistBuddy -c 'Set :k 1' root/N.plist", status: 1,
                    saying: "is reserved for temporary files, so it cannot be the journal")
            }
        }
    }

    @Test("the expectation is not the output")
    func outputOfExpectation() throws {
        for command in [
            "--expect state.json -o state.json", "--expect state.json -o ./state.json",
            "--expect state.json --update -o state.json",
            "--expect new.json --update -o new.json", "--expect root -o root/new.plist",
            "--expect alias -o root/new.plist",
        ] {
            try expectRefusal(
                of: "defaults sandbox \(command) touch ran",
                saying: "belongs to the expectation, so it cannot be the output")
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
