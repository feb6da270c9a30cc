/// What a property list may not exceed, to be read or written.
///
/// Keys, strings, data and the number of keys have no limit of their own. How large a file is read is up to who reads it: of
/// `FileDomainStore`, a parameter says so.
public enum PropertyListLimits {
    /// How many containers may lie inside one another, the root counted. Foundation reads no more.
    public static let depth = 512

    /// How many values a file of so many bytes may unfold to.
    ///
    /// A binary file can refer to one object many times over, so that less than a kilobyte stands for more values than fit in
    /// memory. A file in which every value is there once holds less than one value a byte.
    public static func values(inBytes count: Int) -> Int {
        max(100_000, count)
    }

    /// To how many bytes the strings and the data of a file of so many bytes may unfold, short ones left out of account.
    ///
    /// A megabyte of references to one string of a page stands for a gigabyte of text.
    static func leafBytes(inBytes count: Int) -> Int {
        max(16 << 20, 4 * count)
    }
}
