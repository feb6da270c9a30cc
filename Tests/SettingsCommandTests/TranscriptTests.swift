import Foundation
import TestExtent
import Testing

/// The session in the article about settings.
struct TranscriptTests {
    /// A command line of the article and the lines below it.
    struct Step: Equatable {
        var words: [String]
        var output = ""
    }

    private static let article = URL(fileURLWithPath: BuiltProgram.package)
        .appendingPathComponent("Sources/DefaultsSchemas/DefaultsSchemas.docc/DescribingSettings.md")

    /// Returns the steps in the blocks without a language.
    private static func steps(in text: String) -> [Step] {
        let parts = text.components(separatedBy: "```")
        // Every second part is inside a block, and begins with the language.
        let blocks = parts.indices.filter { $0 % 2 == 1 && parts[$0].hasPrefix("\n") }.map { parts[$0].dropFirst() }
        var steps: [Step] = []
        for line in blocks.flatMap({ $0.split(separator: "\n") }) {
            if line.hasPrefix("$ ") {
                steps.append(Step(words: line.dropFirst(2).split(separator: " ").map(String.init)))
            } else if let last = steps.indices.last {
                steps[last].output += line + "\n"
            }
        }
        return steps
    }

    @Test("each command line of the article prints the lines below it")
    func transcript() throws {
        let steps = Self.steps(in: try String(contentsOf: Self.article, encoding: .utf8))
        #expect(steps.count >= 3)
        let session = Session(.editor)
        for step in steps {
            #expect(step.words.prefix(2) == ["editor", "settings"])
            #expect(session.run(Array(step.words.dropFirst(2))).text == step.output)
        }
        #expect(try session.contents == ["FontSize": 16])
    }

    @Test("each command in the text of the article can be run")
    func commandsInText() throws {
        let text = try String(contentsOf: Self.article, encoding: .utf8)
        let commands = text.split(separator: "`").filter { $0.hasPrefix("editor settings ") }
        #expect(!commands.isEmpty)
        for command in commands {
            let words = command.split(separator: " ").dropFirst(2).map(String.init)
            #expect(Session(.editor).run(words).status == .success, "\(command)")
        }
    }

    @Test("the verbs that the article lists are the verbs of the command")
    func verbs() throws {
        let text = try String(contentsOf: Self.article, encoding: .utf8)
        for verb in ["list", "get", "set", "describe", "reset", "export", "import"] {
            #expect(text.contains("`\(verb)`"))
            #expect(Session(.editor)("help", verb).output.hasPrefix("  editor settings \(verb) "))
        }
    }
}
