import Foundation
import Testing

/// Files without bytes, or with only blanks and a byte order mark. They have no keys.
@Suite(.waiting) struct BlankFileTests {
    private let scratch = Scratch()

    init() throws {
        try Disk.makeFolder(scratch.root)
        try Disk.write(#"{"K": "v"}"#, to: scratch.path + "/new")
        try Disk.write(#"{"D": {"K": "v"}}"#, to: scratch.path + "/state")
    }

    /// The contents as formats of printf.
    static let blanks = ["", #" \t\r\n"#, #"\xEF\xBB\xBF"#, #"\xEF\xBB\xBF\n"#, #"\xFF\xFE"#, #"\xFE\xFF\0 "#]

    /// Command lines that set `K` to `v` in the file or in the domain `D`.
    static let changes = [
        "defaults write ./F.plist K v", "defaults import ./F.plist new", "EDITOR='cp new' defaults edit ./F.plist",
        "PlistBuddy -c 'Add :K string v' F.plist", "plutil -insert K -string v F.plist",
        "defaults convert --format xml --in-place F.plist; defaults write ./F.plist K v",
        "plutil -convert xml1 F.plist; defaults write ./F.plist K v",
        "defaults write D K v", "defaults import --replace D new", "EDITOR='cp new' defaults edit D",
        "defaults apply state", "echo defaults write D K v | defaults batch",
    ]

    /// Returns lines of the shell that write a file, and the file of a domain, which has not changed for a long time.
    private func files(_ format: String) -> String {
        "printf '\(format)' | tee F.plist >root/D.plist; touch -d @0 root/D.plist; export TMPDIR=$PWD; "
    }

    @Test("a change starts from it and writes XML, without a notice", arguments: changes, blanks)
    func change(line: String, format: String) throws {
        let outcome = try scratch.bash(files(format) + line)
        outcome.expect(0, error: "")
        let path = line.contains("F.plist") ? scratch.path + "/F.plist" : scratch.file("D")
        #expect(try Disk.bytes(path) == ChangedFile.xml().bytes)
    }

    @Test("it is read as an empty dictionary", arguments: blanks)
    func reading(format: String) throws {
        let lines = [
            "defaults read ./F.plist", "defaults read D", "defaults read D K", "defaults read", "defaults export D -",
            "defaults export ./F.plist -", "defaults domains", "defaults exists D", "defaults delete D",
            "defaults delete --if-exists D", "defaults diff ./F.plist D", "defaults find v", "defaults check D",
            "defaults convert F.plist", "PlistBuddy -c Print F.plist", "plutil -p F.plist",
            "plutil -convert xml1 -o - F.plist",
        ]
        let script = lines.map { $0 + " 2>&1; echo $?\n" }.joined()
        let blank = try scratch.bash(files(format) + script)
        #expect(blank.text == (try scratch.bash(files("<plist><dict/></plist>") + script).text))
    }

    @Test(
        "an empty stream is an error",
        arguments: [
            ("defaults convert", 65), ("defaults convert /dev/stdin", 65), ("defaults read /dev/stdin", 65),
            ("plutil -p -", 1), ("plutil -p /dev/stdin", 1), ("plutil -convert xml1 -o - -", 1),
        ] as [(String, Int32)])
    func stream(line: String, status: Int32) throws {
        let outcome = try scratch.bash(line + " </dev/null")
        outcome.expect(status, text: "")
    }
}
