import DefaultsCore

/// A problem, or a possible one, with the file of a domain.
struct DomainFinding: Hashable, Sendable {
    /// The path of the file, or of a folder that cannot be listed.
    let path: String
    /// The kind of finding.
    let kind: Kind
    /// The position in the file, or `nil` if the finding concerns the whole file.
    var position: PropertyListError.Position?
    /// The position of the other key: of the first occurrence of a duplicate key, or of the first of equivalent keys.
    var otherPosition: PropertyListError.Position?

    init(path: String, kind: Kind, position: PropertyListError.Position? = nil) {
        (self.path, self.kind, self.position) = (path, kind, position)
        if case .unreadable(let error) = kind, case .unreadable(_, let cause) = error.reason {
            self.position = cause.position
        } else if case .substitution(let substitution) = kind {
            self.position = substitution.position
        } else if case .strayText(_, let position) = kind {
            self.position = position
        }
    }

    /// The kinds of finding.
    enum Kind: Hashable, Sendable {
        /// The file cannot be read as a domain.
        case unreadable(PreferencesError)
        /// Foundation cannot read the file, and neither can a program that uses `UserDefaults`.
        case unreadableByFoundation
        /// Foundation reads the file, but `UserDefaults` shows no keys. The path is that of the first value that causes
        /// this: a null, a set or a key that is not a string. If `Found` is `nil`, the value is a reference of an
        /// archive.
        case unreadableByUserDefaults(PropertyListSubstitution.Found?, at: PropertyListPath)
        /// The file contains something that a value cannot represent. It can be read, but not changed.
        case substitution(PropertyListSubstitution)
        /// Something precedes the declaration of XML, or NULs follow its end. Foundation reads such a file, but most
        /// other programs do not.
        case strayText(isAtEnd: Bool, PropertyListError.Position)
        /// A key occurs twice. One of its values is ignored.
        case duplicateKey(PropertyListPath)
        /// A string or key has characters that XML does not allow. Other programs would refuse the file in XML format.
        case controlCharacters(PropertyListPath)
        /// Keys differ only in the composition of their characters. Swift considers them equal.
        case equivalentKeys(PropertyListPath, [String])
        /// The permissions of the file give rights to users other than the owner.
        case looseMode(UInt32)
        /// The file has this number of hard links. When it is replaced, the other links keep the old contents.
        case hardLinks(Int)
        /// The file is `NSGlobalDomain.plist`, which Foundation can write, but never reads.
        case strayGlobalDomain
        /// The file is the temporary file of a running or interrupted write. The next change of the domain removes it.
        case leftover
        /// A running or interrupted writer created the file, to lock it instead of the folder.
        case leftoverLock
        /// The file is in `ByHost`, but its name belongs to another host, whose domains Foundation does not read here.
        case foreignHost
        /// The file has no keys, so the domain does not exist.
        case noKeys
        /// The file is a symbolic link to something that does not exist. A change would create that file.
        case danglingLink(to: String)
        /// The name of the file differs from this one only in the case or the composition of its letters. A Mac
        /// considers both one domain.
        case caseVariant(of: String)
        /// The name of the file is not UTF-8, so it names no domain. The path has an escape for each invalid byte.
        case nameNotUTF8
        /// The name of a file or folder in a tree is not UTF-8, so it was not checked.
        case nameNotChecked
        /// A key of the reference is missing in the file. The text is the path of the reference.
        case missingKey(PropertyListPath, reference: String)
        /// A key of the file is missing in the reference. The text is the path of the reference.
        case surplusKey(PropertyListPath, reference: String)
        /// The schema of the domain refuses the value at the path, or requires one. The text is a clause with the path
        /// and the rule.
        case schemaViolation(String, at: PropertyListPath)
        /// The key is not in the schema of the domain, which allows no others. The text is as above.
        case unknownKey(String, at: PropertyListPath)
        /// The key is deprecated. The text says what to do instead.
        case deprecatedKey(PropertyListPath, advice: String?)
        /// The file is a schema with an error at the path. The text is a clause without a position.
        case invalidSchema(String, at: PropertyListPath)
        /// The file is the schema of a domain, but cannot be used, so the values of the domain were not compared. The
        /// text is a clause without a position.
        case unusableSchema(String)
    }
}
