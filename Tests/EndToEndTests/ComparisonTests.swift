import Foundation
import Testing

/// What `diff` compares, and that it never finds equal what it did not compare.
@Suite(.waiting) struct ComparisonTests {
    private let scratch = Scratch()

    init() throws {
        try scratch.succeed("write", "D", "K", "v")
    }

    private func status(_ script: String) throws -> Int32 {
        try scratch.bash(script).status
    }

    @Test(
        "files of any name and format, pipes, FIFOs and standard input are compared by content",
        arguments: [
            "echo '{ \"K\": \"v\" }' >golden.json; defaults diff ./golden.json D",
            "echo 'K = v;' >settings; defaults diff ./settings D",
            "defaults export D copy.bin; defaults diff ./copy.bin D",
            "defaults export D - >copy.xml; defaults diff D ./copy.xml", "defaults export D - | defaults diff - D",
            "defaults export D - | defaults diff D -", "defaults diff <(defaults export D -) <(echo '{\"K\": \"v\"}')",
            "defaults diff D <(sleep 0.1; echo '{ K = v; }')", "mkfifo f; echo '{ K = v; }' >f & defaults diff ./f D",
            "mkfifo f.plist; echo '{ K = v; }' >f.plist & defaults diff ./f D",
            "echo '{ K = v; }' | defaults diff /dev/stdin D", "echo '{ K = v; }' >x; defaults diff /dev/fd/7 D 7<x",
            "defaults diff ./root/D D", "defaults diff ./root/D.plist D",
        ])
    func equal(script: String) throws {
        #expect(try scratch.bash(script) == .silence, "\(script)")
        // The commands compare E, or other contents, if they compare a copy of D with contents.
        let other = script.replacing(" D", with: " E").replacing("export E", with: "export D")
            .replacing("\"v\"}", with: "\"w\"}")
        try #require(other != script)
        try scratch.succeed("write", "E", "K", "other")
        #expect(try scratch.bash("rm -f f f.plist; " + other).status == 1, "\(other)")
    }

    @Test("a pipe with nothing in it differs from a domain, and is shown so")
    func emptyDictionary() throws {
        let outcome = try scratch.bash("defaults diff <(defaults export D -) <(echo '{}')")
        #expect(outcome == Outcome(status: 1, output: Array("- K: string \"v\"\n".utf8), error: ""))
    }

    @Test(
        "a path to nothing is an error, on either side",
        arguments: ["./nope", "./nope.plist", "/nope/x", "~/nope", "./nope/", "./root/D.plist/x"])
    func missingPath(path: String) throws {
        for operands in ["\(path) D", "D \(path)", "./root \(path)", "\(path) ./root"] {
            let outcome = try scratch.bash("defaults diff \(operands)")
            outcome.expect(74, complaints: 1, containing: "--allow-missing", comment: "\(operands)")
        }
    }

    @Test("an option compares a path to nothing as empty, a folder too")
    func allowMissing() throws {
        let file = try scratch.defaults("diff", "--allow-missing", "./nope.json", "D")
        #expect(file == Outcome(status: 1, output: Array("+ K: string \"v\"\n".utf8), error: ""))
        let folder = try scratch.defaults("diff", "--allow-missing", "./root", "./nope")
        #expect(folder == Outcome(status: 1, output: Array("[D]\n- K: string \"v\"\n".utf8), error: ""))
        #expect(try status("mkdir empty; defaults diff --allow-missing ./empty ./nope/") == 0)
        #expect(try status("ln -s nowhere broken; defaults diff --allow-missing ./broken D") == 74)
    }

    @Test(
        "with --allow-missing, a path has one meaning, whatever exists there",
        arguments: ["./x", "./x/", "--state ./x", "--state ./x/"], ["./doc", "-", "./root", "D"])
    func oneMeaning(path: String, other: String) throws {
        try scratch.bash("echo '{\"D\": {\"K\": \"v\"}}' >doc")
        for operands in ["\(path) \(other)", "\(other) \(path)"] {
            let line = "defaults diff --allow-missing \(operands) <doc"
            let missing = try scratch.bash("rm -rf x; \(line)")
            missing.expect(1, error: "", comment: "\(operands)")
            for script in ["mkdir x", "echo '{}' >x"] {
                let present = try scratch.bash("rm -rf x; \(script); \(line)")
                let isRefused = [74, 255].contains(present.status) && present.complains() && present.output.isEmpty
                #expect(present == missing || isRefused, "\(script); \(operands): \(present)")
            }
        }
        let refused = try scratch.bash("rm -rf x; mkdir x; defaults diff --allow-missing ./x ./doc")
        #expect(refused.status == 255)
        #expect(refused.error.contains("'./x/'"))
        #expect(refused.error.contains("--state"))
        #expect(try status("defaults diff ./x ./doc") == 1)
    }

    @Test("a file is not an empty folder")
    func fileAsFolder() throws {
        for operands in ["./root/D.plist/ D", "D ./root/D.plist/", "./root ./root/D.plist/"] {
            let outcome = try scratch.bash("defaults diff --allow-missing \(operands)")
            outcome.expect(74, text: "", complaints: 1, comment: "\(operands)")
        }
    }

    @Test("a file or folder whose name is an operand without ./ is never compared as an empty domain")
    func fileNamedAsDomain() throws {
        try scratch.bash("echo '{\"K\": \"v\"}' | tee a.json >b.json; mkdir folder")
        let both = try scratch.defaults("diff", "a.json", "b.json")
        let sentence = "neither domain 'a.json' nor domain 'b.json' exists; there is nothing to compare; "
        both.expect(74, error: "defaults: \(sentence)did you mean './a.json' and './b.json'?\n")
        for (operands, name) in [("a.json ./b.json", "a.json"), ("./b.json a.json", "a.json"), ("D folder", "folder")] {
            let outcome = try scratch.bash("defaults diff \(operands)")
            let sentence = "Domain \(name) does not exist; did you mean './\(name)'?"
            #expect(outcome == Outcome(status: 74, output: [], error: "defaults: \(sentence)\n"), "\(operands)")
        }
        // Who names both means the domain, and so does who has one of that name.
        #expect(try status("defaults diff --allow-missing a.json ./a.json") == 1)
        let distinct = try scratch.defaults("diff", "a.json", "./a.json")
        distinct.expect(74, complaints: 1, containing: "--allow-missing")
        #expect(try status("defaults write a.json K v; defaults diff a.json ./b.json") == 0)
    }

    @Test("a domain that does not exist is an error, which an option allows for one operand")
    func missingDomains() throws {
        for operands in ["typo D", "D typo", "./root/D typo"] {
            let outcome = try scratch.bash("defaults diff \(operands)")
            let sentence = "Domain typo does not exist; use '--allow-missing' to compare a missing domain as empty"
            #expect(outcome == Outcome(status: 74, output: [], error: "defaults: \(sentence)\n"), "\(operands)")
        }
        try scratch.bash("defaults write com.example.Editor K v")
        let near = try scratch.defaults("diff", "D", "com.example.Editr")
        near.expect(
            74, error: "defaults: Domain com.example.Editr does not exist; did you mean 'com.example.Editor'?\n")
        #expect(try scratch.defaults("diff", "--allow-missing", "typo", "D").text == "+ K: string \"v\"\n")
        #expect(try status("echo '{}' >empty; defaults diff --allow-missing ./empty typo") == 0)
        #expect(try status("echo '{}' >root/E.plist; defaults diff E D") == 1)
        for operands in ["typo typo2", "typo typo", "./nope typo", "./nope ./nope2", "--allow-missing ./nope typo"] {
            let outcome = try scratch.bash("defaults diff \(operands)")
            outcome.expect(74, text: "", complaints: 1, comment: "\(operands)")
        }
        #expect(try status("defaults diff --allow-missing ./nope ./nope2") == 74)
    }

    @Test("standard input is one operand, and a folder is not compared with a domain of the keyring")
    func misuse() throws {
        for operands in ["- -", "--state D D", "--keyring ./root D"] {
            let outcome = try scratch.bash("echo '{}' | defaults diff \(operands)")
            outcome.expect(255, complaints: 1, comment: "\(operands)")
        }
        // Beside a folder, a document is one of several domains.
        #expect(try status("echo '{}' | defaults diff - ./root") == 1)
        #expect(try status("defaults diff ./root ./root/D.plist") == 65)
    }

    @Test("commands are made for a domain, and for nothing else")
    func commands() throws {
        for operand in ["-", "<(echo '{}')", "./golden.json"] {
            let outcome = try scratch.bash(
                "echo '{\"K\": 1}' >golden.json; echo '{}' | defaults diff --format commands \(operand) D")
            outcome.expect(255, complaints: 1, comment: "\(operand)")
        }
        let script =
            "echo '{}' >App.entitlements; defaults diff --format commands ./App.entitlements D >script; bash -e script"
        #expect(try scratch.bash("\(script); defaults diff ./App.entitlements D").status == 0)
    }

    @Test("input that is no dictionary, or cannot be read, is an error")
    func invalid() throws {
        for text in ["[1]", "{", "no property list"] {
            let outcome = try scratch.bash(
                "printf '\(text)' >f; defaults diff ./f D; echo $?; printf '\(text)' | defaults diff D -")
            outcome.expect(65, text: "65\n", comment: "\(text)")
        }
        // A file without contents has no keys.
        #expect(try status("defaults diff D - </dev/null") == 65)
    }

    @Test("a root that is no folder is an error for every verb, and one that does not exist yet is not")
    func root() throws {
        let words = [
            "read", "read D", "read-type D K", "write D K v", "rename D K L", "delete D K", "domains", "find v",
            "import D /dev/null", "export D -", "diff D E", "diff ./root/D D", "check", "check D", "migrate D E a=b",
        ]
        for word in words {
            for root in ["/etc/passwd", "/etc/passwd/x"] {
                let outcome = try scratch.bash("defaults \(word.replacing(/^\S+/) { "\($0.output) --root \(root)" })")
                outcome.expect(74, complaints: 1, comment: "\(word)")
            }
        }
        #expect(try status("DEFAULTS_ROOT=/etc/passwd defaults domains") == 74)
        #expect(try status("DEFAULTS_ROOT=/etc/passwd defaults help") == 0)
        #expect(try status("unset DEFAULTS_ROOT; XDG_CONFIG_HOME=/etc/passwd defaults domains") == 74)
        #expect(try scratch.defaults("domains", "--root", "./new") == Outcome(status: 0, output: [10], error: ""))
        #expect(try status("defaults write --root ./new D K v && defaults read --root ./new D K") == 0)
    }

    @Test("in a root that does not exist nothing is compared or checked")
    func missingRoot() throws {
        for words in ["diff D E", "diff ./root/D.plist D", "check", "check D"] {
            let verb = words.replacing(/^\S+/) { "\($0.output) --root ./nope" }
            #expect(try scratch.bash("defaults \(verb)").status == 74, "\(words)")
        }
        #expect(try status("defaults diff --root ./nope ./root/D ./root/D") == 0)
        #expect(try status("chmod 600 root/D.plist; defaults check --root ./nope ./root/D") != 74)
    }
}
