import Foundation
import Glibc
import TestExtent
import Testing

/// A file is known by its folder and its name there, in whatever spelling its path is given: all fronts use the schema
/// of its domain, and record its changes as those of the domain.
@Suite(.waiting) struct FileIdentityTests {
    private let scratch = Scratch()

    init() throws {
        for folder in ["root/sub", "schemas/sub", "schemas/linked", "elsewhere"] {
            try Disk.makeFolder(scratch.path + "/" + folder)
        }
        for name in ["D", "NSGlobalDomain", "sub/E", "linked/F"] {
            try Disk.write(Scratch.schema, to: scratch.path + "/schemas/\(name).json")
        }
        for (link, target) in [
            ("alias", "root"), ("inner", "root/sub"), ("root/linked", "../elsewhere"), ("link.plist", "root/D.plist"),
            ("second.plist", scratch.path + "/link.plist"),
        ] { try Disk.link(scratch.path + "/" + link, to: target) }
        try scratch.store(["Size": 14], at: scratch.file("D"))
        try scratch.store(["Size": 20], at: scratch.path + "/good.plist")
        try scratch.store(["Size": 99], at: scratch.path + "/bad.plist")
    }

    private func bash(_ script: String) throws -> Outcome {
        let variables = [
            "DEFAULTS_SCHEMAS": scratch.path + "/schemas", "DEFAULTS_JOURNAL": scratch.path + "/journal",
        ]
        return try scratch.bash(script, environment: scratch.environment.merging(variables) { $1 })
    }

    /// Paths of the file of the domain `D`, as words of a shell.
    static let paths = [
        "./root/D.plist", "$PWD/root/D.plist", "./root/./D.plist", "./root//D.plist", "./root/../root/D.plist",
        "./home/../root/D.plist", "$PWD/./root/D.plist", "/$PWD/root/D.plist", "$PWD/bin/../root/D.plist",
        "./alias/D.plist", "./alias/../root/D.plist", "./alias/../alias/./D.plist", "./link.plist", "./second.plist",
        "./alias/../second.plist", "./root/sub/../D.plist", "./inner/../D.plist", "../${PWD##*/}/root/D.plist",
        "$PWD//alias//D.plist", "/./$PWD/link.plist",
    ].map { "\"\($0)\"" }

    /// Spellings of domains, as words of a shell, and the text of each domain in a journal.
    static let spellings =
        paths.flatMap { [($0, "D"), ($0.replacing(".plist", with: ""), "D")] } + [
            ("D", "D"), ("D.plist", "D"), ("'~/../root/D'", "D"), ("'~/../alias/D.plist'", "D"),
            ("-g", "NSGlobalDomain"), (".GlobalPreferences", "NSGlobalDomain"),
            ("./root/.GlobalPreferences", "NSGlobalDomain"), ("./alias/.GlobalPreferences.plist", "NSGlobalDomain"),
            ("-currentHost D", "-currentHost D"), ("./root/ByHost/D..plist", "-currentHost D"),
            ("ByHost/D.", "-currentHost D"), ("-host lab.x D", "ByHost/D.lab.x"), ("ByHost/D.lab.x", "ByHost/D.lab.x"),
            ("./alias/ByHost/D.lab.x.plist", "ByHost/D.lab.x"), ("-host h -g", "ByHost/.GlobalPreferences.h"),
            ("./root/ByHost/.GlobalPreferences.h", "ByHost/.GlobalPreferences.h"), ("sub/E", "sub/E"),
            ("./inner/E", "sub/E"), ("./root/sub/./E", "sub/E"), ("./root/linked/F", "linked/F"),
        ]

    @Test("schema, journal, 'explain' and completions know one domain in every spelling", arguments: spellings)
    func oneDomain(spelling: String, name: String) throws {
        let refused = try bash("defaults write \(spelling) Size -int 99")
        refused.expect(65, text: "", complaints: 1, containing: "Size is the integer 99")
        #expect(!Disk.exists(scratch.path + "/journal"))
        #expect(try bash("defaults __complete fish '' write \(spelling) ''").text.contains("Theme"))
        #expect(try bash("defaults write \(spelling) Size -int 20") == .silence)
        let history = try bash("defaults history").text
        #expect(history.contains("\n[\(name)]\n"), "\(history)")
        // With an option, 'explain' prints the name and the host.
        if !spelling.hasPrefix("-host") {
            let expected = try bash("defaults explain \(name) Size")
            #expect(expected.text.hasPrefix("*\t"), "\(expected)")
            #expect(try bash("defaults explain \(spelling) Size") == expected)
        }
        #expect(try bash("defaults undo").status == 0)
        #expect(try bash("defaults read \(spelling) Size").text == (name == "D" ? "14\n" : ""))
    }

    /// Lines that write `SIZE`, or the file `NAME` with this size, to `FILE`.
    static let outputs = [
        "defaults import FILE NAME.plist", "defaults export ./NAME FILE",
        "defaults convert --format binary -o FILE NAME.plist",
        "defaults merge -o FILE good.plist good.plist NAME.plist", "plutil -convert binary1 -o FILE NAME.plist",
        "plutil -insert Zoom -integer 1 -o FILE NAME.plist", "plutil -replace Size -integer SIZE FILE",
        "PlistBuddy -c 'Set :Size SIZE' FILE",
    ]

    @Test("output to the file of a domain is checked and recorded, in every spelling", arguments: outputs)
    func output(line: String) throws {
        let before = try scratch.domainFiles()
        for path in Self.paths {
            let words = line.replacing("FILE", with: path).replacing("SIZE", with: "99").replacing("NAME", with: "bad")
            let outcome = try bash(words)
            #expect(outcome.status == (line.hasPrefix("plutil") ? 1 : 65), "\(words): \(outcome)")
            #expect(outcome.error.contains("Size is the integer 99; it must be"), "\(words): \(outcome)")
            #expect(try scratch.domainFiles() == before, "\(words)")
            #expect(!Disk.exists(scratch.path + "/journal"), "\(words)")
        }
        for path in Extent.isWhole ? Self.paths : Array(Self.paths.prefix(3)) {
            let words = line.replacing("FILE", with: path).replacing("SIZE", with: "20").replacing("NAME", with: "good")
            #expect(try bash(words).status == 0, "\(words)")
            #expect(try bash("defaults read D Size").text == "20\n", "\(words)")
            #expect(try bash("defaults history").text.contains("\n[D]\n"), "\(words)")
            #expect(try bash("defaults undo && rm journal").status == 0, "\(words)")
            #expect(try bash("defaults read D Size").text == "14\n", "\(words)")
        }
    }

    @Test("a file with the extension of '-e' that stores a domain is checked, too")
    func extensions() throws {
        try Disk.write("{ Size = x; }", to: scratch.root + "/D.strings")
        for (line, status) in [
            ("defaults convert -e plist root/D.strings", 65), ("plutil -convert xml1 -e plist root/D.strings", 1),
        ] as [(String, Int32)] {
            #expect(try bash(line).status == status, "\(line)")
            #expect(try bash("defaults read D Size").text == "14\n", "\(line)")
        }
    }

    @Test("the file of a domain that is not a property list is not replaced by output")
    func unreadable() throws {
        try Disk.write("{ broken", to: scratch.file("D"))
        for line in ["export ./good root/D.plist", "convert -o root/D.plist good.plist"] {
            try bash("defaults \(line)").expect(65, text: "", complaints: 1, containing: "root/D.plist'")
            #expect(try Disk.bytes(scratch.file("D")) == Array("{ broken".utf8))
        }
    }

    @Test("the folder of records contains no domain, and no output is written to it")
    func records() throws {
        try Disk.makeFolder(scratch.root + "/.defaults/applied")
        let before = try TreeState(scratch.root)
        for path in ["root/.defaults/D.plist", "./alias/.defaults/applied/x.plist", "root/sub/../.defaults/./x"] {
            for line in [
                "export D FILE", "convert -o FILE good.plist", "merge -o FILE good.plist good.plist good.plist",
                "snapshot -o FILE", "sandbox -o FILE true",
            ] {
                let outcome = try bash("defaults " + line.replacing("FILE", with: path))
                outcome.expect(255, text: "", complaints: 1, containing: "is in the folder of records", comment: line)
            }
            #expect(try bash("plutil -convert xml1 -o \(path) good.plist").status == 1)
            #expect(try TreeState(scratch.root).differences(from: before) == [])
        }
        for words in [
            "write .defaults/applied/x k v", "read .defaults/applied/x", "-currentHost write .defaults/x k v",
        ] {
            let outcome = try bash("defaults " + words)
            outcome.expect(255, text: "", complaints: 1, containing: "is not a domain", comment: words)
        }
        #expect(try TreeState(scratch.root).differences(from: before) == [])
    }

    @Test("a base that is mounted twice has the same domains at both places", MountSpace.condition)
    func mounted() throws {
        let script = """
            mkdir mounted; mount --bind root mounted || exit 99
            export DEFAULTS_SCHEMAS=$PWD/schemas DEFAULTS_JOURNAL=$PWD/journal
            defaults write ./mounted/D Size -int 99; echo $?
            defaults write ./mounted/D Size -int 20; defaults history | grep -x '\\[D\\]'
            defaults explain ./mounted/sub/../D Size | cut -f 1-3
            """
        let outcome = try scratch.bashInMountSpace(script)
        outcome.expect(0, complaints: 1, containing: "Size is the integer 99")
        #expect(outcome.text.hasPrefix("65\n[D]\n*\tD\tinteger 20\n"), "\(outcome)")
    }
}

/// A home folder that the user cannot search, as that of another account.
@Suite(.waiting) struct ClosedHomeTests {
    private let scratch = Scratch()

    init() throws {
        for folder in ["closed", "mine"] { try Disk.makeFolder(scratch.path + "/" + folder) }
        let contents = "<plist><dict><key>a</key><string>1</string></dict></plist>"
        try Disk.write(contents, to: scratch.path + "/mine/a.plist")
        // By another process: while this one has a program open to be written, no other test could start it.
        try scratch.bash(
            "cp '\(Executable.defaults)' mine/defaults; cd mine; ln -s defaults plutil; ln -s defaults PlistBuddy")
        if OtherAccount.isAvailable {
            try scratch.giveToOther(scratch.path + "/mine")
            try scratch.giveToOther(scratch.path + "/mine/a.plist")
            chmod(scratch.path + "/closed", 0o700)
        } else {
            chmod(scratch.path + "/closed", 0)
        }
    }

    /// Runs a line of the shell in the folder `mine`, as a user who cannot search the home folder.
    private func run(_ line: String) throws -> Outcome {
        let number = OtherAccount.number
        let words = OtherAccount.isAvailable ? "setpriv --reuid=\(number) --regid=\(number) --clear-groups" : ""
        let script = """
            cd mine; unset DEFAULTS_ROOT; export HOME='\(scratch.path)/closed' PATH="$PWD:$PATH"
            exec \(words) bash -c "$1"
            """
        return try scratch.run(["/bin/bash", "-c", script, "bash", line])
    }

    @Test(
        "it has no part in a file that is given by its path", OtherAccount.ordinaryCondition,
        arguments: [
            "defaults write ./a.plist k v", "defaults write ./new k v", "defaults delete ./a.plist a",
            "defaults delete ./a.plist", "defaults rename ./a.plist a b",
            "echo '{ b = 2; }' | defaults import ./a.plist -",
            "defaults migrate ./a ./a b=a", "defaults convert --format xml --in-place a.plist",
            "defaults --journal j write ./a.plist k v && defaults --journal j undo >/dev/null",
            "PlistBuddy -c 'Set :a 2' a.plist", "plutil -replace a -string 2 a.plist",
            "plutil -convert xml1 -o b.plist a.plist", "defaults export ./a b.plist",
        ])
    func path(line: String) throws {
        let before = try TreeState(scratch.path + "/mine")
        #expect(try run(line) == .silence)
        #expect(try TreeState(scratch.path + "/mine").differences(from: before) != [])
        chmod(scratch.path + "/closed", 0o700)
    }

    @Test(
        "a domain in it is an error of permissions with the path of the domain, not about a schema",
        OtherAccount.ordinaryCondition,
        arguments: [
            "write x k v", "import x a.plist", "rename x k l", "migrate --id m ./a x b=a", "explain x k",
            "read --effective x k", "delete x k", "apply state.json", "-n write x k v",
        ])
    func domain(line: String) throws {
        let state = scratch.path + "/mine/state.json"
        try Disk.write(#"{"x": {"k": 1}}"#, to: state)
        let outcome = try run("defaults " + line)
        let lines = outcome.errorLines
        #expect(outcome.status == 77, "\(outcome)")
        #expect(lines.first?.contains("/closed/.config/") == true, "\(outcome)")
        #expect(
            lines.allSatisfy { $0.hasSuffix(": Permission denied") || $0.contains("Permission denied") }, "\(outcome)")
        #expect(!outcome.error.contains("schema"), "\(outcome)")
        chmod(scratch.path + "/closed", 0o700)
    }
}
