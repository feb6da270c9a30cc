import DefaultsCore
import PropertyList

extension Command {
    /// `diff`: shows what differs between two domains, files or roots.
    static let diff = Command(
        name: "diff",
        forms: [
            Form(synopsis: "diff <domain> <domain>", summary: "shows how two domains or files differ"),
            Form(synopsis: "diff <folder> <folder>", summary: "shows how the domains of two roots differ"),
        ],
        options: [.json, .format, .ignore, .only, .allowMissing, .reveal],
        summaries: [.format: "chooses text, json or commands"],
        commonOptions: Option.ofReaders,
        domainCount: 2,
        plan: { invocation, input in
            let style = try DifferenceStyle(invocation.options)
            let filter = try filter(invocation.options)
            if style.isForPrograms {
                let format = invocation.options[.format].map { "option '--format \($0)'" }
                try invocation.requireReveal(for: format ?? "option '--json'")
            }
            var operands = Operands(of: invocation, input)
            let (old, new) = (try operands.comparable(), try operands.comparable())
            guard operands.isEmpty else { throw invocation.misuse }
            if old.isInput, new.isInput { throw CommandError.inputTwice }
            return .query { session in
                try refuseMissing(old, new, in: session)
                if let old = old.root, let new = new.root {
                    let (comparisons, obstacles) = try Comparison.all(
                        inRoot: old, with: new, filter: filter, in: session)
                    for obstacle in obstacles { session.streams.report(obstacle) }
                    let status = try show(comparisons, style: style, in: session)
                    return obstacles.first?.status ?? status
                }
                let comparison = try Comparison(
                    of: old, with: new, filter: filter, makesCommands: style.makesCommands, in: session, input)
                return try show([comparison], style: style, in: session)
            }
        })

    /// Refuses what would be compared with nothing by mistake.
    private static func refuseMissing(
        _ old: ComparisonOperand, _ new: ComparisonOperand, in session: Session
    ) throws(CommandError) {
        if old.isDomain || new.isDomain, !session.invocation.usesKeyring { try session.requireRoot() }
        let missing = session.invocation.usesKeyring ? [] : [old, new].filter(\.isMissingPath)
        if missing.count == 2 { throw .nothingToCompare(old.text, new.text) }
        if let first = missing.first, !session.invocation.options.contains(.allowMissing) {
            throw .operandMissing(first.path ?? first.text)
        }
    }

    private static func filter(_ options: OptionValues) throws(CommandError) -> PropertyListDifferenceFilter {
        PropertyListDifferenceFilter(only: try globs(.only, options), ignoring: try globs(.ignore, options))
    }

    private static func globs(_ option: Option, _ options: OptionValues) throws(CommandError) -> [PropertyListPathGlob]
    {
        var globs: [PropertyListPathGlob] = []
        for text in options.all(option) {
            guard let glob = PropertyListPathGlob(parsing: text) else { throw .invalidGlob(option.name, text) }
            globs.append(glob)
        }
        return globs
    }

    private enum DifferenceStyle {
        case text, json(isPlain: Bool), commands

        var isForPrograms: Bool {
            if case .text = self { false } else { true }
        }

        var makesCommands: Bool {
            if case .commands = self { true } else { false }
        }

        init(_ options: OptionValues) throws(CommandError) {
            try options.requireOne(of: [.json, .format])
            switch options[.format] {
            case nil: self = options.contains(.json) ? .json(isPlain: try OutputStyle.isPlain(options)) : .text
            case "text": self = .text
            case "json": self = .json(isPlain: false)
            case "commands": self = .commands
            case let other?:
                throw .invalidOptionValue(Option.format.rawValue, other, expected: "text, json or commands")
            }
        }
    }

    private static func show(
        _ comparisons: [Comparison], style: DifferenceStyle, in session: Session
    ) throws -> ExitStatus {
        let differing = comparisons.filter { !$0.differences.isEmpty }
        switch style {
        case .text:
            for comparison in differing {
                let title = comparison.title.map { "[\($0)]\n" } ?? ""
                try session.write(text: title + session.text(of: comparison.differences))
            }
        case .json(let isPlain):
            let differences = differing.flatMap(\.json)
            try session.show(["schema": 1, "differences": .array(differences)], as: .json(isPlain: isPlain))
        case .commands:
            for comparison in differing {
                var script = comparison.script
                script.isForTerminal = session.streams.outputIsTerminal
                try session.write(Array(script.text(from: comparison.old, to: comparison.new).utf8))
            }
        }
        return differing.isEmpty ? .success : .negative
    }
}
