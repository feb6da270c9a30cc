/// The limits of property lists that can be read or written.
///
/// Keys, strings, data and the number of keys have no limits of their own. The maximum file size is the caller's
/// choice; see the `sizeLimit` parameter of `FileDomainStore`.
package enum PropertyListLimits {
    /// The maximum number of nested containers, including the root. Foundation cannot read more.
    package static let depth = 512

    /// Returns the maximum number of values in a file.
    ///
    /// A binary file can refer to one object many times, so less than a kilobyte can stand for more values than fit in
    /// memory. A file without shared references contains fewer values than bytes.
    ///
    /// - Parameter count: The size of the file, in bytes.
    static func values(inBytes count: Int) -> Int {
        max(100_000, count)
    }

    /// Returns the maximum total size, in bytes, of the strings and data in a file. Short strings and data are not
    /// counted.
    ///
    /// For example, one megabyte of references to a string of 4 KB stands for a gigabyte of text.
    ///
    /// - Parameter count: The size of the file, in bytes.
    static func leafBytes(inBytes count: Int) -> Int {
        max(16 << 20, 4 * count)
    }
}
