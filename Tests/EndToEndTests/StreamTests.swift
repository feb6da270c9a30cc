import Foundation
import Testing

/// Streams that are full, closed or gone, and environments with little in them.
@Suite(.waiting) struct StreamTests {
    let scratch = Scratch()

    /// Command lines that print, where `D` holds `K`.
    static let printing = [
        "read", "read D", "read D K", "read-type D K", "domains", "export D -", "help", "help read", "read --help",
        "--help", "-h", "--version",
    ]

    /// What the property list of `D` is.
    private static let contents = ["K": "v"]

    init() throws {
        try scratch.defaults("write", "D", "K", "v")
    }

    private func contents(of domain: String) throws -> [String: String]? {
        try Foreign.foundation(scratch.file(domain)) as? [String: String]
    }

    @Test("output that does not fit on the disk ends with 74", arguments: printing)
    func fullOutput(_ command: String) throws {
        let outcome = try scratch.bash("defaults \(command) >/dev/full")
        #expect(
            outcome
                == Outcome(
                    status: 74, output: [], error: "defaults: cannot write the output: No space left on device\n"))
    }

    @Test("an export to a full device ends with 74")
    func fullExport() throws {
        let outcome = try scratch.defaults("export", "D", "/dev/full")
        outcome.expect(74, complaints: 1)
    }

    @Test("a reader that has gone ends the command quietly", arguments: printing)
    func brokenPipe(_ command: String) throws {
        // The reading end is closed before the command starts, so that it cannot be faster.
        let closed = "exec 3> >(:); wait $!; defaults \(command) >&3"
        let killed = try scratch.bash(closed)
        killed.expect(128 + SIGPIPE, error: "")
        let ignoring = try scratch.bash("trap '' PIPE; \(closed)")
        ignoring.expect(74, error: "")
    }

    @Test("output to a closed descriptor ends with 74", arguments: printing)
    func closedOutput(_ command: String) throws {
        let outcome = try scratch.bash("defaults \(command) >&-")
        outcome.expect(74, complaints: 1)
        #expect(try contents(of: "D") == Self.contents)
    }

    @Test(
        "closed streams do not find their way into a domain",
        arguments: ["<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"])
    func closedStreams(_ redirection: String) throws {
        #expect(try scratch.bash("defaults write D L w \(redirection)").status == 0)
        #expect(try contents(of: "D") == ["K": "v", "L": "w"])
        #expect(try scratch.bash("defaults write New L w \(redirection)").status == 0)
        #expect(try contents(of: "New") == ["L": "w"])
        #expect(try scratch.bash("defaults delete D L \(redirection)").status == 0)
        #expect(try scratch.bash("defaults export D ./out.plist \(redirection)").status == 0)
        #expect(try Foreign.foundation(scratch.path + "/out.plist") as? [String: String] == Self.contents)
        // What is printed or complained about has nowhere to go, and must not go into the file that is read.
        let before = try TreeState(scratch.root)
        let hasOutput = !redirection.split(separator: " ").contains(">&-")
        #expect(try scratch.bash("defaults read D \(redirection)").status == (hasOutput ? 0 : 74))
        #expect(try scratch.bash("defaults read D Missing \(redirection)").status == 1)
        #expect(try TreeState(scratch.root).differences(from: before).isEmpty)
    }

    @Test("a closed standard input cannot be imported", arguments: ["-", "/dev/stdin"])
    func closedInput(_ path: String) throws {
        let outcome = try scratch.bash("defaults import New \(path) <&-")
        #expect([65, 74].contains(outcome.status))
        #expect(outcome.complains(), "\(outcome.error)")
        #expect(!FileManager.default.fileExists(atPath: scratch.file("New")))
    }

    @Test("an export to a closed standard output ends with 74", arguments: ["-", "/dev/stdout"])
    func exportToClosedOutput(_ path: String) throws {
        let outcome = try scratch.bash("defaults export D \(path) >&-")
        outcome.expect(74, complaints: 1)
    }

    @Test("complaints that cannot be written leave the status as it is")
    func fullError() throws {
        #expect(try scratch.bash("defaults read Missing 2>/dev/full").status == 1)
        #expect(try scratch.bash("defaults nonsense 2>/dev/full").status == 255)
        #expect(try scratch.bash("trap '' PIPE; exec 3> >(:); wait $!; defaults read Missing 2>&3").status == 1)
    }

    @Test("an export goes to a pipe, to a device and to a file behind standard output, and replaces none of them")
    func exportToStreams() throws {
        for script in [
            "defaults export D /dev/stdout | cat", "defaults export D /dev/fd/1 | cat",
            "defaults export D >(cat) && wait $!", "mkfifo f; cat f & defaults export D ./f && wait && test -p f",
            "defaults export D /dev/stdout >out.plist && cat out.plist",
            "defaults export D /dev/null && test -c /dev/null && defaults export D -",
        ] {
            let outcome = try scratch.bash(script)
            outcome.expect(0, error: "", comment: "\(script)")
            let object = try PropertyListSerialization.propertyList(from: Data(outcome.output), format: nil)
            #expect(object as? [String: String] == ["K": "v"], "\(script)")
        }
    }

    @Test(
        "an export to a descriptor stands between what is written before and after it",
        arguments: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/proc/thread-self/fd/1", "./link"])
    func exportBetweenOthers(path: String) throws {
        let outcome = try scratch.bash(
            """
            ln -s /dev/stdout link
            { echo header; defaults export --format json D \(path); echo footer; } >log; cat log
            """)
        #expect(outcome == Outcome(status: 0, output: Array("header\n{\n  \"K\": \"v\"\n}\nfooter\n".utf8), error: ""))
    }

    @Test("an export to a descriptor adds to a file that was opened to be added to, and to one of another process")
    func exportAtTheEnd() throws {
        let outcome = try scratch.bash(
            """
            echo before >log; defaults export --format json D /dev/fd/7 7>>log; cat log; rm log
            echo before >log; exec 8>>log; defaults export --format json D /proc/$$/fd/8; cat log
            """)
        let text = "before\n{\n  \"K\": \"v\"\n}\n"
        #expect(outcome == Outcome(status: 0, output: Array((text + text).utf8), error: ""))
    }

    @Test("an export to a descriptor that is closed, or open to be read only, is an error")
    func exportToUnwritable() throws {
        #expect(try scratch.bash("defaults export D /dev/fd/9 9>&-").status == 74)
        let outcome = try scratch.bash("echo kept >log; defaults export D /dev/fd/9 9<log; echo $?; cat log")
        #expect(outcome.text == "74\nkept\n")
    }

    @Test("a domain is not written into a descriptor, whatever it leads to")
    func writeToDescriptor() throws {
        let outcome = try scratch.bash(
            """
            echo '{ K = old; }' >f; exec 9<>f; defaults write /dev/fd/9 K new; echo $?; cat f
            rm f; defaults write /dev/fd/9 K new; echo $?; ls
            defaults write /dev/stdout K new | cat; echo ${PIPESTATUS[0]}
            """)
        #expect(outcome.text == "65\n{ K = old; }\n65\nbin\nhome\nroot\n65\n")
        #expect(outcome.error.contains("cannot read '/dev/fd/9': it is not a regular file"))
    }

    @Test("an export to - is XML")
    func exportToOutput() throws {
        let outcome = try scratch.defaults("export", "D", "-")
        var format = PropertyListSerialization.PropertyListFormat.openStep
        let object = try PropertyListSerialization.propertyList(from: Data(outcome.output), format: &format)
        #expect(object as? [String: String] == ["K": "v"])
        #expect(format == .xml)
    }

    @Test("a domain is imported from standard input by each of its names, and from a pipe")
    func importFromStreams() throws {
        for (index, script) in [
            "printf '{ K = v; }' | defaults import $1 -", "printf '{ K = v; }' | defaults import $1 /dev/stdin",
            "printf '{ K = v; }' >in; defaults import $1 - <in", "defaults import $1 <(printf '{ K = v; }')",
            "defaults import $1 /dev/stdin <<<'{ K = v; }'", "defaults export D - | defaults import $1 -",
            "defaults export D /dev/stdout | defaults import $1 -",
        ].enumerated() {
            let outcome = try scratch.bash(script.replacingOccurrences(of: "$1", with: "New\(index)"))
            #expect(outcome == .silence, "\(script)")
            #expect(try contents(of: "New\(index)") == Self.contents, "\(script)")
        }
    }

    @Test("an empty input is no property list", arguments: ["-", "/dev/stdin", "empty"])
    func emptyInput(_ path: String) throws {
        let outcome = try scratch.bash(": >empty; defaults import New \(path) </dev/null")
        let reason = "Could not parse property list from \(path) due to empty input"
        #expect(outcome == Outcome(status: 65, output: [], error: "defaults: \(reason)\n"))
        #expect(!FileManager.default.fileExists(atPath: scratch.file("New")))
    }

    @Test("a folder is neither imported nor exported to")
    func folder() throws {
        let before = try TreeState(scratch.path)
        for (words, status) in [(["import", "New", "./home"], Int32(65)), (["export", "D", "./home"], 74)] {
            let outcome = try scratch.defaults(words)
            outcome.expect(status, complaints: 1)
        }
        #expect(try TreeState(scratch.path).differences(from: before).isEmpty)
    }
}
