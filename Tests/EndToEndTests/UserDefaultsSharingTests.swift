import Foundation
import Testing

/// Domains that the command and a program using `UserDefaults` change by turns, and layers of them.
@Suite(.waiting, .withoutSanitizer) struct UserDefaultsSharingTests {
    let scratch = Scratch()

    @Test("a program finds what the command wrote to the global domain, in every suite")
    func globalDomain() throws {
        try scratch.succeed("write", "-g", "AppleLocale", "-string", "nl_NL")
        try scratch.succeed("write", "-g", "AppleLanguages", "-array", "nl", "en")
        #expect(try scratch.probe("get", "com.example.Editor", "AppleLocale") == "\"nl_NL\"\n")
        #expect(try scratch.probe("get", "-", "AppleLanguages") == "[\"nl\", \"en\"]\n")
        #expect(try scratch.probe("dump", "com.example.Editor").isEmpty)
    }

    @Test("a suite's own value hides the global one, and by-host values hide both")
    func layers() throws {
        let steps = [(["-g"], "1"), (["com.example.Editor"], "2")]
        for (domain, value) in steps {
            try scratch.succeed(["write"] + domain + ["K", "-int", value])
            #expect(try scratch.probe("get", "com.example.Editor", "K") == "\(value)\n")
        }
        try scratch.succeed("-currentHost", "write", "com.example.Editor", "K", "-int", "3")
        #expect(try scratch.probe("get", "com.example.Editor", "K") == "3\n")
        #expect(try scratch.probe("get", "com.example.Other", "K") == "1\n")
        try scratch.succeed("-currentHost", "write", "-g", "K", "-int", "4")
        #expect(try scratch.probe("get", "com.example.Other", "K") == "4\n")
        #expect(try scratch.probe("get", "com.example.Editor", "K") == "3\n")
    }

    @Test("values of the current host are where Foundation looks for them, those of another host are not")
    func hosts() throws {
        try scratch.succeed("-currentHost", "write", "com.example.Editor", "here", "-bool", "true")
        try scratch.succeed("-host", "elsewhere", "write", "com.example.Editor", "there", "-bool", "true")
        #expect(try Foreign.lines("\(scratch.root)/ByHost/com.example.Editor..plist") == ["\"here\": true"])
        #expect(try Foreign.lines("\(scratch.root)/ByHost/com.example.Editor.elsewhere.plist") == ["\"there\": true"])
        #expect(try scratch.probe("get", "com.example.Editor", "here") == "true\n")
        #expect(try scratch.probe("get", "com.example.Editor", "there") == "nothing\n")
    }

    @Test("a program's standard domain has the program's name")
    func standard() throws {
        try scratch.probe("set", "-", "FontSize", "int", "14")
        #expect(try scratch.defaults("read", "UserDefaultsProbe", "FontSize").text == "14\n")
        try scratch.succeed("write", "UserDefaultsProbe", "FontSize", "-int", "15")
        #expect(try scratch.probe("get", "-", "FontSize") == "15\n")
        #expect(try scratch.defaults("domains").text == "UserDefaultsProbe\n")
    }

    @Test("a program finds domains without a root in the home's .config")
    func home() throws {
        var environment = scratch.environment
        environment["DEFAULTS_ROOT"] = nil
        #expect(try scratch.defaults("write", "D", "K", "-int", "1", environment: environment).status == 0)
        let words = [Executable.userDefaultsProbe, "set", "D", "L", "int", "2"]
        #expect(try scratch.run(words, environment: environment).status == 0)
        #expect(try Foreign.lines("\(scratch.home)/.config/D.plist") == ["\"K\": 1", "\"L\": 2"])
    }

    @Test("the command keeps the keys that a program set")
    func commandKeepsKeys() throws {
        try scratch.probe("set", "D", "date", "date", "0")
        try scratch.probe(
            "set", "D", "nested", "plist", "<dict><key>a</key><array><real>1</real><false/></array></dict>")
        try scratch.probe("set", "D", "unwanted", "int", "1")
        try scratch.succeed("write", "D", "size", "-int", "14")
        try scratch.succeed("delete", "D", "unwanted")
        let expected = ["\"date\": @1970-01-01T00:00:00Z", "\"nested\": {\"a\": [1.0, false]}", "\"size\": 14"]
        #expect(try scratch.probe("dump", "D") == expected.map { $0 + "\n" }.joined())
    }

    @Test("a program that had loaded a domain before keeps, on saving, what the command wrote since")
    func programKeepsKeys() throws {
        try scratch.succeed("write", "D", "old", "-string", "value")
        try scratch.succeed("write", "D", "unwanted", "-int", "1")
        try scratch.probe(
            "set", "D", "mine", "int", "1", "--", Executable.defaults, "write", "D", "theirs", "-data", "0fbd")
        try scratch.probe("set", "D", "more", "bool", "true", "--", Executable.defaults, "delete", "D", "unwanted")
        #expect(
            try Foreign.lines(scratch.file("D"))
                == ["\"mine\": 1", "\"more\": true", "\"old\": \"value\"", "\"theirs\": <0fbd>"])
    }

    @Test("a program writes while the folder is locked, and in place")
    func lockedFolder() throws {
        try scratch.succeed("write", "D", "k", "old")
        let before = try FileFacts(scratch.file("D"))
        let holder = try LockHolder(scratch.root)
        #expect(try scratch.defaults("--lock-timeout", "0", "write", "D", "k", "new").status == 75)
        try scratch.probe("set", "D", "theirs", "int", "1")
        holder.release()
        #expect(try Foreign.lines(scratch.file("D")) == ["\"k\": \"old\"", "\"theirs\": 1"])
        #expect(try FileFacts(scratch.file("D")).inode == before.inode)
    }

    @Test("a program reads a binary file, and makes it XML without losing a key")
    func binaryFile() throws {
        try scratch.succeed("write", "D", "K", "-array", "a", "-int", "1")
        try scratch.succeed("export", "D", scratch.file("E"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file("E"))).starts(with: Data("bplist00".utf8)))
        #expect(try scratch.probe("get", "E", "K") == "[\"a\", 1]\n")
        try scratch.probe("set", "E", "L", "bool", "false")
        #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file("E"))).starts(with: Data("<?xml".utf8)))
        try scratch.succeed("write", "E", "M", "-float", "0.5")
        #expect(try scratch.probe("dump", "E") == "\"K\": [\"a\", 1]\n\"L\": false\n\"M\": 0.5\n")
    }

    @Test("a program that removes the last key and the command that does leave no domain behind")
    func lastKey() throws {
        try scratch.succeed("write", "D", "K", "-int", "1")
        try scratch.probe("remove", "D", "K")
        #expect(try scratch.defaults("read", "D").status == 1)
        try scratch.probe("set", "D", "K", "int", "1")
        try scratch.succeed("delete", "D", "K")
        #expect(try scratch.probe("get", "D", "K") == "nothing\n")
        #expect(try scratch.defaults("domains").text == "\n")
        #expect(!FileManager.default.fileExists(atPath: scratch.file("D")))
    }

    @Test("programs and the command take turns for a while and lose nothing")
    func turns() throws {
        for index in 10..<20 {
            try scratch.probe("set", "D", "program\(index)", "int", "\(index)")
            try scratch.succeed("write", "D", "command\(index)", "-int", "\(index)")
        }
        let expected = ["command", "program"].flatMap { name in (10..<20).map { "\"\(name)\($0)\": \($0)" } }
        #expect(try Foreign.lines(scratch.file("D")) == expected)
    }
}
