import Foundation
import Testing

/// Secrets that a command stores in a sandbox stay there.
@Suite(.waiting) struct SandboxKeyringTests {
    let scratch = Scratch()

    init() throws {
        try scratch.prepareSandboxes()
        // Any use of the keyring of the session leaves a file.
        try scratch.fake("secret-tool", "touch '\(scratch.path)/used'; exit 1")
    }

    private func inSandboxes(_ script: String) throws -> Outcome {
        try scratch.inSandboxes(script, environment: ["PATH": scratch.fakeEnvironment["PATH"] ?? ""])
    }

    @Test("secrets are in a file of mode 0600, and not in the keyring of the session", arguments: ["", "--home"])
    func file(option: String) throws {
        let outcome = try inSandboxes(
            """
            defaults sandbox \(option) -- bash -ec '
                printf s3cret | defaults --keyring write --stdin D token -string
                defaults --keyring read D token; defaults --keyring domains
                file=$(find "$DEFAULTS_SANDBOX/" -path "*/keyring/*"); stat -c %a "$file"
                defaults --keyring delete D; [ ! -e "$file" ]'
            """)
        #expect(outcome == Outcome(status: 0, output: Array("s3cret\nD\n600\n".utf8), error: ""))
        #expect(!Disk.exists(scratch.path + "/used"))
        #expect(try scratch.leftSandboxes().isEmpty)
    }

    @Test("a damaged file of secrets is an error for every verb that uses it, and stays")
    func damaged() throws {
        let outcome = try inSandboxes(
            """
            defaults sandbox -- bash -c '
                printf s3cret | defaults --keyring write --stdin D token -string
                file=$DEFAULTS_KEYRING/secrets.plist; plist=$(cat "$file")
                for text in "${plist/label/lapel}" "${plist/<array>/<array><true/>}" "broken"; do
                    printf %s "$text" >"$file"
                    write="write --value-file state.json E k -string"
                    for words in "read D token" "read D" "read E" domains "delete D" "$write"; do
                        defaults --keyring $words >>out 2>>err; printf "$? "; done
                    cmp "$file" <(printf %s "$text")
                done'
            echo; cat out; sed "s/.*: the keyring/the keyring/; s,/[^']*/defaults-[^/]*/,S/," err | sort -u
            """)
        let error = """
            the keyring cannot be used: the file of secrets 'S/.defaults/keyring/secrets.plist' is damaged; \
            restore the file, or remove it to start afresh

            """
        let statuses = String(repeating: "69 ", count: 18)
        outcome.expect(text: "\(statuses)\n\(error)", error: "")
    }

    @Test("no verb over all domains, and no saved or expected state, contains secrets")
    func outputs() throws {
        let outcome = try inSandboxes(
            """
            defaults sandbox --save state.json --expect expected.json --update -- bash -ec '
                printf s3cret | defaults --keyring write --stdin D token -string
                defaults snapshot; defaults read; defaults domains; defaults find s3cret || [ $? = 1 ]; defaults check'
            cat state.json expected.json; defaults sandbox --expect expected.json -- true
            """)
        outcome.expect(0, text: "{}\n{\n}\n\n{}\n{}\n")
        #expect(!Disk.exists(scratch.path + "/used"))
    }
}
