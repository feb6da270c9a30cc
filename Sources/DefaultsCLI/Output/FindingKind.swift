import DefaultsCore
import PropertyList

/// The kinds of finding of `check`, by the names that options and programs use.
enum FindingKind: String, CaseIterable, Sendable {
    case unreadable
    case unreadableByFoundation = "unreadable-by-foundation"
    case unreadableByUserDefaults = "unreadable-by-user-defaults"
    case substitution
    case duplicateKey = "duplicate-key"
    case controlCharacters = "control-characters"
    case equivalentKeys = "equivalent-keys"
    case looseMode = "loose-mode"
    case hardLinks = "hard-links"
    case strayGlobalDomain = "stray-global-domain"
    case leftover
    case leftoverLock = "leftover-lock"
    case foreignHost = "foreign-host"
    case noKeys = "no-keys"
    case danglingLink = "dangling-link"
    case caseVariant = "case-variant"
    case nameNotUTF8 = "name-not-utf8"

    /// The kind of a finding.
    init(_ kind: DomainFinding.Kind) {
        switch kind {
        case .unreadable: self = .unreadable
        case .unreadableByFoundation: self = .unreadableByFoundation
        case .unreadableByUserDefaults: self = .unreadableByUserDefaults
        case .substitution: self = .substitution
        case .duplicateKey: self = .duplicateKey
        case .controlCharacters: self = .controlCharacters
        case .equivalentKeys: self = .equivalentKeys
        case .looseMode: self = .looseMode
        case .hardLinks: self = .hardLinks
        case .strayGlobalDomain: self = .strayGlobalDomain
        case .leftover: self = .leftover
        case .leftoverLock: self = .leftoverLock
        case .foreignHost: self = .foreignHost
        case .noKeys: self = .noKeys
        case .danglingLink: self = .danglingLink
        case .caseVariant: self = .caseVariant
        case .nameNotUTF8: self = .nameNotUTF8
        }
    }
}

extension DomainFinding.Kind {
    /// What `check` says of a file.
    var sentence: String {
        switch self {
        case .unreadable(let error):
            error.sentence
        case .unreadableByFoundation:
            "Foundation cannot read it, nor can programs that use UserDefaults"
        case .unreadableByUserDefaults(let found, let path):
            "programs that use UserDefaults take it for empty, because it holds "
                + (found?.description ?? "a reference of an archive")
                + (path.components.isEmpty ? "" : " at '\(path.description.excerpt)'")
        case .substitution(let substitution):
            "it holds \(substitution), so that it can be shown and not changed"
        case .duplicateKey(let path):
            "key '\(path.description.excerpt)' stands there more than once, and one of its values alone is ever seen"
        case .controlCharacters(let path):
            "'\(path.description.excerpt)' has control characters, which XML cannot hold for other programs"
        case .equivalentKeys(let path, let keys):
            "keys \(keys.prefix(4).map { Self.spelled($0, in: path) }.joined(separator: " and ")) look alike, "
                + "and Swift programs take them for one"
        case .looseMode(let mode):
            "its mode \(String(mode, radix: 8)) lets others in"
        case .hardLinks(let count):
            "it has \(count) names, of which a change reaches one"
        case .strayGlobalDomain:
            "nothing reads it; the global domain is .GlobalPreferences.plist"
        case .leftover:
            "it is of a writer that is at work or was stopped; the next change of its domain removes it"
        case .leftoverLock:
            "it is the lock of a writer that is at work or was stopped; after that it keeps nobody out, and can be removed"
        case .foreignHost:
            "it belongs to another host, and nothing reads it here"
        case .noKeys:
            "it has no keys, so that its domain does not exist"
        case .danglingLink(let destination):
            "it is a link to '\(destination)', which does not exist; so its domain does not exist"
        case .caseVariant(let other):
            "its name differs from '\(other)' only in the case or composition of letters; a Mac takes both for one domain"
        case .nameNotUTF8:
            "its name is not valid UTF-8, so that it is not a domain"
        }
    }

    /// A key with its place, and what it is made of, which its look does not tell.
    private static func spelled(_ key: String, in path: PropertyListPath) -> String {
        let place = PropertyListPath(path.components + [key])
        return "'\(place.description.excerpt)' (\(key.nonLossyASCII.excerpt))"
    }
}
