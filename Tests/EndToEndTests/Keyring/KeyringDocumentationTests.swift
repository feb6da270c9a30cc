import Foundation
import Testing

/// What the README shows of the keyring is so, in a real one.
@Suite(.serialized, Keyring.condition)
struct KeyringDocumentationTests {
    @Test("every example prints what is shown under it")
    func examples() throws {
        let scratch = try Scratch()
        var environment = scratch.keyringEnvironment
        environment["DEFAULTS_ROOT"] = nil
        let examples = try Page.blocks(of: "shell-session").flatMap { Page.examples(in: $0) }
        #expect(examples.count > 5)
        for example in examples {
            let outcome = try scratch.bash("cd; exec 2>&1\n\(example.command)", environment: environment)
            #expect(outcome.text == example.output, "$ \(example.command)")
            #expect(outcome.status == 0, "$ \(example.command)")
        }
    }
}
