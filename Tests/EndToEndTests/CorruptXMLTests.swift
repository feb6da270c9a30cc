import Testing

/// XML that is broken is an error that says where, and the file stays.
@Suite(.waiting) struct CorruptXMLTests {
    @Test(
        "broken XML is refused by every verb and not touched",
        arguments: [
            "<key>k</key>", "<key>k</key><integer>x</integer>", "<key>k</key><date>x</date>",
            "<key>k</key><integer>99999999999999999999</integer>", "<key>k</key><string>",
        ])
    func refused(markup: String) throws {
        let scratch = Scratch()
        try Disk.makeFolder(scratch.root)
        try Disk.write(Disk.xml(markup), to: scratch.file("D"))
        let before = try (FileFacts(scratch.file("D")), Disk.bytes(scratch.file("D")))
        for words in [
            ["read", "D"], ["write", "D", "a", "b"], ["delete", "D", "a"], ["import", "D", scratch.file("D")],
        ] {
            let outcome = try scratch.defaults(words)
            outcome.expect(65, containing: "on line 2", comment: "\(words)")
        }
        #expect(try FileFacts(scratch.file("D")) == before.0 && Disk.bytes(scratch.file("D")) == before.1)
    }
}
