import Foundation
import Glibc
import PropertyList
import Testing

/// Tests the statements under CAVEATS and SECURITY CONSIDERATIONS in the man pages.
@Suite(.waiting) struct CaveatTests {
    let scratch = Scratch()

    init() throws {
        try scratch.succeed("write", "D", "k", "old")
    }

    private var file: String { scratch.file("D") }
    private var temporary: String { scratch.root + "/.D.plist.defaults-new" }

    // MARK: - Temporary files

    @Test("a planted link with the temporary name is not followed")
    func plantedLink() throws {
        let victim = scratch.path + "/victim"
        try Disk.write("mine", to: victim)
        try Disk.link(temporary, to: victim)
        try scratch.succeed("write", "D", "k", "new")
        #expect(try Disk.bytes(victim) == Array("mine".utf8))
        #expect(try !FileFacts(file).isLink && Foreign.foundation(file) == ["k": "new"])
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }

    @Test("a planted file with the temporary name affects neither the mode nor the links of the new file")
    func plantedFile() throws {
        try Disk.write("mine", to: temporary)
        #expect(chmod(temporary, 0o666) == 0 && Glibc.link(temporary, scratch.path + "/second") == 0)
        try scratch.succeed("write", "D", "k", "new")
        #expect(try FileFacts(file).permissions == 0o600)
        #expect(try Disk.bytes(scratch.path + "/second") == Array("mine".utf8))
    }

    @Test("a planted folder with the temporary name does not prevent a change, and is kept")
    func plantedFolder() throws {
        try Disk.makeFolder(temporary)
        try scratch.succeed("write", "D", "k", "new")
        #expect(try Foreign.foundation(file) == ["k": "new"])
        #expect(try Disk.names(in: temporary).isEmpty)
    }

    @Test("the temporary file never grants more access than the file", Strace.condition, arguments: ["D", "New"])
    func temporaryMode(domain: String) throws {
        let calls = try scratch.systemCalls("openat,write", of: "write", domain, "k", "secret")
        let creation = try #require(calls.first { $0.contains("O_CREAT") && $0.contains("defaults-new") })
        #expect(creation.contains("O_EXCL") && creation.contains("O_NOFOLLOW") && creation.contains(", 0600)"))
        #expect(calls.count { $0.hasPrefix("write(") && $0.contains("defaults-new") } == 1)
    }

    // MARK: - Symbolic links and concurrent changes

    @Test("a link in the place of a file is followed, and its target is written")
    func linkInPlace() throws {
        let elsewhere = scratch.path + "/elsewhere.plist"
        try Disk.link(scratch.file("Linked"), to: elsewhere)
        try scratch.succeed("write", "Linked", "k", "v")
        #expect(try Foreign.foundation(elsewhere) == ["k": "v"])
    }

    @Test(
        "a link that changes while a writer waits for the lock is followed again",
        arguments: ["write", "export"])
    func linkChanged(verb: String) throws {
        for folder in ["first", "second"] { try Disk.makeFolder("\(scratch.path)/\(folder)") }
        try Disk.link(scratch.path + "/link.plist", to: "first/Real.plist")
        let operands = verb == "write" ? ["./link", "k", "old"] : ["D", "./link.plist"]
        let words = [verb, "--lock-timeout", "600"] + operands
        let lock = open(scratch.path + "/first", O_RDONLY | O_CLOEXEC)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let writer = try scratch.start([Executable.defaults] + words)
        // The writer has resolved the link when it has opened the folder.
        try writer.waitUntilItHasOpen(scratch.path + "/first")
        try FileManager.default.removeItem(atPath: scratch.path + "/link.plist")
        try Disk.link(scratch.path + "/link.plist", to: "second/Real.plist")
        close(lock)
        #expect(try writer.outcome() == .silence)
        #expect(try Disk.names(in: scratch.path + "/first").isEmpty)
        #expect(try Foreign.foundation(scratch.path + "/second/Real.plist") == ["k": "old"])
    }

    @Test("a read and a write by two commands are not one change, but adding to an array is")
    func twoCommands() throws {
        let script = """
            for ((i = 0; i < 10; i++)); do defaults write D list -array-add "$1.$i" || exit 1; done
            """
        let writers = try ["a", "b"].map { try scratch.start(["/bin/bash", "-c", script, "writer", $0]) }
        let value = try scratch.defaults("read", "D", "k").text
        try scratch.succeed("write", "D", "k", "theirs")
        try scratch.succeed("write", "D", "k", value.trimmingCharacters(in: .newlines) + "er")
        for writer in writers { #expect(try writer.outcome() == .silence) }
        let contents = try Foreign.foundation(file)
        #expect(contents["k"] as? String == "older")
        #expect((contents["list"] as? [Any])?.count == 20)
    }

    // MARK: - Modes

    @Test("the umask applies to new files outside the base, and to no others", arguments: [0o000, 0o077])
    func umask(mask: Int) throws {
        let script = "umask \(String(mask, radix: 8)); defaults write ./path k v; defaults write New k v"
        #expect(try scratch.bash(script) == .silence)
        #expect(try FileFacts(scratch.path + "/path.plist").permissions == UInt32(0o666 & ~mask))
        #expect(try FileFacts(scratch.file("New")).permissions == 0o600)
    }

    // MARK: - Names and values from other sources

    @Test(
        "on a terminal, control characters in values, keys and names are escaped, except in unchanged copies",
        Executable.condition("script"),
        arguments: [
            ("read D", false), ("read D k", false), ("find x", false), (#"read-type D $'x\e[2J'"#, false),
            (#"read $'x\e]0;x\a'"#, false), ("read --json D", false), ("read --xml D", false),
            ("read --raw D k", true), ("export D -", true), ("export --format json D -", false),
            ("read --lines D k", false), ("read --lines D", false), ("read --sh D k", false), ("read --sh D", false),
            ("read --types D", false), ("read --json=plain D", false), ("read --decode D", false),
            ("read --ascii D", false), ("export --format commands D -", false), ("export C1 -", false),
            ("export --format xml C1 -", false), ("read --xml C1", false), ("diff --format commands E D", false),
            ("diff --format json E D", false), ("diff D E", false), ("find --lines x", false),
            ("find --json x", false), ("write --dry-run D k y", false), ("delete --dry-run D", false),
            ("domains", false), ("domains --lines", false), ("domains --json", false), ("check", false),
        ])
    func terminal(words: String, isCopy: Bool) throws {
        try scratch.succeed("write", "D", "k", "-string", "x\u{1B}[2J\u{7}\u{9B}x")
        try scratch.succeed("write", "D", "x\u{1B}]0;t\u{7}", "-string", "y")
        try scratch.succeed("write", "C1\u{9B}", "k", "-string", "x")
        try scratch.succeed("write", "C1", "k\u{7F}", "-string", "x\u{9B}x\u{7F}")
        try Disk.write("<plist><dict><key>\u{1B}</key><string>x</string></dict></plist>", to: scratch.file("C0\u{9B}"))
        try Disk.write("exec defaults \(words)", to: scratch.path + "/command")
        let script = #"script -qec "exec bash ./command" /dev/null </dev/null | LC_ALL=C tr -d '\n\r\t'"#
        let output = try scratch.bash(script).text
        #expect(output.unicodeScalars.count > 5)
        let controls = output.unicodeScalars.filter { $0.properties.generalCategory == .control }
        #expect(controls.isEmpty == !isCopy, "\(output.debugDescription)")
    }

    @Test("an assignment or command copied from a terminal has the same value", Executable.condition("script"))
    func copied() throws {
        let contents: PropertyListDictionary = [
            "'\u{1B}[31m\\": "it's \\ \u{1B}[2J\u{7}\u{7F}\u{9B}\u{1}7\t\né", "plain": "$HOME `x` \"y\"",
            "list\u{85}": ["\u{1B}\u{9B}", ["\u{7}": "\u{7F}"]],
        ]
        try scratch.store(contents, at: scratch.file("D\u{9B}"))
        try scratch.store(["k": contents["'\u{1B}[31m\\"] ?? ""], at: scratch.file("S"))
        func shown(_ words: String) throws -> String {
            try Disk.write("exec defaults \(words)", to: scratch.path + "/command")
            // A terminal adds a carriage return to each line.
            let script = #"script -qec "exec bash ./command" /dev/null </dev/null | LC_ALL=C tr -d '\r'"#
            return try scratch.bash(script).text
        }
        let assignment = try shown("read --sh S")
        #expect(!assignment.unicodeScalars.contains("\u{1B}"))
        let text = try scratch.bash("\(assignment)printf %s \"$default_k\"").output
        #expect(text == Array("it's \\ \u{1B}[2J\u{7}\u{7F}\u{9B}\u{1}7\t\né".utf8))
        for words in [#"export --format commands $'D\302\233' -"#, #"diff --format commands Missing $'D\302\233'"#] {
            try scratch.succeed("delete", "--if-exists", "Missing")
            let commands = try shown(words)
            #expect(!commands.unicodeScalars.contains("\u{1B}") && !commands.unicodeScalars.contains("\u{9B}"))
            let copy = words.hasPrefix("diff") ? commands : commands.replacing(#"$'D\302\233'"#, with: "Missing")
            try scratch.bash(copy)
            #expect(try scratch.defaults("diff", "Missing", "D\u{9B}") == .silence, "\(commands)")
        }
    }

    @Test("a domain that begins with a dot or a slash is a path; a name never refers to a file outside the base")
    func traversal() throws {
        try Disk.makeFolder(scratch.path + "/inner")
        #expect(try scratch.bash("cd inner && defaults write ../outside k v").status == 0)
        #expect(Disk.exists(scratch.path + "/outside.plist"))
        let before = try TreeState(scratch.path)
        for name in ["a/../../x", "..", "a/..", "a/./b"] {
            #expect(try scratch.defaults("write", name, "k", "v").status == 255, "\(name)")
        }
        #expect(try scratch.defaults("-host", "../../x", "write", "D", "k", "v").status == 255)
        #expect(try TreeState(scratch.path).differences(from: before).isEmpty)
    }

    @Test("a value on the command line is visible while the command runs; a value from standard input is not")
    func commandLine() throws {
        for (words, isSeen) in [(["k", "-string", "hush"], true), (["--stdin", "D", "k", "-string"], false)] {
            let arguments = ["write", "--lock-timeout", "600"] + (isSeen ? ["D"] : []) + words
            let lock = open(scratch.root, O_RDONLY | O_CLOEXEC)
            #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
            let writer = try scratch.start([Executable.defaults] + arguments, input: Array("hush".utf8))
            try writer.waitUntilItHasOpen(scratch.root)
            let line = try String(contentsOfFile: "/proc/\(writer.identifier)/cmdline", encoding: .utf8)
            close(lock)
            #expect(line.contains("hush") == isSeen)
            #expect(try writer.outcome().status == 0)
            #expect(try Foreign.foundation(file) == ["k": "hush"])
        }
    }

    // MARK: - Other programs

    @Test("a machine that locks the folder and a machine that cannot do not exclude each other")
    func twoLocks() throws {
        let lock = open(scratch.root + "/.defaults.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        try scratch.succeed("--lock-timeout", "0", "write", "D", "k", "new")
        close(lock)
        #expect(try Foreign.foundation(file) == ["k": "new"])
    }

    @Test("another name of a file keeps the old contents")
    func hardLink() throws {
        #expect(Glibc.link(file, scratch.file("Second")) == 0)
        let before = try FileFacts(scratch.file("Second"))
        try scratch.succeed("write", "D", "k", "new")
        #expect(try FileFacts(scratch.file("Second")) == before)
        #expect(try Foreign.foundation(scratch.file("Second")) == ["k": "old"])
        #expect(try Foreign.foundation(file) == ["k": "new"])
    }

    @Test("a program with UserDefaults writes while the folder is locked, and in place")
    func otherPrograms() throws {
        let before = try FileFacts(file)
        let lock = open(scratch.root, O_RDONLY | O_CLOEXEC)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        #expect(try scratch.defaults("--lock-timeout", "0", "write", "D", "k", "new").status == 75)
        try scratch.probe("set", "D", "theirs", "int", "1")
        close(lock)
        #expect(try Foreign.lines(file) == ["\"k\": \"old\"", "\"theirs\": 1"])
        #expect(try FileFacts(file).inode == before.inode)
    }
}

extension ChildProcess {
    /// Waits until the process has opened a file or folder.
    fileprivate func waitUntilItHasOpen(_ path: String) throws {
        let deadline = ContinuousClock.now + .seconds(600)
        while ContinuousClock.now < deadline {
            let folder = "/proc/\(identifier)/fd"
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
                if destination == path { return }
            }
            sched_yield()
        }
        throw POSIXError(.ETIMEDOUT)
    }
}
