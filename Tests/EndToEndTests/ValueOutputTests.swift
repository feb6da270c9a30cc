import Foundation
import PropertyList
import TestExtent
import Testing

/// The ways out of a value: for programs, for shells, for people.
@Suite(.waiting) struct ValueOutputTests {
    let scratch = Scratch()

    init() throws {
        try scratch.store(
            [
                "s": "text", "i": 1, "r": 1.0, "b": true, "d": .date(Date(timeIntervalSinceReferenceDate: 0)),
                "x": .data(Data([0, 0xFF])), "a": ["p", 2, ["k": 0.5]], "m": ["z": 1], "u": .uid(5),
                "inf": .real(.infinity),
                "é\n": "\u{1B}",
            ], at: scratch.file("D"))
    }

    @Test(
        "one value",
        arguments: [
            (["--raw", "s"], "text"), (["--raw", "i"], "1"), (["--raw", "r"], "1"), (["--raw", "b"], "1"),
            (["--raw", "d"], "2001-01-01 00:00:00 +0000"), (["--raw", "é\n"], "\u{1B}"),
            (["--json", "r"], "{\n  \"$real\": \"1.0\"\n}\n"), (["--json=plain", "r"], "1.0\n"),
            (["--json=plain", "x"], "\"AP8=\"\n"),
            (["--json=plain", "inf"], "null\n"), (["--json=plain", "u"], "5\n"),
            (["--lines", "a"], "p\n2\n{\"k\":0.5}\n"), (["-0", "a"], "p\0" + "2\0{\"k\":0.5}\0"),
            (["--lines", "x"], "AP8=\n"),
            (["--sh", "s"], "default_s=text\n"), (["--sh=p_", "a"], "p_a='[\"p\",2,{\"k\":0.5}]'\n"),
            (["--sh", "é\n"], "default___='\u{1B}'\n"),
            (["--types", "r"], "float 1.0\n"), (["--types", "inf"], "float inf\n"),
            (["--types", "m"], "z  integer 1\n"),
            (["--types", "a"], "array [\"p\",2,{\"k\":0.5}]\n"), (["--path", "a.2.k", "--raw"], "0.5"),
        ])
    func values(arguments: [String], text: String) throws {
        let (options, key) = (
            arguments.filter { $0.hasPrefix("-") || $0 == "a.2.k" },
            arguments.filter { !$0.hasPrefix("-") && $0 != "a.2.k" }
        )
        let outcome = try scratch.defaults(["read"] + options + ["D"] + key)
        #expect(outcome == Outcome(status: 0, output: Array(text.utf8), error: ""))
    }

    @Test("the bytes of data, and no bytes of what has none")
    func raw() throws {
        #expect(try scratch.defaults("read", "--raw", "D", "x").output == [0, 0xFF])
        for key in ["a", "m", "u"] {
            let outcome = try scratch.defaults("read", "--raw", "D", key)
            outcome.expect(1, text: "", complaints: 1)
        }
        #expect(try scratch.defaults("read", "--raw", "D").status == 1)
    }

    @Test("a domain with keys, types and values in columns")
    func types() throws {
        let lines = try scratch.defaults("read", "--types", "D").text.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                #"a    array ["p",2,{"k":0.5}]"#, "b    boolean true", #"d    date "2001-01-01T00:00:00Z""#,
                "i    integer 1",
                "inf  float inf", #"m    dictionary {"z":1}"#, "r    float 1.0", #"s    string "text""#, "u    uid 5",
                #"x    data "AP8=""#, #"é\n  string "\u001b""#,
            ])
    }

    @Test("XML is what Foundation reads, and is refused where it would say something else")
    func xml() throws {
        let outcome = try scratch.defaults("read", "--xml", "D", "a")
        let object = try PropertyListSerialization.propertyList(from: Data(outcome.output), format: nil)
        #expect(StoredValue(foundation: object) == ["p", 2, ["k": 0.5]])
        try scratch.store(["z": -0.0], at: scratch.file("E"))
        #expect(try scratch.defaults("read", "--xml", "E", "z").status == 65)
    }

    @Test("lists of domains and of what is found, for programs")
    func lists() throws {
        try scratch.succeed("write", "with space", "text\n", "v")
        let run = { (words: [String]) in
            try scratch.defaults(words).text
        }
        #expect(try run(["domains", "--lines"]) == "D\nwith space\n")
        #expect(try run(["domains", "-0"]) == "D\0with space\0")
        #expect(
            try JSONSerialization.jsonObject(with: Data(run(["domains", "--json"]).utf8)) as? [String] == [
                "D", "with space",
            ])
        #expect(try run(["find", "--lines", "text"]) == "D\ts\nwith space\ttext\\n\n")
        #expect(try run(["find", "-0", "text"]) == "D\0s\0with space\0text\n\0")
        let found = try JSONSerialization.jsonObject(with: Data(run(["find", "--json", "text"]).utf8))
        #expect((found as? NSDictionary) == ["D": ["s": "text"], "with space": ["text\n": "v"]] as NSDictionary)
    }

    @Test(
        "every format of an export is read back as the same domain", arguments: ["xml", "binary", "json", "commands"])
    func formats(format: String) throws {
        // As XML, which a new domain is.
        try FileManager.default.removeItem(atPath: scratch.file("D"))
        try scratch.store(
            ["r": 1.0, "a": ["p", 2, ["k": 0.5]], "u": .uid(5), "x": .data(Data([0]))], at: scratch.file("D"))
        try scratch.succeed("export", "--format", format, "D", "./out")
        #expect(
            try scratch.defaults("export", "--format", format, "D", "-").output == Disk.bytes(scratch.path + "/out"))
        let before = try Disk.bytes(scratch.file("D"))
        try scratch.succeed("delete", "D")
        if format == "commands" {
            #expect(try scratch.bash("bash -e out") == .silence)
        } else {
            try scratch.succeed("import", "D", "./out")
        }
        #expect(try Disk.bytes(scratch.file("D")) == before)
    }

    @Test("what XML cannot hold is refused as XML, and kept by all others")
    func inexact() throws {
        try scratch.store(["z": -0.0], at: scratch.file("E"))
        let outcome = try scratch.defaults("export", "--format", "xml", "E", "./out")
        outcome.expect(65, complaints: 1)
        #expect(!Disk.exists(scratch.path + "/out"))
        for format in ["binary", "json", "commands"] {
            try scratch.succeed("export", "--format", format, "E", "./out")
        }
    }

    @Test(
        "random domains through the command as JSON, jq and Python, are the same bytes again",
        Executable.condition("jq", "python3"))
    func throughJSON() throws {
        var random = RandomValues(forPrograms: 31)
        var names: [String] = []
        let count = Extent.count(200, short: 25)
        for index in 0..<count {
            let contents = random.domain()
            guard !contents.isEmpty else { continue }
            names.append("J\(index)")
            try scratch.store(contents, at: scratch.file("J\(index)"))
        }
        let outcome = try scratch.bash(
            """
            for name in \(names.joined(separator: " ")); do
                defaults export --format json $name - >$name.json || echo $name
                defaults import --replace copy-$name - <$name.json && cmp root/$name.plist root/copy-$name.plist
            done
            for name in \(names.prefix(count / 3).joined(separator: " ")); do
                jq . $name.json | PYTHONUTF8=1 python3 -m json.tool --no-ensure-ascii 2>&1 |
                    defaults import --replace copy-$name -
                cmp root/$name.plist root/copy-$name.plist
            done
            """)
        #expect(outcome == .silence)
        #expect(names.count > count / 2)
    }
}
