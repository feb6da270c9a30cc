/// The parts of an update that a journal records in addition to the changes of the domains.
package struct JournalContext {
    /// The operation to which the update belongs, or `nil` if the update is an operation of its own.
    package var operation: RecordedOperation?
    /// The entries that the update undoes, the last one first, and the path of their journal.
    package var undone: (journal: String, numbers: [Int])?
    /// The domains that contain records of applied documents, and their contents before the operation. Their changes
    /// are recorded only together with changes of other domains or an undo.
    package var records: [(domain: Domain, old: PropertyListDictionary)] = []
}
