import Foundation
import TestExtent
import Testing

/// Runs the examples of defaults-keyring(7) with a real keyring.
@Suite(.waiting, .serialized, Keyring.condition)
struct KeyringDocumentationTests {
    @Test("every example prints the output shown")
    func examples() throws {
        let scratch = Scratch()
        var environment = scratch.keyringEnvironment
        environment["DEFAULTS_ROOT"] = nil
        let examples = try Page.keyring.examples()
        #expect(examples.count > 5)
        for example in examples {
            let outcome = try scratch.bash("cd; exec 2>&1\n\(example.command)", environment: environment)
            outcome.expect(0, text: example.output, comment: "$ \(example.command)")
        }
    }
}
