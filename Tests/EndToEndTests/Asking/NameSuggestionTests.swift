import Foundation
import Testing

/// Names of domains and keys that do not exist: the error suggests one that does, and nothing else changes.
@Suite(.waiting) struct NameSuggestionTests {
    private let scratch = Scratch()

    init() throws {
        try scratch.place(
            """
            <dict><key>FontSize</key><integer>14</integer><key>Window</key><dict><key>Width</key><integer>8</integer>
            </dict><key>k</key><true/><key>line\nbreak</key><true/></dict>
            """, in: "com.example.Editor")
        try scratch.place("<dict><key>FontSize</key><integer>9</integer></dict>", in: "org.example.Viewer")
    }

    private static let (domain, pair) = ("com.example.Editor", "The domain/default pair of")

    @Test(
        "the message ends with the nearest name",
        arguments: [
            ("read com.example.Editr", "Domain com.example.Editr does not exist; did you mean 'com.example.Editor'?"),
            ("read com.example.editor", "Domain com.example.editor does not exist; did you mean 'com.example.Editor'?"),
            ("read editor", "Domain editor does not exist; did you mean 'com.example.Editor'?"),
            ("read NSGlobaldomain", "Domain NSGlobaldomain does not exist; did you mean 'NSGlobalDomain'?"),
            (
                "read com.example.Editro FontSize",
                "\(pair) (com.example.Editro, FontSize) does not exist; did you mean 'com.example.Editor'?"
            ),
            ("read \(domain) fontsize", "\(pair) (\(domain), fontsize) does not exist; did you mean 'FontSize'?"),
            ("read \(domain) K", "\(pair) (\(domain), K) does not exist; did you mean 'k'?"),
            ("read-type \(domain) FontSiz", "\(pair) (\(domain), FontSiz) does not exist; did you mean 'FontSize'?"),
            (
                "read --path Window.Widht \(domain)",
                "\(pair) (\(domain), Window.Widht) does not exist; did you mean 'Window.Width'?"
            ),
            (
                "read --path Windw.Width \(domain)",
                "\(pair) (\(domain), Windw.Width) does not exist; did you mean 'Window.Width'?"
            ),
            (
                "read \(domain) Window.Width",
                "\(pair) (\(domain), Window.Width) does not exist; did you mean '--path Window.Width'?"
            ),
            ("export com.example.Editr -", "The domain com.example.Editr does not exist; did you mean '\(domain)'?"),
            (
                "delete com.example.Editr",
                "Domain (com.example.Editr) not found. Defaults have not been changed. Did you mean '\(domain)'?"
            ),
            (
                "delete \(domain) FontSizes",
                """
                Key (FontSizes) of Domain (\(domain)) not found. Defaults have not been changed. \
                Did you mean 'FontSize'?
                """
            ),
            (
                "rename \(domain) fontSize TextSize",
                "Key fontSize does not exist in domain \(domain); leaving defaults unchanged; did you mean 'FontSize'?"
            ),
            ("check com.example.Editr", "Domain com.example.Editr does not exist; did you mean '\(domain)'?"),
        ])
    func near(words: String, sentence: String) throws {
        try expect(words, sentence)
    }

    @Test(
        "without a near name the message is Apple's",
        arguments: [
            ("read com.example.Browser", "Domain com.example.Browser does not exist"),
            ("read D", "Domain D does not exist"),
            ("read example", "Domain example does not exist"), ("read -g", "Domain Apple Global Domain does not exist"),
            ("read ./editr", "Domain $PWD/editr.plist does not exist"),
            ("read \(domain) Colour", "\(pair) (\(domain), Colour) does not exist"),
            ("read \(domain) j", "\(pair) (\(domain), j) does not exist"),
            ("read \(domain) linebreak", "\(pair) (\(domain), linebreak) does not exist"),
            ("read --path FontSize.Width \(domain)", "\(pair) (\(domain), FontSize.Width) does not exist"),
            ("read -currentHost com.example.Editr", "Domain com.example.Editr does not exist"),
        ])
    func far(words: String, sentence: String) throws {
        try expect(words, sentence.replacingOccurrences(of: "$PWD", with: "."))
    }

    private func expect(_ words: String, _ sentence: String) throws {
        let before = try scratch.fileStates()
        let outcome = try scratch.bash("defaults \(words)")
        #expect(outcome == Outcome(status: 1, output: [], error: "defaults: \(sentence)\n"), "\(words)")
        #expect(try scratch.fileStates() == before)
    }

    @Test("a batch, and a change that accepts a missing key, suggest nothing")
    func silent() throws {
        let outcome = try scratch.bash("defaults delete --if-exists com.example.Editor FontSizes")
        #expect(outcome == .silence)
    }

    @Test("a suggestion among 100,000 keys and 2,000 domains needs no more than a few readings of the domain")
    func large() throws {
        let keys = (0..<100_000).map { "<key>com.example.Setting.key\($0)</key><integer>\($0)</integer>" }
        try scratch.place("<dict>\(keys.joined())</dict>", in: "Large")
        for index in 0..<2000 { try scratch.place("<dict><key>a</key><true/></dict>", in: "org.example.D\(index)") }
        #expect(
            try scratch.bash("defaults read Large com.example.Settign.key777").error.contains(
                "; did you mean 'com.example.Setting.key777'?"))
        #expect(
            try scratch.bash("defaults read org.exmaple.D1234").error.contains("; did you mean 'org.example.D1234'?"))
    }
}
