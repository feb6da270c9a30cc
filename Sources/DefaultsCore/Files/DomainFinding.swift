package import PropertyList

/// Something about a domain's file that its owner may want to know.
package struct DomainFinding: Hashable, Sendable {
    /// The file; a folder where that cannot be looked into.
    package let path: String
    /// What there is to know.
    package let kind: Kind

    /// The kinds of finding.
    package enum Kind: Hashable, Sendable {
        /// The file cannot be read as a domain.
        case unreadable(PreferencesError)
        /// Foundation, and so a program that uses `UserDefaults`, cannot read the file.
        case unreadableByFoundation
        /// Foundation reads the file, and `UserDefaults` is empty nevertheless: a null or a key that is no string is in it, or, where nothing
        /// is found, a reference of an archive. The path is that of the first such value.
        case unreadableByUserDefaults(PropertyListSubstitution.Found?, at: PropertyListPath)
        /// The file holds what a value cannot: it can be shown, not changed.
        case substitution(PropertyListSubstitution)
        /// A key stands twice; one of the values is never seen.
        case duplicateKey(PropertyListPath)
        /// A string or key has characters that XML does not allow, so that other programs refuse the file as XML.
        case controlCharacters(PropertyListPath)
        /// Keys differ only in how their characters are composed. Swift takes them for one.
        case equivalentKeys(PropertyListPath, [String])
        /// Users other than the owner have rights, given as the file's permissions.
        case looseMode(UInt32)
        /// The file has so many names; replacing it leaves the others with the old contents.
        case hardLinks(Int)
        /// The file is `NSGlobalDomain.plist`, which Foundation writes in one place and reads in none.
        case strayGlobalDomain
        /// A writer that is at work, or was killed, made the file; a change removes it.
        case leftover
        /// A writer that is at work, or was killed, made the file to lock it in place of the folder.
        case leftoverLock
        /// The file lies in `ByHost`, and its name is that of no host's domain that Foundation reads here.
        case foreignHost
        /// The file has no keys, so that there is no domain.
        case noKeys
        /// In the file's place is a symbolic link to something that does not exist. A change would create it.
        case danglingLink(to: String)
        /// The file's name differs from this one only in the case or the composition of its letters. A Mac takes both for one domain.
        case caseVariant(of: String)
        /// The name of the file is not valid UTF-8, so that it is not the name of a domain. The path has escapes for the invalid bytes.
        case nameNotUTF8
    }
}
