import DefaultsCore
import DefaultsState

/// The journal that a verb uses, and the entry that records what the verb changes.
///
/// It is a class because commands without a journal start faster: a copy of an optional structure looks up metadata.
final class Recording: Sendable {
    let journal: Journal
    let operation = RecordedOperation()

    init(in journal: Journal) {
        self.journal = journal
    }
}
