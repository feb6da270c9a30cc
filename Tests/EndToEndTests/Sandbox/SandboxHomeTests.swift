import Foundation
import Testing

/// In a home of its own, the paths of a macOS script and the names of domains refer to the same preferences.
@Suite(.waiting) struct SandboxHomeTests {
    let scratch = Scratch()

    init() throws {
        try scratch.prepareSandboxes()
    }

    /// Runs a script in a sandbox with a home, which leaves the `/Library` of the machine as it is.
    private func run(_ script: String) throws -> Outcome {
        let before = try TreeState("/Library")
        try Disk.write(script, to: scratch.path + "/script")
        let outcome = try scratch.inSandboxes("defaults sandbox --home --save all.json -- bash -e script")
        #expect(try TreeState("/Library").differences(from: before) == [])
        return outcome
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
        let outcome = try run(script)
        #expect(outcome == Outcome(status: 0, output: Array("true\nb\n3\n".utf8), error: ""))
        let state = try scratch.bash("tr -d ' \\n' <all.json").text
        #expect(
            state == #"{"NSGlobalDomain":{"AppleLanguages":["en"]},"com.example.App":{"byBuddy":"b","#
                + #""byBuddyInLibrary":"b","byLibrary":"s","byName":true,"byPath":1}}"#)
        #expect(try scratch.leftSandboxes().isEmpty)
    }

    @Test("every spelling of a path below /Library leads into the home folder, and to the domain")
    func spellings() throws {
        let script = """
            ln -s /Library ~/linked
            P=Library/Preferences/com.example.App number=0
            up=../../../../../../../../../..
            for path in //$P /./$P /tmp/../$P /no/../$P "$HOME/$up/$P" ~/linked/Preferences/com.example.App; do
                defaults write "$path" k$((number += 1)) v
                PlistBuddy -c "Add :b$number string v" "$path.plist"
                plutil -insert p$number -string v "$path.plist"
            done
            cd /; defaults write ./$P k v
            defaults read --lines com.example.App | wc -l
            """
        #expect(try run(script) == Outcome(status: 0, output: Array("19\n".utf8), error: ""))
    }

    @Test("other files below /Library are read and written in the home folder")
    func otherFiles() throws {
        let script = """
            saved=/Library/saved-$$.plist
            defaults write D k v; defaults export D $saved; [ -f "$HOME$saved" ]
            defaults import E $saved; defaults read E k
            PlistBuddy -c "Merge $saved" -c 'Print :k' ./merged.plist
            cd ~; readlink Library/Preferences; unset DEFAULTS_LIBRARY
            defaults import E $saved 2>/dev/null || echo none
            """
        let outcome = try run(script)
        outcome.expect(0, text: "v\nFile Doesn't Exist, Will Create: ./merged.plist\nv\n../.config\nnone\n")
    }

    @Test("every kind of path below /Library leads into the home folder, of inputs and of outputs")
    func allPaths() throws {
        let script = """
            L=/Library/Mine
            mkdir -p "$HOME$L"
            defaults --root $L/root --journal $L/journal write D k v
            defaults --root $L/root --journal $L/journal history | wc -l
            defaults batch <<<"write --root $L/root E k v"
            defaults --root $L/root snapshot -o $L/state.json
            defaults diff $L/state.json $L/root/
            defaults diff $L/root /Library/Preferences/ >/dev/null || echo differ
            defaults convert --format xml -o $L/state.plist $L/state.json
            defaults convert --json -e txt $L/state.plist
            defaults convert --json -o $L $L/root/E.plist
            defaults convert --format xml --in-place $L/root/E.plist
            defaults sandbox --from $L/root --from D=$L/root/D.plist -o $L/saved.json -- true
            defaults sandbox --from $L/state.json --expect $L/saved.json -- true
            defaults sandbox --from $L/state.json --expect $L/new/ --update -- true
            cd "$HOME$L"; find . -type f ! -path '*/.*/*' | sort
            """
        let outcome = try run(script)
        outcome.expect(0, error: "")
        let files = [
            "E.plist", "journal", "new/D.plist", "new/E.plist", "root/D.plist", "root/E.plist", "saved.json",
            "state.json", "state.plist", "state.txt",
        ]
        #expect(outcome.text == "3\ndiffer\n" + files.map { "./\($0)\n" }.joined(), "\(outcome.text)")
    }
}
