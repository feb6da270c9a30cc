import Foundation
import PropertyList
import Testing

/// The places that `check` names for files that cannot be read.
struct CheckPlaceTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
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

    @Test(
        "bytes that are not text are reported at the first of them",
        arguments: [
            ("a.strings", "\"a\" = \"b\";\n\"é\" = \"".utf8 + [0xFF] + "\";".utf8, "UTF-8 on line 2, column 8"),
            ("a.plist", "{ a = ".utf8 + [0xC3], "UTF-8 on line 1, column 7"),
            ("a.plist", [0x89] + "PNG\r\n".utf8, "UTF-8 on line 1, column 1"),
            ("a.strings", [0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x61, 0, 0, 0xD8], "UTF-16 on line 2, column 2"),
        ])
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
            let outcome = try scratch.run(([Executable.defaults] + words).map { Array($0.utf8) })
            #expect(outcome == Outcome(status: 65, output: Array(line.utf8), error: ""))
        }
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
