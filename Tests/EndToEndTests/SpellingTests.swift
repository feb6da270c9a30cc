import Foundation
import Testing

/// The same thing said in several ways comes to the same files, byte for byte.
@Suite(.waiting) struct SpellingTests {
    @Test("every spelling of an option, domain, flag or verb does the same", arguments: Spellings.all)
    func spellings(spellings: Spellings) throws {
        let expected = try files(after: spellings.scripts[0])
        #expect(!expected.isEmpty)
        for script in spellings.scripts.dropFirst() {
            #expect(try files(after: script) == expected, "\(script)")
        }
    }

    /// The files that a script leaves, with their bytes.
    private func files(after script: String) throws -> [String: Data] {
        let scratch = Scratch()
        let outcome = try scratch.bash("set -eu\n" + script)
        #expect(outcome == .silence, "\(script)")
        return try Dictionary(
            uniqueKeysWithValues: scratch.fileStates().keys.map {
                ($0, try Data(contentsOf: URL(fileURLWithPath: "\(scratch.path)/\($0)")))
            })
    }
}

/// Scripts that mean the same.
struct Spellings: Sendable, CustomTestStringConvertible {
    let scripts: [String]

    var testDescription: String { scripts[0] }

    static let all = options + domains + flags + verbs

    private init(_ scripts: String...) {
        self.scripts = scripts
    }

    /// A script with a part that is spelled in several ways.
    private init(_ parts: [String], _ script: (String) -> String) {
        scripts = parts.map(script)
    }

    private static let options: [Spellings] = [
        Spellings(
            "defaults -currentHost write D K v", "defaults write -currentHost D K v",
            "defaults write -currentHost -- D K v", "defaults -currentHost write -currentHost D K v",
            "defaults -currentHost -- write D K v", "defaults --currentHost write D K v",
            "defaults write D --currentHost K v", "defaults write --currentHost -- D K v"),
        Spellings(
            "defaults -host H write D K v", "defaults write -host H D K v", "defaults -host X write -host H D K v",
            "defaults --host H write D K v", "defaults write D --host=H K v"),
        Spellings(
            "defaults -host H write D '{a = 1; b = 2;}'; defaults -host H delete D a",
            "defaults write -host H D '{a = 1; b = 2;}'; defaults delete -host H D a"),
        Spellings(
            "defaults --root other write D K v", "defaults --root=other write D K v",
            "defaults write --root other D K v", "defaults write --root=other D K v",
            "DEFAULTS_ROOT=other defaults write D K v", "DEFAULTS_ROOT=$PWD/other/ defaults write D K v",
            "defaults --root nowhere write --root other D K v",
            "DEFAULTS_ROOT= XDG_CONFIG_HOME=$PWD/other defaults write D K v",
            "unset DEFAULTS_ROOT; XDG_CONFIG_HOME=$PWD/other defaults write D K v"),
        Spellings(
            "defaults --root ~/.config write -g K v", "DEFAULTS_ROOT= defaults write -g K v",
            "DEFAULTS_ROOT= XDG_CONFIG_HOME= defaults write -g K v",
            "DEFAULTS_ROOT= XDG_CONFIG_HOME=relative defaults write -g K v"),
        Spellings(
            "defaults --lock-timeout 3 write D K v", "defaults --lock-timeout=3 write D K v",
            "defaults write --lock-timeout 0.5 D K v", "defaults write --lock-timeout=0 D K v",
            "defaults write D K v"),
        // In a value, and after two dashes, words are words.
        Spellings(
            "defaults write D -- --root -string -currentHost", "defaults write -- D --root -currentHost",
            "defaults -- write D --root -currentHost"),
        Spellings(
            "defaults --stdin write D K -int <<<7", "defaults write D --stdin K -int <<<7",
            "defaults write --stdin D K --int <<<7"),
        Spellings(
            "defaults --path a.b write D x", "defaults write D --path a.b x", "defaults write --path=a.b D x"),
        Spellings(
            "defaults write D K v; defaults --if-exists delete D z; defaults --exit-code write D K v",
            "defaults write D K v; defaults delete D z --if-exists; defaults write D --exit-code K v"),
        Spellings(
            "defaults write D K v; defaults write D L v; echo '{K = w;}' | defaults --replace import D -",
            "defaults write D K v; defaults write D L v; echo '{K = w;}' | defaults import D - --replace"),
        Spellings(
            "defaults write D K v; echo '{L = w;}' | defaults import D - --root other",
            "defaults write D K v; echo '{L = w;}' | defaults --root=other import D -"),
        Spellings(
            "defaults write D K v; defaults migrate --path D E a.b=K",
            "defaults write D K v; defaults --path migrate D E a.b=K",
            "defaults write D K v; defaults migrate D E a.b=K --path"
        ).at("SOURCE_DATE_EPOCH=0"),
    ]

    private static let domains: [Spellings] = [
        Spellings([
            "-g", "-globalDomain", "--globalDomain", "NSGlobalDomain", "'Apple Global Domain'",
            "kCFPreferencesAnyApplication",
        ]) {
            "defaults write \($0) K -int 1; defaults write \($0) L -int 2; defaults delete \($0) L"
        },
        Spellings(["-g", "-globalDomain", "NSGlobalDomain", "'Apple Global Domain'", "kCFPreferencesAnyApplication"]) {
            "defaults -currentHost write \($0) K -int 1; defaults -currentHost rename \($0) K L"
        },
        Spellings([
            "com.example.App", "com.example.App.plist", "./root/com.example.App",
            "\"$DEFAULTS_ROOT\"/com.example.App.plist",
        ]) {
            "mkdir root; chmod 700 root; defaults write \($0) K v; defaults write \($0) L -bool true"
        },
        Spellings(["./x", "./x.plist", "\"$PWD/x\"", "\"$PWD/x.plist\"", "./home/../x", "'~/../x'", "~/../x.plist"]) {
            "defaults write \($0) K v"
        },
        Spellings("defaults write x.plist.plist K v", "defaults write ./root/x.plist.plist K v").after("mkdir root; "),
    ]

    private static let flags: [Spellings] = [
        Spellings(["-int", "-integer", "--int", "--integer"]) {
            "defaults write D K \($0) 12"
        },
        Spellings(["-array", "--array"]) { "defaults write D K \($0) -int 3 --int" },
        Spellings(["-string", "--string"]) { "defaults write D K \($0) --dry-run" },
        Spellings(["-int", "-integer"]) { "defaults write D K \($0) 12; defaults write D L -array \($0) 3" },
        Spellings(["12", "+12", "012", "' 12'", "'12 '", "$'12\\n'", "$'\\t12'"]) { "defaults write D K -int \($0)" },
        Spellings(["0", "-0", "+0", "00"]) { "defaults write D K -int \($0)" },
        Spellings(["-bool", "-boolean"]) { "defaults write D K \($0) no; defaults write D L -dict a \($0) true" },
        Spellings(["true", "TRUE", "yes", "Yes", "YES", "1", "on", "On"]) { "defaults write D K -bool \($0)" },
        Spellings(["false", "FALSE", "no", "No", "0", "off", "OFF"]) { "defaults write D K -bool \($0)" },
        Spellings(["0.5", "+.5", ".5", "5e-1", "5E-1", "0.50", "' 0.5'", "00.5"]) { "defaults write D K -float \($0)" },
        Spellings(["2", "2.0", "2.", "2e0", "+2", "20e-1"]) { "defaults write D K -float \($0)" },
        Spellings(["inf", "INF", "+inf", "infinity", "Infinity"]) { "defaults write D K -float \($0)" },
        Spellings(["0abc", "ABC", "aBc", "0ABC"]) { "defaults write D K -data \($0)" },
        Spellings([
            "2019-09-16T05:45:42Z", "'2019-09-16 05:45:42 +0000'", "'2019-09-16 05:45:42'", "2019-09-16T05:45:42",
            "2019-09-16T07:45:42+02:00", "'2019-09-16 07:45:42 +0200'", "2019-09-15T22:15:42-0730",
            "2019-09-16t05:45:42z", "2019-09-16T05:45:42.000Z",
        ]) { "TZ=Asia/Tokyo LANG=de_DE defaults write D K -date \($0)" },
        Spellings(["2020-02-29", "2020-02-29T00:00Z", "'2020-02-29 00:00:00 +0000'", "2020-02-29T05:30+0530"]) {
            "defaults write D K -date \($0)"
        },
        Spellings([
            "'(a, b)'", "-array a b", "-array -string a b", "'( \"a\" , \"b\" , )'",
            "'<array><string>a</string><string>b</string></array>'",
        ]) {
            "defaults write D K \($0)"
        },
        Spellings([
            "'{a = b;}'", "-dict a b", "-dict -string a -string b", "-dict a x a b", "-dict-add a b",
            "'\"a\" = \"b\";'",
        ]) {
            "defaults write D K \($0)"
        },
    ]

    private static let verbs: [Spellings] = [
        Spellings(["delete", "remove", "delete-all", "DELETE", "Remove", "Delete-All"]) {
            "defaults write D K v; defaults write D L v; defaults write E K v; defaults \($0) D K; defaults \($0) E"
        },
        Spellings(["write", "WRITE", "Write", "wRiTe"]) { "defaults \($0) D K v" },
        Spellings(["rename", "RENAME"]) { "defaults write D K v; defaults \($0) D K L" },
        Spellings(["import", "Import"]) { "echo '{a = 1;}' | defaults \($0) D -" },
        Spellings(["export", "EXPORT"]) { "defaults write D K v; defaults \($0) D out.plist" },
    ]

    private func at(_ variable: String) -> Spellings {
        after("export \(variable); ")
    }

    private func after(_ prelude: String) -> Spellings {
        Spellings(scripts) { prelude + $0 }
    }
}
