import Foundation
import Testing

/// Values that only some formats can represent are no problem in the files that the command writes.
@Suite(.waiting) struct CheckedFormatTests {
    private let scratch = Scratch()

    init() throws {
        try Disk.makeFolder(scratch.root)
    }

    @Test("a control character is no finding in a format that allows it", arguments: ["binary", "openstep"])
    func controlCharacters(format: String) throws {
        try scratch.bash("echo '{}' | defaults convert --format \(format) -o root/D.plist")
        try scratch.bash(#"defaults write D $'k\e' $'\x01\xef\xbf\xbe'"#)
        #expect(try Disk.bytes(scratch.file("D")).starts(with: (format == "binary" ? "bplist" : "{").utf8))
        #expect(try scratch.defaults("check", "D") == .silence)
    }

    @Test("no value that the command stores is a finding, whatever the format of its file")
    func stored() throws {
        try Disk.write(
            #"""
            {"control": "\u001b[0m", "\u0001": "\ufffe\uffff", "cr": "a\rb", "bom": "\ufeff", "": "",
             "zero": {"$real": "-0.0"}, "date": {"$date": "2024-01-31T12:00:00.25Z"},
             "nested": [{"a\u0000b": ["\u007f\u0085"]}]}
            """#, to: scratch.path + "/values.json")
        try scratch.succeed("import", "D", "values.json")
        #expect(try scratch.defaults("check") == .silence)
    }
}
