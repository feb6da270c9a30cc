import Foundation
import Testing

/// What `read`, `find`, `domains` and `read-type` print, byte for byte, by default in UTF-8 and with `--ascii` as
/// Apple's tool does.
@Suite(.waiting) struct AppleOutputTests {
    let scratch = Scratch()

    @Test("a scalar is printed bare", arguments: ScalarSample.all)
    func scalars(sample: ScalarSample) throws {
        try scratch.place(binary: ["K": sample.value], in: "D")
        let plain = try scratch.defaults("read", "D", "K")
        #expect(plain == Outcome(status: 0, output: Array((sample.output + "\n").utf8), error: ""))
        let ascii = try scratch.defaults("read", "--ascii", "D", "K")
        #expect(ascii == Outcome(status: 0, output: Array(((sample.ascii ?? sample.output) + "\n").utf8), error: ""))
    }

    @Test("a scalar in a container is quoted where Apple's tool quotes it", arguments: ScalarSample.quoted)
    func quoting(sample: ScalarSample) throws {
        try scratch.place(binary: ["K": [sample.value]], in: "D")
        #expect(try scratch.defaults("read", "D", "K").text == "(\n    \(sample.output)\n)\n")
        let ascii = try scratch.defaults("read", "--ascii", "D", "K")
        #expect(ascii.text == "(\n    \(sample.ascii ?? sample.output)\n)\n")
    }

    @Test("keys are quoted as strings are, and sorted by UTF-16 code units")
    func keys() throws {
        let keys = [
            "3", "20", "2", "14", "1", "a", "B", "_", "é", "\u{1F600}", "\u{FF5E}", "", "a b", "lastShowIndicatorTime",
            "last-analytics-stamp", "e\u{301}", "ab", "A",
        ]
        let pairs = keys.map { "<key>\($0)</key><integer>0</integer>" }.joined()
        try scratch.place("<dict>\(pairs)</dict>", in: "D")
        let expected = [
            #""""#, "1", "14", "2", "20", "3", "A", "B", #""_""#, "a", #""a b""#, "ab", "\"e\u{301}\"",
            #""last-analytics-stamp""#, "lastShowIndicatorTime", #""é""#, "\"\u{1F600}\"", "\"\u{FF5E}\"",
        ]
        let lines = expected.map { "    \($0) = 0;\n" }.joined()
        #expect(Array(try scratch.defaults("read", "D").output) == Array("{\n\(lines)}\n".utf8))
    }

    @Test("containers are indented as Apple's tool indents them")
    func nesting() throws {
        try scratch.place(ContainerSample.element, in: "com.apple.dock")
        #expect(try scratch.defaults("read", "com.apple.dock").text == ContainerSample.domain)
        #expect(try scratch.defaults("read", "com.apple.dock", "persistent-apps").text == ContainerSample.array)
        let ascii = try scratch.defaults("read", "--ascii", "com.apple.dock")
        #expect(
            ascii.text
                == ContainerSample.domain.replacing("Safari浏览器", with: #"Safari\\U6d4f\\U89c8\\U5668"#)
                .replacing(#"\""#, with: #"\\""#))
    }

    @Test("all domains are printed as one dictionary, the global one under its own name")
    func allDomains() throws {
        try scratch.place("<dict><key>n</key><real>0.5</real></dict>", in: ".GlobalPreferences")
        try scratch.place("<dict><key>k</key><array/></dict>", in: "com.example.Ü")
        try scratch.place("<dict><key>k</key><dict/></dict>", in: "a/b")
        try scratch.place("<dict/>", in: "empty")
        try scratch.place("<dict><key>k</key><string>other</string></dict>", in: "ByHost/D.")
        func expected(_ name: String) -> String {
            """
            {
                "Apple Global Domain" =     {
                    n = "0.5";
                };
                "a/b" =     {
                    k =         {
                    };
                };
                "\(name)" =     {
                    k =         (
                    );
                };
            }

            """
        }
        #expect(try scratch.defaults("read").text == expected("com.example.Ü"))
        #expect(try scratch.defaults("read", "--ascii").text == expected(#"com.example.\\U00dc"#))
        #expect(
            try scratch.defaults("read", "-currentHost").text == "{\n    D =     {\n        k = other;\n    };\n}\n")
    }

    @Test("domains are printed on one line, sorted, the global one left out")
    func domains() throws {
        for name in ["b", "a.b", "Z", "ü", ".GlobalPreferences", ".hidden", "10", "9"] {
            try scratch.place("<dict><key>k</key><true/></dict>", in: name)
        }
        try scratch.place("<dict><key>k</key><true/></dict>", in: "ByHost/H.")
        #expect(try scratch.defaults("domains").text == ".hidden, 10, 9, Z, a.b, b, ü\n")
        #expect(try scratch.defaults("domains", "--ascii").text == #".hidden, 10, 9, Z, a.b, b, \374"# + "\n")
        #expect(try scratch.defaults("-currentHost", "domains").text == "H\n")
        #expect(try scratch.defaults("-host", "other", "domains").text == "\n")
    }

    @Test("find prints the keys whose names or strings hold the word, whatever its case")
    func find() throws {
        try scratch.place(
            """
            <dict><key>Editor</key><string>MacVim</string><key>vimrc</key><integer>1</integer>\
            <key>deep</key><array><dict><key>Vim é</key><true/></dict></array>\
            <key>number</key><integer>7</integer><key>other</key><string>emacs</string></dict>
            """, in: "D")
        try scratch.place("<dict><key>a</key><integer>1</integer></dict>", in: "org.vim.MacVim")
        try scratch.place("<dict><key>shell</key><string>/bin/vim</string></dict>", in: ".GlobalPreferences")
        let found = """
            Found 1 keys in domain 'Apple Global Domain': {
                shell = "/bin/vim";
            }
            Found 3 keys in domain 'D': {
                Editor = MacVim;
                deep =     (
                            {
                        "Vim é" = 1;
                    }
                );
                vimrc = 1;
            }
            Found 1 keys in domain 'org.vim.MacVim': {
                a = 1;
            }

            """
        #expect(try scratch.defaults("find", "vIM") == Outcome(status: 0, output: Array(found.utf8), error: ""))
        let ascii = found.replacing("é", with: #"\\U00e9"#)
        #expect(try scratch.defaults("find", "--ascii", "VIM").text == ascii)
        #expect(try scratch.defaults("find", "7").text == "")
    }

    @Test(
        "read-type names the type",
        arguments: zip(
            [
                "<string/>", "<data></data>", "<integer>1</integer>", "<real>1</real>", "<true/>",
                "<date>2020-01-01T00:00:00Z</date>", "<array/>", "<dict/>",
            ], ["string", "data", "integer", "float", "boolean", "date", "array", "dictionary"]))
    func types(element: String, name: String) throws {
        try scratch.place("<dict><key>K</key>\(element)</dict>", in: "D")
        #expect(
            try scratch.defaults("read-type", "D", "K")
                == Outcome(status: 0, output: Array("Type is \(name)\n".utf8), error: ""))
    }
}

extension Scratch {
    /// Makes a domain's file of values that Foundation can write as binary, which holds what XML does not.
    func place(binary contents: [String: any Sendable], in domain: String) throws {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        try PropertyListSerialization.data(fromPropertyList: contents, format: .binary, options: 0)
            .write(to: URL(fileURLWithPath: file(domain)))
    }
}
