import Foundation
import TestExtent
import Testing

/// Bundles that somebody else made, and what they may say.
@Suite(.waiting) struct ApplicationTests {
    let scratch = Scratch()

    init() throws {
        try scratch.succeed("write", "-g", "K", "v")
        try Disk.makeFolder(scratch.path + "/B.app/Contents")
    }

    private var information: String { scratch.path + "/B.app/Contents/Info.plist" }

    private func describe(_ key: String, _ value: String) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: [key: value], format: .binary, options: 0)
        try data.write(to: URL(fileURLWithPath: information))
    }

    private static let verbs = [
        ["write", "-app", "./B.app", "K", "v"], ["read", "-app", "./B.app"], ["read", "-app", "./B.app", "K"],
        ["read-type", "-app", "./B.app", "K"], ["delete", "-app", "./B.app"], ["rename", "-app", "./B.app", "K", "L"],
        ["import", "-app", "./B.app", "-"], ["export", "-app", "./B.app", "-"], ["check", "-app", "./B.app"],
        ["-currentHost", "write", "-app", "./B.app", "K", "v"], ["migrate", "-app", "./B.app", "D", "L=K"],
        ["diff", "-app", "./B.app", "D"],
    ]

    @Test(
        "an identifier that is no plain name is refused by every verb, and nothing is read or changed",
        arguments: [
            "../../evil", "/etc/evil", "~/evil", "./evil", "a/b", "a/../b", "..", ".", "~", "~evil", ".hidden", "-g",
            "-globalDomain", "NSGlobalDomain", "Apple Global Domain", "kCFPreferencesAnyApplication",
            ".GlobalPreferences", ".GlobalPreferences.plist", "--root", "-", "evil.plist", "evil.plist.plist",
            "evil\n", "evil\u{0}", "e\u{1B}[2Jvil", "evil\u{85}", String(repeating: "e", count: 250),
        ], ["CFBundleIdentifier", "CFBundleExecutable"])
    func hostileNames(name: String, key: String) throws {
        try describe(key, name)
        let before = try TreeState(scratch.path)
        for words in Self.verbs {
            let outcome = try scratch.defaults(words, input: Array("{ K = v; }".utf8))
            outcome.expect(65, text: "", comment: "\(words)")
            #expect(
                outcome.error.hasPrefix("defaults: Application ./B.app has the domain '"), "\(words): \(outcome.error)")
            #expect(
                outcome.error.hasSuffix(
                    "', which is not a plain name; use the name of the domain instead. "
                        + "Defaults have not been changed.\n"), "\(words): \(outcome.error)")
            #expect(outcome.error.filter { $0 == "\n" }.count == 1, "\(words): \(outcome.error)")
        }
        #expect(try TreeState(scratch.path).differences(from: before) == [])
    }

    @Test(
        "an identifier that is a plain name is that domain",
        arguments: ["com.example.App", "My App", "a", "Ünïcode", "a-b_c", "*", String(repeating: "e", count: 249)])
    func plainNames(name: String) throws {
        try describe("CFBundleIdentifier", name)
        try scratch.succeed("write", "-app", "./B.app", "K", "v")
        #expect(try Foreign.stored(scratch.file(name)) == ["K": "v"])
    }

    @Test(
        "an Info.plist that is not a regular file of at most 16 MiB is not read, and not waited for", .withoutSanitizer,
        arguments: [
            "mkfifo", "ln -s /dev/zero", "ln -s /dev/tty", "mkdir", "ln -s .", "ln -s Info.plist",
            "truncate -s 16777217",
        ])
    func unreadable(maker: String) throws {
        // Another Info.plist does not stand in for one that is there.
        try Disk.write("{ CFBundleIdentifier = x.y; }", to: scratch.path + "/B.app/Info.plist")
        let script = """
            \(maker) B.app/Contents/Info.plist
            # A tenth of what reading a gibibyte would take.
            ulimit -v 400000
            exec timeout 600 defaults write -app ./B.app K v
            """
        let outcome = try scratch.bash(script)
        let sentence = "defaults: Couldn't open application ./B.app; defaults unchanged\n"
        #expect(outcome == Outcome(status: 1, output: [], error: sentence))
        #expect(try Disk.names(in: scratch.root) == [".GlobalPreferences.plist"])
    }

    @Test("an Info.plist of 16 MiB is read")
    func largest() throws {
        try Disk.write("{ CFBundleIdentifier = x.y; }", to: information)
        try scratch.bash("head -c $((16777216 - 29)) /dev/zero | tr '\\0' ' ' >>B.app/Contents/Info.plist")
        #expect(try FileManager.default.attributesOfItem(atPath: information)[.size] as? Int == 16_777_216)
        try scratch.succeed("write", "-app", "./B.app", "K", "v")
        #expect(Disk.exists(scratch.file("x.y")))
    }
}
