import DefaultsState
import PropertyList
import ToolSupport

extension Session {
    /// Returns entries without secrets, and without the records of `apply --id`, which repeat values. If a secret
    /// changed, the arguments of the command are hidden too, except for the verb, the domain and the keys.
    func hidingSecrets(in entries: [Journal.Entry]) -> [Journal.Entry] {
        let shown = redaction.hidingSecrets(
            in: entries.flatMap(\.changes).map { change in
                ([change.domain], [change.difference])
            })
        var rest = shown.joined().makeIterator()
        return entries.map { entry in
            var entry = entry
            entry.records = []
            var hidden = entry
            for index in entry.changes.indices {
                guard let difference = rest.next() else { break }
                (hidden.changes[index].old, hidden.changes[index].new) = (difference.old, difference.new)
            }
            if hidden == entry { return entry }
            let names =
                verbs()
                + entry.changes.flatMap { change in
                    [change.domain.spelling, change.domain.description, change.path.description]
                        + change.path.components
                }
            let known = Set(names.map { ExactName($0) })
            hidden.command = entry.command.map { known.contains(ExactName($0)) ? $0 : ValueText.line(for: .hidden) }
            return hidden
        }
    }
}
