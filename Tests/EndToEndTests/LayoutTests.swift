import Foundation
import PropertyList
import Testing

/// Text files given by their paths, whose layout every change keeps.
@Suite(.waiting) struct LayoutTests {
    private let scratch = Scratch()

    private static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "file://localhost/x.dtd">
        <!-- header -->
        <plist version="1.0">
          <dict>
            <key>B</key>
            <string>x &quot;q&quot;</string> <!-- about B -->
            <key>A</key><integer>1</integer>
            <key>L</key>
            <array>
              <string>one</string>
            </array>
            <!-- about C -->
            <key>C</key>
            <string><![CDATA[raw <x>]]></string>
          </dict>
        </plist>
        """
    private static let strings = "/* title */\n\"Open\" = \"Open\"; // o\n\n/* quit */\n'Quit' = \"Quit\";\n"

    init() throws {
        try Disk.write(Self.xml, to: scratch.path + "/f.plist")
        try Disk.write(Self.strings, to: scratch.path + "/L.strings")
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Disk.bytes("\(scratch.path)/\(name)"), as: UTF8.self)
    }

    /// Runs a script and returns the lines of the file that it removed and added.
    private func changes(of name: String, by script: String) throws -> [String] {
        let before = try text(name).components(separatedBy: "\n")
        let outcome = try scratch.bash(script)
        outcome.expect(0, error: "", comment: "\(script)")
        let difference = try text(name).components(separatedBy: "\n").difference(from: before)
        return difference.removals.map { $0.line } + difference.insertions.map { $0.line }
    }

    @Test(
        "a change of an XML file changes the lines of what it changes",
        arguments: [
            (
                "defaults write ./f.plist A -int 2",
                [
                    "-    <key>A</key><integer>1</integer>", "+    <key>A</key><integer>2</integer>",
                ]
            ),
            (
                "defaults write ./f.plist B -string 'a & <b>'",
                [
                    "-    <string>x &quot;q&quot;</string> <!-- about B -->",
                    "+    <string>a &amp; &lt;b&gt;</string> <!-- about B -->",
                ]
            ),
            ("defaults write ./f.plist D -bool true", ["+    <key>D</key>", "+    <true/>"]),
            (
                "defaults delete ./f.plist C",
                [
                    "-    <!-- about C -->", "-    <key>C</key>", "-    <string><![CDATA[raw <x>]]></string>",
                ]
            ),
            ("defaults write ./f.plist L -array-add two", ["+      <string>two</string>"]),
            (
                "defaults write --path L.0 ./f.plist zero",
                ["-      <string>one</string>", "+      <string>zero</string>"]
            ),
            (
                "defaults rename ./f.plist A Z",
                [
                    "-    <key>A</key><integer>1</integer>", "+    <key>Z</key><integer>1</integer>",
                ]
            ),
            (
                "echo 'write ./f.plist A -int 3' | defaults batch",
                [
                    "-    <key>A</key><integer>1</integer>", "+    <key>A</key><integer>3</integer>",
                ]
            ),
            (
                "EDITOR='sed -i s/one/uno/' defaults edit ./f.plist >out",
                [
                    "-      <string>one</string>", "+      <string>uno</string>",
                ]
            ),
            (
                "PlistBuddy -c 'Set :A 4' -c Save -c 'Set :A 5' -c Save f.plist >out",
                [
                    "-    <key>A</key><integer>1</integer>", "+    <key>A</key><integer>5</integer>",
                ]
            ),
        ] as [(String, [String])])
    func changesOfXML(script: String, expected: [String]) throws {
        #expect(try changes(of: "f.plist", by: script) == expected)
    }

    private static let beyondXML = """
        <plist version="1.0">\r
        <dict>\r
        <!-- why -->\r
        <key>V</key><string>7</string>\r
        <key>C</key><string>one\r
        two</string><key>R\r
        K</key><string>&#13;&#xD;&#x8;\u{1}\u{FFFE}&#0;</string>\r
        <key>Z</key><real>-0.0</real><key>D</key><date>2024-01-31T12:00:00.5Z</date>\r
        <key>B</key><string>&#xFEFF;b</string><key>\u{FEFF}k</key><string>\u{FEFF}c</string>\r
        </dict>\r
        </plist>\r

        """

    @Test(
        "a change keeps the bytes of unchanged values, even if XML cannot represent them",
        arguments: [
            "defaults write ./I.plist V 8", "echo '{ V = 8; }' | defaults import ./I.plist -",
            "echo 'write ./I.plist V 8' | defaults batch", "PlistBuddy -c 'Set :V 8' I.plist",
            "plutil -replace V -string 8 I.plist", "defaults merge -o I.plist I.plist O.plist T.plist",
            #"EDITOR="sed -i 's/\"7\"/\"8\"/'" defaults edit --format json ./I.plist >out"#,
        ])
    func unchangedValues(script: String) throws {
        try Disk.write(Self.beyondXML, to: scratch.path + "/I.plist")
        try Disk.write(Self.beyondXML, to: scratch.path + "/O.plist")
        let changed = Self.beyondXML.replacing("<string>7</string>", with: "<string>8</string>")
        try Disk.write(changed, to: scratch.path + "/T.plist")
        try scratch.bash(script).expect(0, error: "")
        #expect(try text("I.plist") == changed)
    }

    @Test("a value that XML cannot represent is refused, and the file stays")
    func refusedValue() throws {
        try Disk.write(Self.beyondXML, to: scratch.path + "/I.plist")
        let outcome = try scratch.defaults("write", "./I.plist", "V", "-string", "\u{FEFF}8")
        outcome.expect(65, complaints: 1, containing: "that begins with U+FEFF at 'V'; use binary or JSON")
        #expect(try text("I.plist") == Self.beyondXML)
    }

    @Test("a file in the layout of the command keeps a value that XML cannot represent, if another one changes")
    func unchangedValueInOwnLayout() throws {
        for text in ["<string>\u{FEFF}x</string>", "<string>a\rb</string>"] {
            try scratch.bash("defaults convert --format xml -o J.plist - <<<'{ A = 1; S = placeholder; }'")
            let kept = try self.text("J.plist").replacing("<string>placeholder</string>", with: text)
            try Disk.write(kept, to: scratch.path + "/J.plist")
            try scratch.bash("defaults write ./J.plist A 2").expect(0, error: "")
            #expect(try self.text("J.plist") == kept.replacing("<string>1<", with: "<string>2<"))
        }
    }

    @Test("a new carriage return is written as a reference, in a key and in a value")
    func carriageReturn() throws {
        try scratch.bash("defaults write ./f.plist B -string $'a\\r\\nb'; defaults write ./f.plist $'C\\r' -string c")
        let text = try text("f.plist")
        #expect(text.contains("<string>a&#13;\nb</string> <!-- about B -->"))
        #expect(text.contains("<key>C&#13;</key>"))
        #expect(try scratch.defaults("read", "--raw", "./f.plist", "B").text == "a\r\nb")
    }

    @Test(
        "a change of a strings file keeps its comments and quotes",
        arguments: [
            ("defaults write ./L.strings Open Auf", [#"-"Open" = "Open"; // o"#, #"+"Open" = "Auf"; // o"#]),
            ("defaults write ./L.strings Zoom Z", [#"+"Zoom" = "Z";"#]),
            ("defaults delete ./L.strings Quit", ["-/* quit */", #"-'Quit' = "Quit";"#]),
            ("PlistBuddy -c 'Set :Quit Ende' L.strings", [#"-'Quit' = "Quit";"#, #"+'Quit' = "Ende";"#]),
        ] as [(String, [String])])
    func changesOfStrings(script: String, expected: [String]) throws {
        #expect(try changes(of: "L.strings", by: script) == expected)
    }

    @Test("the rules of the man page change the lines that the page shows", arguments: try LayoutRule.all())
    func rules(_ rule: LayoutRule) throws {
        let name = rule.isXML ? "r.plist" : "r.strings"
        try Disk.write(rule.before, to: "\(scratch.path)/\(name)")
        try Disk.write(rule.after, to: "\(scratch.path)/after-\(name)")
        let outcome = try scratch.defaults("import", "--replace", "./\(name)", "after-\(name)")
        outcome.expect(0, error: "")
        #expect(try text(name) == rule.after)
    }

    @Test("a change and its undo give the same bytes")
    func undone() throws {
        var environment = scratch.environment
        environment["DEFAULTS_ROOT"] = nil
        let outcome = try scratch.bash(
            "defaults write --journal j ./f.plist A -int 7 && grep -c '>7<' f.plist && defaults undo --journal j >out",
            environment: environment)
        outcome.expect(0, text: "1\n")
        #expect(try text("f.plist") == Self.xml)
    }

    @Test("--rewrite writes a file whole, in the layout of the command")
    func rewritten() throws {
        let outcome = try scratch.defaults("write", "--rewrite", "./f.plist", "A", "-int", "2")
        #expect(outcome.error == "defaults: './f.plist' had comments, which the change has removed\n")
        let document = try PropertyListReader.read(Disk.bytes(scratch.path + "/f.plist"))
        let data = try PropertyListWriter.data(of: document.value, as: .xml)
        #expect(try Disk.bytes(scratch.path + "/f.plist") == Array(data))
        #expect(try scratch.defaults("write", "./f.plist", "A", "-int", "3").error.isEmpty)
        try Disk.write(Self.xml, to: scratch.path + "/f.plist")
        #expect(try scratch.defaults("delete", "--rewrite", "./f.plist").status == 0)
        #expect(try !text("f.plist").contains("header"))
    }

    @Test(
        "a change of a file in which a key occurs twice keeps both, changes the last, or deletes both",
        arguments: [
            ("defaults write $f b x", "a=1 b=x a=3"), ("defaults write $f a x", "a=1 b=2 a=x"),
            ("defaults write $f c x", "a=1 b=2 a=3 c=x"), ("defaults delete $f a", "b=2"),
            ("defaults rename $f a c", "c=1 b=2 c=3"), ("EDITOR='sed -i s/2/x/' defaults edit $f", "a=1 b=x a=3"),
            ("echo '{ b = x; }' | defaults import $f -", "a=1 b=x a=3"),
            ("echo '{ b = x; }' | defaults import --replace $f -", "b=x"),
            ("echo \"delete $f a\" | defaults batch", "b=2"),
            ("PlistBuddy -c 'Set a x' $f", "a=1 b=2 a=x"), ("PlistBuddy -c 'Delete a' $f", "b=2"),
            ("PlistBuddy -c 'Add c string x' $f", "a=1 b=2 a=3 c=x"),
            ("cp $f base; echo '{ a = 3; b = x; }' >new; defaults merge $f base new -o $f", "a=1 b=x a=3"),
            ("cp $f base; sed s/2/x/ $f >new; defaults merge $f base new -o $f", "a=1 b=x a=3"),
        ], [true, false])
    func duplicate(_ row: (script: String, after: String), isXML: Bool) throws {
        try change(of: isXML, by: row.script, gives: row.after)
    }

    @Test(
        "plutil changes XML in which a key occurs twice like all others",
        arguments: [("plutil -replace a -string x $f", "a=1 b=2 a=x"), ("plutil -remove a $f", "b=2")])
    func duplicateOfPlutil(script: String, after: String) throws {
        try change(of: true, by: script, gives: after)
    }

    private func change(of isXML: Bool, by script: String, gives after: String) throws {
        func text(_ pairs: String) -> String {
            let pairs = pairs.split(separator: " ").map { $0.split(separator: "=") }
            return isXML
                ? "<plist version=\"1.0\">\n<dict>\n"
                    + pairs.map { " <key>\($0[0])</key> <string>\($0[1])</string>\n" }.joined() + "</dict>\n</plist>\n"
                : pairs.map { "\($0[0]) = \($0[1]);\n" }.joined()
        }
        try Disk.write(text("a=1 b=2 a=3"), to: scratch.path + "/d.plist")
        let outcome = try scratch.bash("f=./d.plist; \(script)")
        outcome.expect(0, error: "")
        #expect(try self.text("d.plist") == text(after))
    }

    @Test("a file in which a key occurs twice is not written anew without --rewrite")
    func duplicateLost() throws {
        // The layout of XML in another encoding is not kept.
        let setUp =
            #"printf '<?xml version="1.0" encoding="ISO-8859-1"?><dict><key>a</key><string>1</string>"#
            + #"<key>b</key><true/><key>a</key><string>\xE9</string></dict>' | tee old >d.plist; "#
        for line in ["defaults write ./d.plist b -int 1", "defaults -n write ./d.plist b -int 1"] {
            let outcome = try scratch.bash(setUp + line)
            outcome.expect(65, complaints: 1, containing: "'a' occurs more than once")
            #expect(try Disk.bytes(scratch.path + "/d.plist") == Disk.bytes(scratch.path + "/old"))
        }
        #expect(try scratch.defaults("write", "--rewrite", "./d.plist", "b", "x").status == 0)
        #expect(try scratch.defaults("read", "./d.plist", "a").text == "\u{E9}\n")
        try Disk.write("a = 1;\nb = 2;\na = 3;\n", to: scratch.path + "/d.strings")
        #expect(try scratch.defaults("delete", "./d.strings").status == 0)
        #expect(try self.text("d.strings") == "{\n}\n")
    }

    @Test("a domain with a name is written whole, also behind a link")
    func named() throws {
        try Disk.makeFolder(scratch.root)
        try Disk.link(scratch.file("Linked"), to: scratch.path + "/f.plist")
        try scratch.succeed("write", "Linked", "A", "-int", "2")
        #expect(try !text("f.plist").contains("<!--"))
    }
}

/// A rule of the man page: an example with removed and added lines.
struct LayoutRule: CustomTestStringConvertible, Sendable {
    let lines: [String]

    /// Returns the rules of the page.
    static func all() throws -> [LayoutRule] {
        let displays = try ManualPage(.formats).literalDisplays(under: "Layout of files given by path")
        try #require(displays.count >= 10)
        return displays.map { LayoutRule(lines: $0) }
    }

    var isXML: Bool { lines[0].contains("<") }
    var before: String { text(without: "+") }
    var after: String { text(without: "-") }
    var testDescription: String { lines.joined(separator: "|") }

    private func text(without sign: String) -> String {
        let text = lines.filter { !$0.hasPrefix(sign) }.map { $0.dropFirst(2) + "\n" }.joined()
        return isXML ? "<plist version=\"1.0\">\n" + text + "</plist>\n" : text
    }
}

extension CollectionDifference<String>.Change {
    /// The line with the sign of a difference.
    fileprivate var line: String {
        switch self {
        case .remove(_, let text, _): "-" + text
        case .insert(_, let text, _): "+" + text
        }
    }
}

extension LayoutTests {
    @Test(
        "XML with a new character that other programs refuse is reported with its key",
        arguments: [
            (#"defaults write ./f.plist B $'\e'"#, "'B' in './f.plist'"),
            (#"defaults write ./f.plist L -array one $'\b'"#, "'L.1' in './f.plist'"),
            (#"defaults rename ./f.plist A $'A\e'"#, #"'A\033' in './f.plist'"#),
            (#"echo '{"B": "\u001b"}' | defaults import ./f.plist -"#, "'B' in './f.plist'"),
            (#"echo '{"B": "\u001b"}' | defaults convert --format xml"#, "'B' in the output"),
            (#"echo '{"B": "\ufffe"}' | defaults convert --format xml -o g.plist"#, "'B' in 'g.plist'"),
            ("defaults export D -", "'K' in the output"), ("defaults read --xml D K", "the value in the output"),
            ("defaults export --format xml D g.plist", "'K' in 'g.plist'"),
        ])
    func controlCharacters(script: String, place: String) throws {
        try scratch.succeed("write", "D", "K", "-string", "\u{1B}")
        let outcome = try scratch.bash(script)
        outcome.expect(
            0,
            error: "defaults: \(place) contains control characters, which other programs do not accept in XML\n",
            comment: "\(script)")
    }

    @Test("a character that other programs refuse is not reported again")
    func knownControlCharacters() throws {
        try scratch.bash(#"defaults write ./f.plist B $'\e'"#)
        try scratch.bash("defaults write ./f.plist A 2; defaults convert --format xml ./f.plist").expect(0, error: "")
    }

    @Test("plutil and PlistBuddy report characters that other programs refuse in the XML that they write")
    func controlCharactersOfFronts() throws {
        try scratch.succeed("write", "D", "K", "-string", "\u{1B}")
        try scratch.succeed("export", "D", "b.plist")
        let notice = "contains control characters, which other programs do not accept in XML\n"
        let printed = try scratch.plistBuddy("-x", "b.plist", "-c", "Print :K")
        printed.expect(0, error: "PlistBuddy: 'K' in the output \(notice)")
        let output = try scratch.plutil("-convert", "xml1", "-o", "-", "b.plist")
        output.expect(0, error: "'K' in the output \(notice)")
        try scratch.plutil("-convert", "xml1", "-s", "-o", "c.plist", "b.plist").expect(0, error: "")
        try scratch.plutil("-convert", "xml1", "b.plist").expect(0, error: "'K' in 'b.plist' \(notice)")
        try scratch.plutil("-convert", "xml1", "b.plist").expect(0, error: "")
        let edited = try scratch.plutil("-insert", "L", "-string", "\u{8}", "b.plist")
        edited.expect(0, error: "'L' in 'b.plist' \(notice)")
        let copied = try scratch.plutil("-insert", "M", "-string", "\u{8}", "-o", "c.plist", "b.plist")
        copied.expect(0, error: "'M' in 'c.plist' \(notice)")
        try scratch.plutil("-extract", "K", "xml1", "-o", "-", "b.plist").expect(0, error: "")
    }
}
