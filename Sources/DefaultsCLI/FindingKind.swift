import DefaultsCore

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

    /// The kind of a name that was typed.
    init(named name: String) throws(CommandError) {
        guard let kind = Self(rawValue: name) else {
            let names = Self.allCases.map(\.rawValue)
            throw .unknownFindingKind(name, suggestion: Suggestion.nearest(to: name, among: names))
        }
        self = kind
    }
}
