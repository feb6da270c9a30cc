import Foundation
import Testing

/// Domains and values that are changed in an editor.
@Suite(.waiting) struct EditTests {
    let scratch = Scratch()

    init() throws {
        try scratch.succeed("write", "D", "Theme", "dark")
        try scratch.succeed("write", "D", "Window", "-dict", "Width", "-float", "800")
    }

    @Test("a domain is shown as lossless JSON, and the changes are made and printed")
    func domain() throws {
        let outcome = try scratch.edit("D", editor: "sed -i s/dark/light/")
        outcome.expect(0, text: "- Theme: string \"dark\"\n+ Theme: string \"light\"\n", error: "")
        #expect(try scratch.defaults("read", "D", "Theme").text == "light\n")
        #expect(try scratch.leftTexts().isEmpty)
    }

    @Test("the text is the JSON of read --json, in a private file of a private folder")
    func text() throws {
        let editor = "f() { stat -c %a \"$1\" \"${1%/*}\"; cat \"$1\"; }; f"
        let outcome = try scratch.edit("D", editor: editor)
        let json = try scratch.defaults("read", "--json", "D").text
        outcome.expect(0, text: "600\n700\n" + json, complaints: 1, containing: "the text is unchanged")
        let value = try scratch.edit("D", "Window", editor: "cat")
        #expect(try value.text == scratch.defaults("read", "--json", "D", "Window").text)
        let path = try scratch.edit("--path", "Window.Width", "D", editor: "cat")
        #expect(path.text == "{\n  \"$real\": \"800.0\"\n}\n")
        let xml = try scratch.edit("--format", "xml", "D", editor: "cat")
        #expect(try xml.text == scratch.defaults("export", "D", "-").text)
    }

    @Test("a value is changed at a key and at a path, also one that does not exist yet")
    func values() throws {
        #expect(
            try scratch.edit("D", "Theme", editor: "echo 14 >").text
                == "- Theme: string \"dark\"\n+ Theme: integer 14\n")
        #expect(try scratch.edit("D", "New", editor: "echo '\"x\"' >").text == "+ New: string \"x\"\n")
        let xml = "echo '<plist><real>3</real></plist>' >"
        let outcome = try scratch.edit("--format", "xml", "--path", "Window.Width", "D", editor: xml)
        #expect(outcome.text == "- Window.Width: float 800.0\n+ Window.Width: float 3.0\n")
        #expect(try scratch.edit("D", "Other", editor: "cat").error.contains("the text is unchanged"))
        #expect(try scratch.edit("D", "Other", editor: "echo >").error.contains("the text is unchanged"))
        let refused = try scratch.edit("--path", "Theme.x", "D", editor: "echo 1 >run; echo 1 >")
        #expect(refused.status == 1)
        #expect(refused.complains())
        #expect(!Disk.exists(scratch.path + "/run"))
    }

    @Test("a domain that does not exist is an empty dictionary, and one that becomes empty goes")
    func newDomain() throws {
        let create = "f() { grep -qx '{}' \"$1\" && echo '{\"k\": true}' >\"$1\"; }; f"
        #expect(try scratch.edit("a/New", editor: create).text == "+ k: boolean true\n")
        #expect(try Foreign.foundation(scratch.file("a/New")) == ["k": true])
        #expect(try scratch.edit("a/New", editor: "echo {} >").text == "- k: boolean true\n")
        #expect(!Disk.exists(scratch.file("a/New")))
        #expect(try scratch.edit("./file", editor: "echo '{\"k\": 1}' >").status == 0)
        #expect(Disk.exists(scratch.path + "/file.plist"))
    }

    @Test("options of changing verbs have their meaning")
    func options() throws {
        let editor = "sed -i s/dark/light/"
        let before = try FileFacts(scratch.file("D"))
        let rehearsal = try scratch.edit("--dry-run", "--exit-code", "D", editor: editor)
        rehearsal.expect(2, text: "- Theme: string \"dark\"\n+ Theme: string \"light\"\n")
        #expect(try FileFacts(scratch.file("D")) == before)
        #expect(try scratch.leftTexts().isEmpty)
        #expect(try scratch.edit("--exit-code", "D", editor: "true").status == 0)
        #expect(try scratch.edit("--exit-code", "--journal", "journal", "D", editor: editor).status == 2)
        #expect(try scratch.defaults("undo", "--journal", "journal").status == 0)
        #expect(try scratch.defaults("read", "D", "Theme").text == "dark\n")
        #expect(try scratch.edit("-currentHost", "D", editor: "echo '{\"h\": 1}' >").status == 0)
        #expect(try scratch.defaults("-currentHost", "read", "D", "h").text == "1\n")
        #expect(try scratch.edit("--root", "other", "D", editor: "echo '{\"r\": 1}' >").status == 0)
        #expect(Disk.exists(scratch.path + "/other/D.plist"))
    }

    @Test("VISUAL comes before EDITOR, and either can have arguments and quotes")
    func variables() throws {
        var environment = try scratch.environment(editor: "false")
        environment["VISUAL"] = "'./my editor' --flag 'two words'"
        try scratch.bash(
            """
            echo '#!/bin/sh' >'my editor'; chmod +x my*
            echo 'echo "$#"; echo "$2"; sed -i s/dark/light/ "$3"' >>'my editor'
            """
        )
        let outcome = try scratch.bash("defaults edit D", environment: environment)
        #expect(outcome.text.hasPrefix("3\ntwo words\n- Theme"), "\(outcome)")
        #expect(outcome.status == 0, "\(outcome)")
        environment["VISUAL"] = " "
        #expect(try scratch.bash("defaults edit D", environment: environment).error.contains("'false'"))
        let none = try scratch.edit("D", editor: nil)
        none.expect(69, complaints: 1, containing: "VISUAL or EDITOR")
    }

    @Test("a text that changes nothing leaves the file alone", arguments: ["true", "touch", "printf '\\n' >>"])
    func unchanged(editor: String) throws {
        let before = try FileFacts(scratch.file("D"))
        let outcome = try scratch.edit("D", editor: editor)
        outcome.expect(0, text: "", complaints: 1)
        #expect(outcome.error == "defaults: the text is unchanged; leaving defaults unchanged\n")
        #expect(try FileFacts(scratch.file("D")) == before)
        #expect(try scratch.leftTexts().isEmpty)
    }

    @Test("editors that write by rename, through a copy, or leave files of their own")
    func manners() throws {
        let manners = [
            "f() { sed s/dark/light/ \"$1\" >\"$1.new\"; mv \"$1.new\" \"$1\"; }; f",
            "f() { cp \"$1\" \"$1~\"; rm \"$1\"; sed s/dark/light/ \"$1~\" >\"$1\"; mkdir \"$1.d\"; }; f",
            "f() { mv \"$1\" \"$1.x\"; sed -i s/dark/light/ \"$1.x\"; ln -s \"$1.x\" \"$1\"; }; f",
        ]
        for editor in manners {
            #expect(try scratch.edit("D", editor: editor).status == 0)
            #expect(try scratch.defaults("read", "D", "Theme").text == "light\n", "\(editor)")
            try scratch.succeed("write", "D", "Theme", "dark")
            #expect(try scratch.leftTexts().isEmpty)
        }
    }
}
