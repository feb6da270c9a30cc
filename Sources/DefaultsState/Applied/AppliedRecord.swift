package import DefaultsCore

/// The record of an identifier: the values that state documents have set under it, and the earlier values to restore.
///
/// For each path that the last document listed, the record keeps the value before the first document and the value that
/// was applied.
package struct AppliedRecord: Hashable, Sendable {
    /// The version of the record's form. A record of a newer version is not used.
    static let schema: PropertyListInteger = 1

    /// A path that an identifier owns.
    package struct OwnedPath: Hashable, Sendable {
        /// The edit that restores the value before the first document.
        var restoration: KeyEdit
        /// The applied values that the path can have, where `nil` means no value. The last element is the value that
        /// the last document requires. Other elements exist only while documents are applied, and after an
        /// interruption.
        var applied: [PropertyListValue?]

        /// The keys that lead to the value.
        package var path: PropertyListPath { restoration.path }
    }

    /// The paths that an identifier owns in one domain.
    package struct OwnedDomain: Hashable, Sendable {
        /// The domain.
        package var domain: Domain
        /// The owned paths, in order. In a complete record, no path begins with another one.
        package var paths: [OwnedPath] = []
        /// The edits that restore the values before the dictionaries that were created to contain applied values, in
        /// the order of their paths. Each is made when the dictionary becomes empty.
        var dictionaries: [KeyEdit] = []

        /// Whether nothing is owned.
        var isEmpty: Bool { paths.isEmpty && dictionaries.isEmpty }
    }

    /// The identifier under which the documents were applied.
    let identifier: String
    /// Whether the last run was completed. If not, applying documents under the same identifier completes it, and
    /// removing the identifier reverts it.
    package var isComplete = true
    /// The domains, in the order of their names.
    package var domains: [OwnedDomain] = []

    /// Whether nothing is owned. An empty record is equivalent to no record.
    var isEmpty: Bool { domains.isEmpty }

    /// The maximum number of characters of an identifier. The name of the record's file contains the identifier.
    package static let maximumIdentifierLength = 194

    /// Returns whether a text can be an identifier: at most ``maximumIdentifierLength`` ASCII letters, digits, `.`, `_`
    /// and `-`, of which the first is a letter or digit.
    package static func isIdentifier(_ text: String) -> Bool {
        func isAlphanumeric(_ byte: UInt8) -> Bool {
            byte.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        guard let first = text.utf8.first, isAlphanumeric(first), text.utf8.count <= maximumIdentifierLength else {
            return false
        }
        return text.utf8.allSatisfy { isAlphanumeric($0) || "._-".utf8.contains($0) }
    }
}

extension AppliedRecord.OwnedPath {
    /// The comparison of a present value with the value that the last document requires.
    package enum Status: String, Sendable {
        /// The value is the required one.
        case applied
        /// The value differs from the required one.
        case changed
        /// There is no value, but the document requires a value.
        case gone
    }

    /// Returns whether contents have the value that the last document requires.
    package func status(in contents: PropertyListDictionary) -> Status {
        let present = contents.value(atKeys: path)
        if present == applied.last { return .applied }
        return present == nil ? .gone : .changed
    }
}
