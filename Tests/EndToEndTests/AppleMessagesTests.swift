import Foundation
import Testing

/// Every sentence the command says to those who call it wrong, with the status scripts go by.
@Suite(.waiting) struct AppleMessagesTests {
    let scratch = Scratch()

    @Test("what must fail fails, and leaves the disk as it was", arguments: ValueComplaints.mustFail)
    func mustFail(complaint: Complaint) throws {
        try complaint.check(in: scratch)
    }

    @Test("one that asks for what is not there is told so", arguments: AnswerComplaints.all)
    func answers(complaint: Complaint) throws {
        try complaint.check(in: scratch)
    }

    @Test("a value that is not accepted is named, and nothing is written", arguments: ValueComplaints.all)
    func values(complaint: Complaint) throws {
        try complaint.check(in: scratch)
    }

    @Test("a call or file that makes no sense is named, and nothing is written", arguments: CallComplaints.all)
    func calls(complaint: Complaint) throws {
        try complaint.check(in: scratch)
    }

    @Test(
        "without a verb an introduction goes to standard error, and nothing to standard output",
        arguments: ["defaults", "defaults -currentHost", "defaults -host H", "defaults printHostIdentifier x"])
    func usage(script: String) throws {
        let outcome = try scratch.bash(script)
        #expect(outcome.status == 255)
        #expect(outcome.output == [])
        #expect(outcome.error.hasPrefix("Reads and changes preferences. Usage: defaults <verb> "))
        #expect(outcome.error.contains("'defaults help' for all verbs"))
    }

    @Test("help has the lines of Apple's, descriptions in column 40")
    func help() throws {
        // The verbs are grouped below headings.
        let lines = try scratch.defaults("HELP").text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { $0 != "Preferences:" }
        let apple = [
            "Command line interface to a user's defaults.", "Syntax:", "",
            "'defaults' [-currentHost | -host <hostname>] followed by one of the following:", "",
            "  read                                 shows all defaults",
            "  read <domain>                        shows defaults for given domain",
            "  read <domain> <key>                  shows defaults for given domain, key",
        ]
        #expect(lines.prefix(apple.count).map(String.init) == apple)
        let values = [
            "<value> is one of:", "  <value_rep>", "  -string <string_value>", "  -data <hex_digits>",
            "  -int[eger] <integer_value>", "  -float  <floating-point_value>",
            "  -bool[ean] (true | false | yes | no)", "  -date <date_rep>", "  -array <value1> <value2> ...",
            "  -array-add <value1> <value2> ...", "  -dict <key1> <value1> <key2> <value2> ...",
            "  -dict-add <key1> <value1> ...",
        ]
        #expect(lines.drop { $0 != "<value> is one of:" }.prefix(values.count).map(String.init) == values)
        for verb in ["read-type", "write", "rename", "delete", "import", "export", "domains", "find", "help"] {
            #expect(lines.contains { $0.hasPrefix("  \(verb) ") || $0 == "  \(verb)" }, "\(verb)")
        }
    }

    @Test("an unreadable domain is named, the others are shown, and the status tells")
    func unreadableAmongOthers() throws {
        try scratch.bash("defaults write A K v; echo hello > root/B.plist; defaults write C K v")
        let complaint = "defaults: cannot read '\(scratch.root)/B.plist': not a property list\n"
        let read = try scratch.defaults("read")
        #expect(read.status == 65)
        #expect(read.error == complaint)
        #expect(read.text == "{\n    A =     {\n        K = v;\n    };\n    C =     {\n        K = v;\n    };\n}\n")
        let find = try scratch.defaults("find", "k")
        #expect(find.status == 65)
        #expect(find.error == complaint)
        #expect(
            find.text == "Found 1 keys in domain 'A': {\n    K = v;\n}\nFound 1 keys in domain 'C': {\n    K = v;\n}\n")
    }
}
