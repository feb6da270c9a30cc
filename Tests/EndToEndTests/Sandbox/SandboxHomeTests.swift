import Foundation
import Testing

/// In a home of its own, the paths of a macOS script and the names of domains refer to the same preferences.
struct SandboxHomeTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.prepareSandboxes()
    }

    @Test("names, paths in the home folder and paths below /Library are one file, for defaults and PlistBuddy")
    func library() throws {
        let script = """
            defaults write com.example.App byName -bool true
            defaults write ~/Library/Preferences/com.example.App byPath -int 1
            defaults write /Library/Preferences/com.example.App byLibrary s
            PlistBuddy -c 'Add :byBuddy string b' ~/Library/Preferences/com.example.App.plist
            PlistBuddy -c 'Add :byBuddyInLibrary string b' /Library/Preferences/com.example.App.plist
            PlistBuddy -c 'Print :byName' ~/Library/Preferences/com.example.App.plist
            defaults write ~/Library/Preferences/.GlobalPreferences AppleLanguages -array en
            defaults read /Library/Preferences/com.example.App byBuddy
            defaults read NSGlobalDomain AppleLanguages | wc -l
            """
        try Disk.write(script, to: scratch.path + "/script")
        let outcome = try scratch.inSandboxes("defaults sandbox --home --save state.json -- bash -e script")
        #expect(outcome == Outcome(status: 0, output: Array("true\nb\n3\n".utf8), error: ""))
        let state = try scratch.bash("tr -d ' \\n' <state.json").text
        #expect(
            state == #"{"NSGlobalDomain":{"AppleLanguages":["en"]},"com.example.App":{"byBuddy":"b","#
                + #""byBuddyInLibrary":"b","byLibrary":"s","byName":true,"byPath":1}}"#)
        #expect(try scratch.leftSandboxes().isEmpty)
    }

    @Test("other files below /Library are read and written in the home folder")
    func otherFiles() throws {
        let script = """
            defaults write D k v; defaults export D /Library/saved.plist; [ -f ~/Library/saved.plist ]
            defaults import E /Library/saved.plist; defaults read E k
            PlistBuddy -c 'Merge /Library/saved.plist' -c 'Print :k' ./merged.plist
            cd ~; readlink Library/Preferences; unset DEFAULTS_LIBRARY
            defaults import E /Library/saved.plist 2>/dev/null || echo none
            """
        try Disk.write(script, to: scratch.path + "/script")
        let outcome = try scratch.inSandboxes("defaults sandbox --home -- bash -e \"$PWD/script\"")
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(
            outcome.text == "v\nFile Doesn't Exist, Will Create: ./merged.plist\nv\n../.config\nnone\n",
            "\(outcome.text)")
        #expect(!Disk.exists("/Library"))
    }
}
