import Testing

/// The paths of entries, and where they end on a command line.
@Suite(.waiting) struct PlistBuddyEntryTests {
    let scratch = Scratch()

    private func file(_ name: String) -> String { "\(scratch.path)/\(name)" }

    @Test(
        "an entry of an array that is missing is not made up",
        arguments: [":A:5:K", ":A:x", ":A:-1", ":A:01", ":A:K:L"])
    func arrays(entry: String) throws {
        try Disk.write("{ A = ( a ); }", to: file("f.plist"))
        let outcome = try scratch.plistBuddy("f.plist", "-c", "Add \(entry) string v")
        outcome.expect(1, error: "Add: Can't Add Entry, \"\(entry)\", to Parent\n")
    }

    @Test("an index of a missing key is a key of a new dictionary, and one after the last element a new element")
    func indices() throws {
        let commands = [
            "Add :K:0 string v", "Add :A array", "Add :A:0:Name string n", "Print :K", "Print :A", "Set :A:0:Name m",
            "Print :A:0:Name",
        ]
        let outcome = try scratch.plistBuddy(Scratch.commands(commands, in: "f.plist"))
        #expect(
            outcome.text.hasSuffix(
                "Dict {\n    0 = v\n}\nArray {\n    Dict {\n        Name = n\n    }\n}\nm\n"), "\(outcome.text)")
    }

    @Test(
        "an empty component has no effect where an entry is looked up",
        arguments: ["Print :D:A:", "Print :D::A", "Print D:A::", "CD :D:;Print A:", "Copy :D:A: :C;Print :C"])
    func emptyComponents(commands: String) throws {
        try Disk.write("{ D = { A = ( a ); }; }", to: file("f.plist"))
        let outcome = try scratch.plistBuddy(
            Scratch.commands(commands.split(separator: ";").map(String.init), in: "f.plist"))
        #expect(outcome == Outcome(status: 0, output: Array("Array {\n    a\n}\n".utf8), error: ""))
    }

    @Test("an empty component at the end adds an element or the empty key, and is the end of a Merge or an Import too")
    func emptyLastComponent() throws {
        try Disk.write("{ A = ( a ); D = { }; }", to: file("f.plist"))
        try Disk.write("( m )", to: file("m.plist"))
        try Disk.write("B", to: file("b"))
        let commands = [
            "Add :A: string b", "Add :D::F string f", "Add :D: string e", "Copy :D: :A:", "Import :A: b",
            "Merge m.plist :A:", "Set :D: g",
        ]
        #expect(try scratch.plistBuddy(Scratch.commands(commands, in: "f.plist")).error == "")
        #expect(
            try scratch.defaults("read", "--json", scratch.path + "/f.plist").text.filter { !" \n".contains($0) }
                == #"{"A":["a","b","e",{"$data":"Qg=="},"m"],"D":{"":"g","F":"f"}}"#)
    }

    @Test("an empty component at the end is refused where the entry before it would be lost")
    func refusedLastComponent() throws {
        try Disk.write("{ A = ( a ); D = { K = v; }; S = s; }", to: file("f.plist"))
        let before = try FileFacts(file("f.plist"))
        for entry in [":A:", ":D:", ":S:", ":D:K:"] {
            for command in ["Set", "Delete"] {
                let outcome = try scratch.plistBuddy("f.plist", "-c", "\(command) \(entry) x")
                outcome.expect(1, text: "", comment: "\(command) \(entry)")
                #expect(outcome.error == "\(command): Entry, \"\(entry)\", Does Not Exist\n")
            }
        }
        for entry in [":S:", ":S::K", ":A::K"] {
            let outcome = try scratch.plistBuddy("f.plist", "-c", "Add \(entry) string x")
            outcome.expect(1, error: "Add: Can't Add Entry, \"\(entry)\", to Parent\n")
        }
        #expect(try FileFacts(file("f.plist")) == before)
    }

    @Test(
        "a name of a command ends at a space, a tab, a colon or a quote, and nothing else is one",
        arguments: ["Print:K", "print\t:K", "ls:K", "PRINT':K'", "Print\"K\""], [true, false])
    func names(command: String, isKnown: Bool) throws {
        try Disk.write("{ K = v; }", to: file("f.plist"))
        let outcome = try scratch.plistBuddy("f.plist", "-c", isKnown ? command : "x" + command)
        outcome.expect((isKnown ? 0 : 1), text: (isKnown ? "v\n" : "Unrecognized Command\n"), error: "")
    }
}
