import Foundation
import Glibc
import Testing

/// Documents that are applied to files, and taken back.
@Suite(.waiting) struct ApplyTests {
    let scratch = Scratch()

    init() throws {
        try scratch.defaults("write", "D", "k", "old")
        try scratch.defaults("write", "D", "map", "-dict", "x", "-int", "1")
        try write(#"{"D": {"k": "new", "n": 1, "map": {"$merge": {"y": 2}}}, "E": {"e": true}}"#, to: "state")
    }

    private func write(_ text: String, to name: String) throws {
        try Disk.write(text, to: "\(scratch.path)/\(name)")
    }

    private var record: String { scratch.root + "/.defaults/applied/me.plist" }

    private func json(_ domain: String) throws -> String {
        try scratch.defaults("read", "--json", domain).text.filter { !$0.isWhitespace }
    }

    @Test("a document is applied once, and changes nothing the second time", arguments: [[], ["--id", "me"]])
    func idempotence(options: [String]) throws {
        let words = [Executable.defaults, "apply", "--exit-code"] + options + ["state"]
        #expect(try scratch.run(words) == Outcome(status: 2, output: [], error: ""))
        #expect(try json("D") == #"{"k":"new","map":{"x":1,"y":2},"n":1}"#)
        #expect(try json("E") == #"{"e":true}"#)
        let before = try TreeState(scratch.root)
        #expect(try scratch.run(words) == .silence)
        let after = try TreeState(scratch.root)
        #expect(after == before, "\(after.differences(from: before))")
    }

    @Test(
        "every domain that cannot be read or changed is named, nothing changes, and no folder of records is left",
        arguments: ["A", "B", "C", "F", "ABCF"], [false, true])
    func refusals(domains: String, hasFolder: Bool) throws {
        try scratch.bash("mkfifo root/F.plist; \(hasFolder ? "mkdir root/.defaults" : "")")
        try write("junk", to: "root/A.plist")
        try write("{ k = v; /* c */ }", to: "root/B.plist")
        try write("<plist><dict><set/></dict></plist>", to: "root/C.plist")
        try write("{\((domains + "D").map { "\"\($0)\": {\"k\": 1}" }.joined(separator: ","))}", to: "state")
        let before = try scratch.names()
        for option in ["", "-n", "--id me", "-n --id me"] {
            let outcome = try scratch.bash("defaults apply \(option) state")
            outcome.expect(65, text: "", complaints: domains.count, comment: option)
            for name in domains { #expect(outcome.error.contains(scratch.file("\(name)")), "\(outcome)") }
            #expect(try scratch.names() == before)
            #expect(try scratch.defaults("read", "D", "k").text == "old\n")
        }
    }

    @Test("what was applied is taken back, byte for byte")
    func removal() throws {
        let before = try Disk.bytes(scratch.file("D"))
        try scratch.defaults("apply", "--id", "me", "state")
        try write(#"{"D": {"k": {"$absent": true}, "z": [1]}, "F": {"f": 1}}"#, to: "other")
        try scratch.defaults("apply", "--id", "me", "--exact", "other")
        #expect(try json("D") == #"{"z":[1]}"#)
        #expect(!Disk.exists(scratch.file("E")))
        #expect(try scratch.defaults("apply", "--id", "me", "--remove") == .silence)
        #expect(try Disk.bytes(scratch.file("D")) == before)
        #expect(!Disk.exists(scratch.file("F")))
        #expect(!Disk.exists(record))
        let again = try scratch.defaults("apply", "--id", "me", "--remove")
        again.expect(1, containing: "nothing is applied under the identifier 'me'")
    }

    @Test("the status of all identifiers leaves out one under which nothing is applied any longer")
    func emptyRecord() throws {
        try scratch.defaults("apply", "--id", "me", "state")
        try FileManager.default.moveItem(atPath: record, toPath: scratch.path + "/record.plist")
        try FileManager.default.createSymbolicLink(atPath: record, withDestinationPath: scratch.path + "/record.plist")
        #expect(try scratch.defaults("apply", "--id", "me", "--remove") == .silence)
        // A link stays, and leads to a record without contents.
        #expect(Disk.exists(record))
        #expect(try scratch.defaults("apply", "--status") == .silence)
        let status = try scratch.defaults("apply", "--status", "me")
        status.expect(1, containing: "nothing is applied under the identifier 'me'")
    }

    @Test("a record is private, and one that others can write is not used")
    func privacy() throws {
        try scratch.defaults("apply", "--id", "me", "state")
        #expect(try FileFacts(record).permissions == 0o600)
        #expect(try FileFacts(scratch.root + "/.defaults/applied").permissions == 0o700)
        #expect(try scratch.defaults("domains").text == "D, E\n")
        chmod(record, 0o622)
        try scratch.defaults("apply", "--status").expect(77, containing: "others can write it")
    }

    @Test(
        "a record that cannot be used blocks its own identifier, and concerns no other one",
        arguments: ["junk", "{ schema = 1; }", "{ schema = 2; identifier = me; }", "", nil])
    func unusableRecord(text: String?) throws {
        try scratch.defaults("apply", "--id", "me", "state")
        try write(#"{"F": {"f": 1}}"#, to: "other")
        try scratch.defaults("apply", "--id", "you", "other")
        if let text {
            try write(text, to: "root/.defaults/applied/me.plist")
        } else {
            try FileManager.default.removeItem(atPath: record)
            try FileManager.default.createDirectory(atPath: record, withIntermediateDirectories: false)
        }
        let before = try TreeState(scratch.root)
        for words in [["--id", "me", "state"], ["--id", "me", "--remove"], ["--status", "me"]] {
            let outcome = try scratch.defaults(["apply"] + words)
            outcome.expect(65, containing: "me")
            #expect(try TreeState(scratch.root) == before)
        }
        let status = try scratch.defaults("apply", "--status")
        #expect(status.status != 0, "\(status)")
        #expect(status.text == "you: applied\n  applied F f\n", "\(status)")
        status.expect(containing: "me", beginning: "defaults: ")

        let notice = "defaults: What 'me' has set is not protected, because \(record) cannot be used: "
        for words in [["--id", "you", "--exact", "other"], ["--exact", "other"], ["--id", "you", "--remove"]] {
            let outcome = try scratch.defaults(["apply"] + words)
            outcome.expect(0, beginning: notice, comment: "\(words)")
            #expect(outcome.error.filter { $0 == "\n" }.count == 1)
        }
        #expect(!Disk.exists(scratch.file("F")))
        #expect(try scratch.defaults("apply", "other") == .silence)
    }

    @Test("a record holds all values of a domain, without a notice", arguments: [true, false])
    func values(hasRoot: Bool) throws {
        let values = #"{"d": {"$date": "2024-01-31T12:00:00.5Z"}, "r": {"$real": "-0.0"}, "\u0008": "\u0008"}"#
        try write("{\"G\": \(values)}", to: "state")
        try write(#"{"G": {"\u0008": "\u0008"}}"#, to: "control")
        for document in ["control", "state"] {
            for words in ["--id me \(document)", "--id me --exit-code \(document)", "--id me --remove"] {
                let line = "\(hasRoot ? "" : "unset DEFAULTS_ROOT;") defaults apply \(words)"
                #expect(try scratch.bash(line) == .silence, "\(words)")
            }
        }
    }

    @Test("values that were changed meanwhile stay, and are reported")
    func drift() throws {
        try scratch.defaults("apply", "--id", "me", "state")
        try scratch.defaults("write", "D", "k", "by hand")
        try scratch.defaults("delete", "D", "n")
        let status = try scratch.defaults("apply", "--status", "me")
        #expect(
            status.text
                == "me: applied\n  changed D k\n  applied D map.y\n  gone D n\n  applied E e\n")
        #expect(try scratch.defaults("apply", "--status") == status)
        let outcome = try scratch.defaults("apply", "--id", "me", "--remove")
        outcome.expect(0, error: "defaults: Key k of domain D has changed since it was applied; leaving it\n")
        #expect(try json("D") == #"{"k":"byhand","map":{"x":1}}"#)
    }

    @Test("a dry run prints the differences that then appear")
    func dryRun() throws {
        let before = try TreeState(scratch.root)
        let outcome = try scratch.defaults("apply", "-n", "--exit-code", "--id", "me", "state")
        #expect(
            outcome.text
                == """
                [D]
                - k: string "old"
                + k: string "new"
                + map.y: integer 2
                + n: integer 1
                [E]
                + e: boolean true

                """
        )
        #expect(outcome.status == 2)
        #expect(try TreeState(scratch.root) == before)
        #expect(try scratch.defaults("apply", "-v", "--id", "me", "state").text == outcome.text)
        #expect(try scratch.defaults("apply", "-v", "--id", "me", "state") == .silence)
    }

    @Test("later files take precedence")
    func severalFiles() throws {
        try write(#"{"D": {"k": "newest", "map": {"$merge": {"y": {"$absent": true}, "z": 3}}}}"#, to: "other")
        try scratch.defaults("apply", "state", "other")
        #expect(try json("D") == #"{"k":"newest","map":{"x":1,"z":3},"n":1}"#)
    }

    @Test("without a root, records are in the state folder, and may name paths")
    func stateFolder() throws {
        try write(#"{"\#(scratch.path)/f": {"k": 1}, "~/g": {"k": 2}, "D": {"k": 3}}"#, to: "paths")
        for state in [nil, scratch.path + "/state folder"] {
            var environment = scratch.environment
            environment["DEFAULTS_ROOT"] = nil
            environment["XDG_STATE_HOME"] = state
            #expect(try scratch.defaults("apply", "--id", "me", "paths", environment: environment).status == 0)
            let folder = (state ?? scratch.home + "/.local/state") + "/defaults/applied"
            #expect(try FileFacts(folder + "/me.plist").permissions == 0o600)
            #expect(Disk.exists(scratch.path + "/f.plist"))
            #expect(Disk.exists(scratch.home + "/g.plist"))
            #expect(try scratch.defaults("apply", "--id", "me", "--remove", environment: environment).status == 0)
            #expect(try Disk.names(in: folder) == [])
            #expect(!Disk.exists(scratch.home + "/.config/D.plist"))
        }
    }

    @Test("two runs at once have the effect of one after the other")
    func concurrency() throws {
        try write(#"{"D": {"k": "other"}, "F": {"f": 1}}"#, to: "other")
        for _ in 0..<5 {
            let outcome = try scratch.bash(
                """
                apply() { defaults apply --lock-timeout 600 --id me $1; }
                for i in 1 2 3 4; do apply state & apply other & done; wait
                """)
            outcome.expect(0, error: "")
            let isOther = try scratch.defaults("read", "D", "k").text == "other\n"
            #expect(Disk.exists(scratch.file("F")) == isOther)
            #expect(Disk.exists(scratch.file("E")) != isOther)
        }
        let race = """
            defaults apply --lock-timeout 600 --id a other 2>/dev/null & p=$!
            defaults apply --lock-timeout 600 --id b other 2>/dev/null
            s=$?
            wait $p
            echo $s$?
            """
        #expect(try scratch.bash(race).text == "11\n")
        try scratch.defaults("apply", "--id", "me", "--remove")
        #expect(try ["01\n", "10\n"].contains(scratch.bash(race).text))
    }

    @Test("identifiers with different paths are applied and removed at once")
    func differentIdentifiers() throws {
        for number in 1...6 {
            try write(
                #"{"D": {"k\#(number)": 1, "map": {"$merge": {"new": {"$merge": {"m\#(number)": 1}}}}}}"#,
                to: "document\(number)")
        }
        let outcome = try scratch.bash(
            """
            cp -pr root before
            for i in 1 2 3 4 5 6; do defaults apply --lock-timeout 600 --id p$i document$i & done; wait
            defaults apply --status | grep -c '^  applied D '
            defaults read --path map.new D | grep -c m
            for i in 1 2 3 4 5 6; do defaults apply --lock-timeout 600 --id p$i --remove & done; wait
            rm -r root/.defaults; diff -r before root
            """)
        #expect(outcome == Outcome(status: 0, output: Array("12\n6\n".utf8), error: ""))
    }
}
