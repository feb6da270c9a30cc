import Foundation
import PropertyList
import Testing

/// The places that `check` names for files that cannot be read.
@Suite(.waiting) struct CheckPlaceTests {
    private let scratch = Scratch()

    init() throws {
        try Disk.makeFolder(scratch.path + "/App")
    }

    private func put(_ bytes: some Sequence<UInt8>, at name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.path + "/App/" + name))
    }

    /// Checks a file by its folder and by its path, which must have the same output and status 65, and returns the line
    /// without the path and the words `cannot read`.
    private func finding(_ name: String) throws -> String {
        let outcome = try scratch.defaults("check", "./App/" + name)
        let folder = try scratch.defaults("check", "--files", name, "./App")
        #expect(outcome == folder && outcome.status == 65 && outcome.error.isEmpty, "\(name): \(folder)")
        let start = "./App/\(name):"
        #expect(outcome.text.hasPrefix(start))
        return outcome.text.dropFirst(start.count).replacingOccurrences(of: "cannot read './App/\(name)': ", with: "")
    }

    private static let noSeparator = "invalid old-style text, a missing '=' or ';' after a key on line"

    @Test(
        "text that looks like another kind of file is reported at its first fault",
        arguments: [
            ("a.plist", "junk {\n", "1:5: \(noSeparator) 1, column 5\n"),
            ("a.plist", "junk\n", "1:5: \(noSeparator) 1, column 5\n"),
            ("a.strings", "junk", "1:5: \(noSeparator) 1, column 5\n"),
            ("a.pbxproj", "/ !$*UTF8*$!\n{ a = b; }\n", "1:2: \(noSeparator) 1, column 2\n"),
            ("a.plist", "// c\nxml version=\"1.0\"?>\n", "2:4: \(noSeparator) 2, column 4\n"),
        ])
    func otherText(name: String, text: String, line: String) throws {
        try put(text.utf8, at: name)
        #expect(try finding(name) == line)
    }

    /// Files with bytes that are not text, and the place of the first of them.
    private static let otherBytes: [(name: String, bytes: [UInt8], place: String)] = [
        (
            "a.strings", Array("\"a\" = \"b\";\n\"é\" = \"".utf8) + [0xFF] + Array("\";".utf8),
            "UTF-8 on line 2, column 8"
        ),
        ("a.plist", Array("{ a = ".utf8) + [0xC3], "UTF-8 on line 1, column 7"),
        ("a.plist", [0x89] + Array("PNG\r\n".utf8), "UTF-8 on line 1, column 1"),
        ("a.strings", [0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x61, 0, 0, 0xD8], "UTF-16 on line 2, column 2"),
    ]

    @Test("bytes that are not text are reported at the first of them", arguments: otherBytes)
    func notText(name: String, bytes: [UInt8], place: String) throws {
        try put(bytes, at: name)
        let numbers = place.split { !$0.isNumber }.suffix(2).joined(separator: ":")
        #expect(try finding(name) == "\(numbers): invalid old-style text, invalid \(place)\n")
    }

    @Test(
        "a fault in the declaration of XML has a line and a column",
        arguments: [
            ("<?xml version=\"1.0\" encoding=\"UTF-8\"\n", "1:1: ", "the text ends while looking for '?>'"),
            ("<?xml version=\"1.0\" encoding=\"UTF-8\">\n", "1:1: ", "the text ends while looking for '?>'"),
            ("<?xml version=\"1.0\"\n encoding=\"UTF-9\"?>\n", "2:12: ", "an unknown encoding 'UTF-9'"),
            ("<?xml encoding=\"\"?>\n", "1:18: ", "an unknown encoding ''"),
            ("<?xml encoding=\"UTF-16\"?>\n", "1:17: ", "text that is not in the declared encoding 'UTF-16'"),
            ("<xml version=\"1.0\"?>\n", "1:1: ", "the unknown element <xml>"),
        ])
    func declaration(text: String, place: String, reason: String) throws {
        try put((text + "<plist><dict/></plist>\n").utf8, at: "a.plist")
        #expect(
            try finding("a.plist").hasPrefix("\(place)invalid XML, \(reason) on line \(place.first ?? " "), column "))
    }

    @Test("a character that is not in the declared encoding is reported where it is")
    func undeclaredCharacter() throws {
        try put("<?xml encoding=\"us-ascii\"?>\n<plist><string>é</string></plist>".utf8, at: "a.plist")
        let reason = "text that is not in the declared encoding 'us-ascii'"
        #expect(try finding("a.plist") == "2:16: invalid XML, \(reason) on line 2, column 16\n")
    }

    @Test("the file of a domain is reported at its first fault, too")
    func domain() throws {
        try Disk.makeFolder(scratch.root)
        try Disk.write("junk {", to: scratch.file("D"))
        let file = scratch.file("D")
        let line = "\(file):1:5: cannot read '\(file)': \(Self.noSeparator) 1, column 5\n"
        for words in [["check", "D"], ["check"]] {
            let outcome = try scratch.defaults(words)
            #expect(outcome == Outcome(status: 65, output: Array(line.utf8), error: ""))
        }
    }

    private static let markers = "<<<<<<< HEAD\n%\n=======\n%\n>>>>>>> other\n"

    @Test(
        "the markers of a merge conflict are named, in every text format",
        arguments: [
            ("a.plist", "<plist>\n<dict>\n\t<key>a</key>\n\(markers)</dict>\n</plist>\n", 4, "XML"),
            ("a.plist", "<plist>\n<dict>\n\t<key>a</key>\n\t<true/>\n=======\n</dict>\n</plist>\n", 5, "XML"),
            ("a.plist", "<plist>\n<dict>\n\t<key>a</key>\n\t<true/>\n>>>>>>> b\n</dict>\n</plist>\n", 5, "XML"),
            ("a.plist", "\(markers)<plist>\n<dict/>\n</plist>\n", 1, "XML"),
            ("a.pbxproj", "{\n a = b;\n\(markers)}\n", 3, "old-style text"),
            ("a.plist", "{\n a = b;\n=======\n}\n", 3, "old-style text"),
            ("a.strings", "\"a\" = \"b\";\r\n<<<<<<< HEAD\r\n\"c\" = \"d\";\r\n", 2, "old-style text"),
            ("a.strings", "\"a\" = \"b\"\n=======\n\"c\" = \"d\";\n", 2, "old-style text"),
            ("a.strings", "\"a\" = \"b\";\n||||||| base\n\"c\" = \"d\";\n", 2, "old-style text"),
            ("a.xcstrings", "{\n \"a\": 1,\n\(markers)}\n", 3, "JSON"),
            ("a.xcstrings", "{\n \"a\": 1\n=======\n}\n", 3, "JSON"),
        ])
    func conflict(name: String, text: String, line: Int, format: String) throws {
        for text in [text, "\u{FEFF}" + text] {
            try put(text.utf8, at: name)
            let sentence = "invalid \(format), a conflict marker of a merge on line \(line), column 1"
            #expect(try finding(name) == "\(line):1: \(sentence)\n")
        }
    }

    @Test(
        "lines that are no markers do not hide the fault",
        arguments: ["/*\n=======\n*/\n", "/*\n========\n<<<<<<<<\n <<<<<<< HEAD\n*/\n", "/* <<<<<<< a */\n"])
    func noConflict(comment: String) throws {
        try put((comment + "{\n a = b;\n c = d\n}\n").utf8, at: "a.plist")
        #expect(try finding("a.plist").contains("a missing ';' after a value on line"))
        try put((comment + "{ a = b; }\n").utf8, at: "a.plist")
        #expect(try scratch.defaults("check", "./App") == .silence)
    }

    @Test("markers in UTF-16 are named, too")
    func conflictInUTF16() throws {
        try put("\u{FEFF}\"a\" = \"b\";\n<<<<<<< HEAD\n".data(using: .utf16LittleEndian) ?? Data(), at: "a.strings")
        #expect(try finding("a.strings").hasPrefix("2:1: invalid old-style text, a conflict marker of a merge on line"))
    }

    @Test(
        "an opening tag in place of a closing tag is named at its line",
        arguments: [
            (
                "array", "\t<key>a</key>\n\t<array>\n\t\t<string>x</string>\n\t<array>\n\t<key>b</key>\n\t<true/>\n",
                "6:2"
            ),
            (
                "array",
                "\t<key>a</key>\n\t<array>\n\t\t<dict/>\n\t\t<true/>\n\t<array>\n\n\t<key>b</key>\n\t<true/>\n",
                "7:2"
            ),
        ])
    func openerForCloser(tag: String, inside: String, place: String) throws {
        try put("<plist>\n<dict>\n\(inside)</dict>\n</plist>\n".utf8, at: "a.plist")
        #expect(try finding("a.plist").hasPrefix("\(place): invalid XML, <\(tag)> instead of </\(tag)> on line"))
    }

    @Test("without indentation, a key in an array is named where it is")
    func notIndented() throws {
        let text = "<plist>\n<dict>\n<key>a</key>\n<array>\n<string>x</string>\n<array>\n<key>b</key>\n"
        try put(text.utf8, at: "a.plist")
        #expect(try finding("a.plist").hasPrefix("7:1: invalid XML, <key> instead of a value on line 7"))
    }

    @Test("only the empty file of a domain may be removed")
    func empty() throws {
        try Disk.makeFolder(scratch.root)
        for text in ["", " \n"] {
            try put(text.utf8, at: "a.plist")
            try Disk.write(text, to: scratch.file("D"))
            #expect(try finding("a.plist") == " the file is empty\n")
            let message = "cannot read './App/a.plist': the file is empty"
            #expect(try scratch.defaults("read", "./App/a.plist").error == "defaults: \(message)\n")
            #expect(
                try scratch.defaults("check", "D").text
                    == "\(scratch.file("D")): cannot read '\(scratch.file("D"))': the file is empty; "
                    + "remove it to start afresh\n")
        }
    }
}
