/// The entries of a journal that an update undoes.
package struct UndoneEntries {
    /// The path of the journal.
    package let journal: String
    /// The numbers of the entries, the last one first.
    package let numbers: [Int]

    package init(journal: String, numbers: [Int]) {
        (self.journal, self.numbers) = (journal, numbers)
    }
}
