import Testing

/// Every sentence the command says to those who call it wrong, with the status scripts go by.
@Suite(.waiting) struct AppleMessagesTests {
    let scratch = Scratch()

    @Test(
        "a call that is wrong, or asks for what is not there, is told so, and leaves the disk as it was",
        arguments: CallComplaints.all + AnswerComplaints.all + ValueComplaints.all)
    func complaints(complaint: Complaint) throws {
        try complaint.check(in: scratch)
    }

    @Test("an unreadable domain is named, the others are shown, and the status tells")
    func unreadableAmongOthers() throws {
        try scratch.bash("defaults write A K v; echo hello > root/B.plist; defaults write C K v")
        let complaint = "defaults: cannot read '\(scratch.root)/B.plist': not a property list\n"
        try scratch.defaults("read").expect(
            65, text: "{\n    A =     {\n        K = v;\n    };\n    C =     {\n        K = v;\n    };\n}\n",
            error: complaint)
        try scratch.defaults("find", "k").expect(
            65, text: "Found 1 keys in domain 'A': {\n    K = v;\n}\nFound 1 keys in domain 'C': {\n    K = v;\n}\n",
            error: complaint)
    }
}
