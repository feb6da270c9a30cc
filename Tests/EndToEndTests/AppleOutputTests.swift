import Foundation
import Testing

/// What `read`, `find`, `domains` and `read-type` print, byte for byte, by default in UTF-8 and with `--ascii` as
/// Apple's tool does.
@Suite(.waiting) struct AppleOutputTests {
    let scratch = Scratch()

    @Test("values are printed as Apple's tool prints them, by themselves and in a domain")
    func values() throws {
        let text = "NÄGEL 的\u{1F600} \\ \"\u{1B}\n"
        let contents: [String: any Sendable] = [
            "array": [text, [String](), [String: Int](), -0.5, true] as [any Sendable], "data": Data(0...24),
            "date": Date(timeIntervalSince1970: 1_568_612_742.5), "é": text, "two words": UInt64.max,
        ]
        try Disk.makeFolder(scratch.root)
        try PropertyListSerialization.data(fromPropertyList: contents, format: .binary, options: 0)
            .write(to: URL(fileURLWithPath: scratch.file("D")))
        let domain = #"""
            {
                array =     (
                    "NÄGEL 的😀 \\ \"\033\n",
                            (
                    ),
                            {
                    },
                    "-0.5",
                    1
                );
                data = {length = 25, bytes = 0x00010203 04050607 08090a0b 0c0d0e0f ... 11121314 15161718 };
                date = "2019-09-16 05:45:42 +0000";
                "two words" = 18446744073709551615;
                "é" = "NÄGEL 的😀 \\ \"\033\n";
            }

            """#
        try scratch.defaults("read", "D").expect(0, text: domain, error: "")
        try scratch.defaults("read", "D", "é").expect(0, text: text + "\n", error: "")
        try scratch.defaults("read", "D", "date").expect(0, text: "2019-09-16 05:45:42 +0000\n", error: "")
        // The printed text is encoded once more.
        let ascii = domain.replacing(#"\"#, with: #"\\"#).replacing("Ä", with: #"\\U00c4"#)
            .replacing("的😀", with: #"\\U7684\\Ud83d\\Ude00"#).replacing("é", with: #"\\U00e9"#)
        try scratch.defaults("read", "--ascii", "D").expect(0, text: ascii, error: "")
        try scratch.defaults("read", "--ascii", "D", "é").expect(
            0, text: #"N\304GEL \u7684\ud83d\ude00 \\ "\033"# + "\n\n", error: "")
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

    @Test("find prints the keys whose names or values hold the word, whatever its case")
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
        #expect(try scratch.defaults("find", "7").text == "Found 1 keys in domain 'D': {\n    number = 7;\n}\n")
    }

    @Test(
        "find finds numbers and dates as read prints them, and booleans by their words",
        arguments: [
            ("900", ["size", "sizes"]), ("90", ["size", "sizes"]), ("1.5", ["scale"]), ("-3", ["offset", "when"]),
            ("2024-01-31", ["when"]), ("12:30:00 +0000", ["when"]), ("true", ["dark"]), ("TRUE", ["dark"]),
            ("false", ["light"]), ("1", ["dark", "scale", "when"]), ("0", ["light", "size", "sizes", "when"]),
            ("tru", []), ("abc", []), ("", []),
        ])
    func findScalars(word: String, keys: [String]) throws {
        try scratch.place(
            """
            <dict><key>size</key><integer>900</integer><key>sizes</key><array><integer>900</integer></array>\
            <key>scale</key><real>1.5</real><key>offset</key><integer>-3</integer>\
            <key>when</key><date>2024-01-31T12:30:00Z</date><key>dark</key><true/><key>light</key><false/>\
            <key>bytes</key><data>q83v</data></dict>
            """, in: "D")
        let outcome = try scratch.defaults("find", "--lines", word)
        #expect(outcome.text == keys.map { "D\t\($0)\n" }.joined())
        #expect(outcome.status == (keys.isEmpty ? 1 : 0))
    }
}
