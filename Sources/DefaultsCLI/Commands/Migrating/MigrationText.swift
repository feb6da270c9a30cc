import DefaultsCore
import DefaultsMigration
import PropertyList
import ToolSupport

enum MigrationText {
    static func line(for record: Migration.Record) -> String {
        let date = OldStyleWriter.text(of: record.date)
        let keys = record.steps.count
        return "\(record.identifier): \(record.state.rawValue), \(date), \(keys) key\(keys == 1 ? "" : "s")"
    }

    /// A line for each step, and a line for the outcome.
    static func text(of report: Migration.Report) -> String {
        let outcome =
            switch report.status {
            case .alreadyApplied: "already done"
            case .completed: "completed"
            case .nothingToDo: "nothing to do"
            case .applied: "done"
            case .rolledBack: "undone"
            }
        return (report.steps.map(line) + ["\(report.identifier): \(outcome)"]).map { $0 + "\n" }.joined()
    }

    private static func line(for step: Migration.Report.Step) -> String {
        let places = [step.old, step.effect == .restored ? nil : step.new].compactMap {
            $0?.description.escapingControlCharacters()
        }
        return "\(step.effect.rawValue) \(places.joined(separator: " -> "))"
    }
}
