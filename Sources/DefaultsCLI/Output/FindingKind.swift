import DefaultsCore

/// The kinds of findings that `check` reports. The raw values are the names in options and in output for programs.
enum FindingKind: String, CaseIterable, Sendable {
    case unreadable
    case unreadableByFoundation = "unreadable-by-foundation"
    case unreadableByUserDefaults = "unreadable-by-user-defaults"
    case substitution
    case strayText = "stray-text"
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
    case missingKey = "missing-key"
    case surplusKey = "surplus-key"
    case schemaViolation = "schema-violation"
    case deprecatedKey = "deprecated-key"
    case invalidSchema = "invalid-schema"

    init(_ kind: DomainFinding.Kind) {
        switch kind {
        case .unreadable: self = .unreadable
        case .unreadableByFoundation: self = .unreadableByFoundation
        case .unreadableByUserDefaults: self = .unreadableByUserDefaults
        case .substitution(let substitution) where substitution.found == .trailingText: self = .strayText
        case .substitution: self = .substitution
        case .strayText: self = .strayText
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
        case .nameNotUTF8, .nameNotChecked: self = .nameNotUTF8
        case .missingKey: self = .missingKey
        case .surplusKey: self = .surplusKey
        case .schemaViolation, .unknownKey: self = .schemaViolation
        case .deprecatedKey: self = .deprecatedKey
        case .invalidSchema, .unusableSchema: self = .invalidSchema
        }
    }
}

extension DomainFinding {
    /// The sentence that `check` prints after the path and the line of the file.
    var sentence: String {
        var sentence = kind.sentence
        if case .byte? = position, let position, !sentence.contains(position.description) {
            sentence += "; it is \(position)"
        }
        if case .duplicateKey = kind, let otherPosition { sentence += "; the first is \(otherPosition)" }
        return sentence
    }
}

extension DomainFinding.Kind {
    /// The sentence without positions.
    var sentence: String {
        switch self {
        case .unreadable(let error):
            error.sentence
        case .unreadableByFoundation:
            "Foundation and programs that use UserDefaults cannot read the file"
        case .unreadableByUserDefaults(let found, let path):
            "programs that use UserDefaults treat the file as empty, because it contains "
                + (found?.description ?? "a reference of an archive")
                + (path.components.isEmpty ? "" : " at '\(path.description.excerpt)'")
        case .substitution(let substitution):
            "the file contains \(substitution); it can be printed but not changed"
        case .strayText(let isAtEnd, _):
            isAtEnd
                ? "NUL characters follow the end, which other programs do not accept"
                : "the XML declaration is not at the beginning, which other programs do not accept"
        case .duplicateKey(let path):
            "key '\(path.description.excerpt)' occurs more than once; only one of its values is used"
        case .controlCharacters(let path):
            "'\(path.description.excerpt)' contains control characters, which other programs do not accept in XML"
        case .equivalentKeys(let path, let keys):
            "keys \(keys.prefix(4).map { Self.spelled($0, in: path) }.joined(separator: " and ")) look alike; "
                + "Swift programs treat them as one key"
        case .looseMode(let mode):
            "other users have access (mode \(String(mode, radix: 8)))"
        case .hardLinks(let count):
            "the file has \(count) hard links; a change affects only one of them"
        case .strayGlobalDomain:
            "no program reads the file; the global domain is .GlobalPreferences.plist"
        case .leftover:
            "temporary file of a running or interrupted write; the next change of the domain removes it"
        case .leftoverLock:
            "lock file of a running or interrupted write; without a running write it has no effect and can be removed"
        case .foreignHost:
            "the file belongs to another host and is not read on this host"
        case .noKeys:
            "the file has no keys; its domain does not exist"
        case .danglingLink(let destination):
            "the link leads to '\(destination)', which does not exist; the domain does not exist"
        case .caseVariant(let other):
            "the name differs from '\(other)' only in the case or composition of letters; "
                + "macOS treats both as one domain"
        case .nameNotUTF8:
            "the name is not valid UTF-8; the file is not a domain"
        case .nameNotChecked:
            "the name is not valid UTF-8; the file or folder was not checked"
        case .missingKey(let path, let reference):
            "key '\(path.description.excerpt)' of '\(reference)' is missing"
        case .surplusKey(let path, let reference):
            "key '\(path.description.excerpt)' is missing in '\(reference)'"
        case .schemaViolation(let clause, _), .unknownKey(let clause, _), .invalidSchema(let clause, _):
            clause
        case .deprecatedKey(let path, let advice):
            "key '\(path.description.excerpt)' is deprecated" + (advice.map { ": \($0.excerpt)" } ?? "")
        case .unusableSchema(let clause):
            clause + "; values were not compared with this schema"
        }
    }

    /// Returns the path of a key, and the key with escapes. The escapes distinguish keys that look the same.
    private static func spelled(_ key: String, in path: PropertyListPath) -> String {
        let place = path.appending(key)
        return "'\(place.description.excerpt)' (\(key.nonLossyASCII.excerpt))"
    }
}
