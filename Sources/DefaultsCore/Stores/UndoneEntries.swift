/// The entries of a journal that an update takes back.
struct UndoneEntries {
    /// The path of the journal.
    let journal: String
    /// The numbers of the entries, the last one first.
    let numbers: [Int]
}
