import Testing

/// The recipe of the man page that reads the property list in a signed profile.
@Suite(.waiting, Executable.condition("openssl"))
struct SignedProfileTests {
    private let scratch = Scratch()

    init() throws {
        let markup = "<key>Name</key><string>Notes</string><key>Expires</key><date>2027-01-02T03:04:05Z</date>"
        try Disk.write(Disk.xml(markup), to: scratch.path + "/profile.plist")
        let outcome = try scratch.bash(
            """
            openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out signer.pem -days 1 -subj /CN=A 2>&1
            """)
        try #require(outcome.status == 0, "\(outcome.text)")
    }

    /// Signs a property list with a program, and returns what the recipe prints.
    private func unwrapped(signedBy program: String, file: String = "profile.plist") throws -> Outcome {
        let recipe = try #require(
            ManualPage(.repositories).literalDisplays.first { $0.first?.hasPrefix("openssl ") == true })
        return try scratch.bash(
            """
            set -e -o pipefail
            openssl \(program) -sign -nodetach -outform der -signer signer.pem -inkey key.pem -in \(file) \
                -out App.mobileprovision
            \(recipe.joined(separator: "\n"))
            """)
    }

    @Test(
        "the property list is printed, whether the message is of PKCS #7 or of CMS",
        arguments: ["smime", "smime -binary", "cms", "cms -binary -keyid"])
    func printed(program: String) throws {
        let outcome = try unwrapped(signedBy: program)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(
            outcome.text == #"""
                {
                  "Expires": {
                    "$date": "2027-01-02T03:04:05Z"
                  },
                  "Name": "Notes"
                }

                """#)
    }

    @Test("a message that contains no property list is an error")
    func otherContents() throws {
        try Disk.write("not a { property list", to: scratch.path + "/text")
        let outcome = try unwrapped(signedBy: "smime", file: "text")
        outcome.expect(65, text: "")
    }

    @Test("a signed profile is named as such, with the page that has the recipe", arguments: ["smime", "cms -stream"])
    func refused(program: String) throws {
        #expect(try unwrapped(signedBy: program).status == 0)
        for verb in ["read", "check"] {
            let outcome = try scratch.defaults(verb, "./App.mobileprovision")
            #expect(outcome.status == 65)
            #expect((outcome.text + outcome.error).contains("a signed message, not a property list"))
            #expect((outcome.text + outcome.error).contains("defaults-repositories(7)"))
        }
    }
}
