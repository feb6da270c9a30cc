import DefaultsCore
import PropertyList
import ToolSupport

/// Prints the changes that `watch` finds. Each change is printed in a single write.
struct ChangePrinter {
    let session: Session
    /// Whether the text format prints the name of the domain above each change.
    let hasHeadings: Bool

    func show(_ change: WatchedDomains.Change) throws(CommandError) {
        let differences = PropertyListDifference.between(change.old, change.new)
        switch session.options.differenceFormat {
        case .text:
            let heading = hasHeadings ? "[\(change.domain.spelling.escapingControlCharacters())]\n" : ""
            try session.show(differences, heading: heading)
        case .json(let style):
            try session.revealedValues().write(try lines(of: differences, in: change.domain, as: style))
        case .commands:
            var script = CommandScript(options: change.domain.hostWords, domain: change.operand)
            script.isForTerminal = session.streams.outputIsTerminal
            try session.revealedValues().write(Array(script.text(from: change.old, to: change.new).utf8))
        }
    }

    /// Returns a line with a JSON object for each difference.
    private func lines(
        of differences: [PropertyListDifference], in domain: Domain, as style: JSONWriter.Style
    ) throws(CommandError) -> [UInt8] {
        let date = PropertyListValue.string(ISO8601Text.text(of: try session.now()) ?? "")
        let writer = JSONWriter(style, layout: .compact)
        var bytes: [UInt8] = []
        for case .dictionary(var object) in DifferenceText.json(of: differences, domain: domain) {
            object["date"] = date
            let text = writer.text(of: .dictionary(object))
            bytes += Array((session.streams.outputIsTerminal ? text.escapingControlCharactersOfJSON() : text).utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}

extension Domain {
    /// The arguments that select the host of the domain.
    fileprivate var hostWords: [String] {
        switch host {
        case .any: []
        case .current: [Option.currentHost.name]
        case .named(let name): [Option.host.name, name]
        }
    }
}
