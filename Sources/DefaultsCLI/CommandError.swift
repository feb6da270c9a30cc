import DefaultsCore
import PropertyList

/// What keeps the command from doing what it was asked to, as data. `Messages.swift` has the sentences.
enum CommandError: Error {
    // The command was not called as it should be.
    case noVerb
    case argumentNotUTF8(position: Int)
    case variableNotUTF8(String)
    case unknownVerb(String, suggestion: String?)
    case unknownOption(String, verb: String?, suggestion: String?)
    case optionNotForVerb(String, verb: String, suggestion: String?)
    case optionWithoutEffect(String, on: String)
    case misplacedOption(String)
    case optionInValue(String, hasPath: Bool)
    case optionInPlaceOfValue(String, of: String)
    case flagInPlaceOfKey(String)
    case misspelledFlag(String, suggestion: String)
    case surplusOperand(String, verb: String)
    case missingOptionValue(String)
    case unknownFindingKind(String, suggestion: String?)
    case invalidOptionValue(String, String, expected: String)
    case exclusiveOptions(String, String)
    case optionNeedsOption(String, String)
    case invalidKeyPath(String)
    case cannotInsert
    case noInput(forFlag: String)
    case notComparable
    case inputTwice
    case noCommands(for: String)
    case invalidGlob(String, String)
    case unexpectedOptionValue(String)
    case invalidLockTimeout(String)
    case valuesNotRevealed(by: String)
    case valueInArguments
    case wrongOperands(synopses: [String])
    case missingOperand(ofFlag: String)
    case invalidOperand(String, ofFlag: String, expected: String)

    // The answer is no.
    case domainDoesNotExist(String)
    case pairDoesNotExist(domain: String, key: String)
    case domainNotFound(String)
    case keyNotFound(domain: String, key: String)
    case domainToExportDoesNotExist(String)
    case keyToRenameDoesNotExist(domain: String, key: String)
    case pathLeadsNowhere(PropertyListPathError)
    case noRawBytes(PropertyListType)
    case ambiguousList(terminator: UInt8)
    case ambiguousNames(String, String)
    case notAnArray(key: String)
    case notADictionary(key: String)
    case applicationNotFound(String)
    case applicationNotOpened(String)
    case applicationWithoutDomain(String)
    case applicationDomainNotPlain(String, String)
    case nothingFound(String)
    case migrationKept(old: PropertyListPath, new: PropertyListPath, domain: Domain)
    case migrationLeft(old: PropertyListPath, domain: Domain)

    // Migration.
    case notAMapping(String)
    case unknownMappingType(String)
    case invalidEpoch(String)
    case malformedMap(path: String, key: String, problem: String)
    case migration(MigrationError)

    // A value was not accepted.
    case notParsed(String)
    case domainNotParsed(String)
    case representationNotADictionary
    case unexpectedArgument(String)
    case nestedComposite
    case keyNotAString
    case keyLacksValue(String)

    // Import and export.
    case noPathToRead
    case noPathToWrite
    case notImported(path: String, PropertyListError)
    case notImportedFaithfully(path: String, [PropertyListSubstitution])
    case importNotADictionary(path: String)
    case operandMissing(String)
    case nothingToCompare(String, String)
    case inputNotRead(path: String, PreferencesError)
    case notExported(domain: String, path: String, PreferencesError)
    case notEncoded(domain: String, PropertyListError)
    case notExact(in: String)
    case notPrinted(PropertyListError)
    case inputNotUTF8(path: String)
    case inputNotAccepted(path: String, flag: String, expected: String)

    // Files and streams.
    case fileNameNotUTF8(path: String)
    case notWritten(domain: String, PreferencesError)
    case preferences(PreferencesError)
    case notReadToWrite(domain: String, PreferencesError)
    case shownWithSubstitutions(domain: String, [PropertyListSubstitution])
    case outputFailed(SystemError)
    case outputFailedAfterChange(SystemError)
    /// An error that may quote values which are not to be shown.
    case withheld(ExitStatus)
}

extension CommandError {
    /// The error for what could be a domain and is not usable as one.
    init(obstacle: PreferencesError) {
        if case .system(_, let path, let error) = obstacle, error.isInvalidName {
            self = .fileNameNotUTF8(path: path)
        } else {
            self = .preferences(obstacle)
        }
    }
}

extension CommandError {
    /// The status the command ends with.
    var status: ExitStatus {
        switch self {
        case .unknownFindingKind, .noVerb, .argumentNotUTF8, .variableNotUTF8, .unknownVerb, .unknownOption,
            .missingOptionValue,
            .optionNotForVerb, .optionWithoutEffect, .misplacedOption, .optionInValue, .optionInPlaceOfValue,
            .flagInPlaceOfKey, .misspelledFlag, .surplusOperand, .unexpectedOptionValue,
            .invalidOptionValue, .exclusiveOptions, .optionNeedsOption, .invalidKeyPath, .cannotInsert, .noInput,
            .notComparable, .inputTwice, .noCommands, .invalidGlob, .invalidLockTimeout, .valuesNotRevealed,
            .valueInArguments, .wrongOperands,
            .missingOperand, .invalidOperand:
            .usage
        case .notAMapping, .unknownMappingType, .invalidEpoch:
            .usage
        case .nothingFound, .migrationKept, .migrationLeft:
            .success
        case .pathLeadsNowhere(.tooLong):
            .invalidData
        case .domainDoesNotExist, .pairDoesNotExist, .domainNotFound, .keyNotFound, .domainToExportDoesNotExist,
            .keyToRenameDoesNotExist, .pathLeadsNowhere, .noRawBytes, .ambiguousList, .ambiguousNames, .notAnArray,
            .notADictionary, .applicationNotFound, .applicationNotOpened,
            .applicationWithoutDomain,
            .notParsed, .domainNotParsed, .representationNotADictionary, .unexpectedArgument, .nestedComposite,
            .keyNotAString,
            .keyLacksValue,
            .noPathToRead, .noPathToWrite:
            .negative
        case .notImported(_, .outOfMemory):
            .outOfMemory
        case .notImported, .notImportedFaithfully, .importNotADictionary, .notEncoded, .notExact, .notPrinted,
            .applicationDomainNotPlain, .inputNotUTF8, .inputNotAccepted, .shownWithSubstitutions, .malformedMap:
            .invalidData
        case .inputNotRead(_, let error), .notExported(_, _, let error), .notWritten(_, let error),
            .notReadToWrite(_, let error), .preferences(let error):
            error.status
        case .migration(let error):
            error.status
        case .fileNameNotUTF8:
            .invalidData
        case .outputFailed, .outputFailedAfterChange, .operandMissing, .nothingToCompare:
            .inputOutput
        case .withheld(let status):
            status
        }
    }
}

extension CommandError {
    /// The same error without what it quotes of documents. An error that may quote some, or is not listed here, is withheld.
    var withoutContents: CommandError {
        withoutContentsIfKnown ?? .withheld(status)
    }

    private var withoutContentsIfKnown: CommandError? {
        switch self {
        case .notImported(let path, let error): .notImported(path: path, error.withoutContents)
        case .notPrinted(let error): .notPrinted(error.withoutContents)
        case .notEncoded(let domain, let error): .notEncoded(domain: domain, error.withoutContents)
        case .inputNotRead(let path, let error): error.withoutContents.map { .inputNotRead(path: path, $0) }
        case .notExported(let domain, let path, let error):
            error.withoutContents.map { .notExported(domain: domain, path: path, $0) }
        case .notWritten(let domain, let error): error.withoutContents.map { .notWritten(domain: domain, $0) }
        case .notReadToWrite(let domain, let error):
            error.withoutContents.map { .notReadToWrite(domain: domain, $0) }
        case .preferences(let error): error.withoutContents.map { .preferences($0) }
        case .migration(let error): error.withoutContents.map { .migration($0) }
        default: quotesNoContents ? self : nil
        }
    }

    /// Whether an error quotes names, keys, paths, types and options alone.
    private var quotesNoContents: Bool {
        switch self {
        case .noVerb, .argumentNotUTF8, .variableNotUTF8, .unknownVerb, .unknownOption, .missingOptionValue,
            .invalidOptionValue, .exclusiveOptions, .optionNeedsOption, .invalidKeyPath, .cannotInsert, .noInput,
            .notComparable, .unexpectedOptionValue, .invalidLockTimeout, .valuesNotRevealed, .valueInArguments,
            .wrongOperands, .missingOperand, .optionNotForVerb, .optionWithoutEffect, .misplacedOption,
            .optionInPlaceOfValue, .flagInPlaceOfKey, .surplusOperand:
            true
        case .domainDoesNotExist, .pairDoesNotExist, .domainNotFound, .keyNotFound, .domainToExportDoesNotExist,
            .keyToRenameDoesNotExist, .pathLeadsNowhere, .noRawBytes, .ambiguousList, .ambiguousNames, .notAnArray,
            .notADictionary, .applicationNotFound, .applicationNotOpened, .applicationWithoutDomain,
            .applicationDomainNotPlain, .nothingFound, .migrationKept, .migrationLeft, .notAMapping,
            .unknownMappingType, .invalidEpoch, .malformedMap:
            true
        case .representationNotADictionary, .noPathToRead, .noPathToWrite, .notImportedFaithfully,
            .importNotADictionary, .notExact, .inputNotUTF8, .inputNotAccepted, .shownWithSubstitutions,
            .outputFailed, .outputFailedAfterChange, .withheld, .fileNameNotUTF8, .unknownFindingKind:
            true
        default:
            false
        }
    }
}

extension PreferencesError {
    /// The same error without what it quotes of documents; `nil` if it is not known which part that is.
    fileprivate var withoutContents: PreferencesError? {
        switch self {
        case .unreadable(let path, let error): .unreadable(path: path, error.withoutContents)
        case .unstorable(let path, let error): .unstorable(path: path, error.withoutContents)
        case .invalidName, .notRegularFile, .tooLarge, .unfaithful, .notWritable, .ownerNotKept, .nameTaken,
            .notPrivate, .notDurable, .partlyChanged, .lockTimedOut, .nestedUpdate, .noKeyring, .tooLargeForKeyring,
            .notKept, .outcomeUnknown, .system:
            self
        @unknown default: nil
        }
    }
}

extension MigrationError {
    /// The same error without what it quotes of documents; `nil` if it is not known which part that is.
    fileprivate var withoutContents: MigrationError? {
        switch self {
        case .oldKeysNotRemoved(let identifier, let error):
            error.withoutContents.map { .oldKeysNotRemoved(identifier, $0) }
        case .noIdentifier, .registeredTwice, .sameTarget, .overlappingSources, .notIntoKeyring, .reservedKey,
            .wrongType, .notConvertible, .conflict, .elementOfArray, .place, .damagedRecord, .notApplied,
            .changedSince, .occupied, .domainNotNamed, .notTakenFrom:
            self
        @unknown default: nil
        }
    }
}

extension MigrationError {
    fileprivate var status: ExitStatus {
        switch self {
        case .noIdentifier, .registeredTwice, .notIntoKeyring, .sameTarget, .overlappingSources, .reservedKey: .usage
        case .wrongType, .notConvertible, .conflict, .elementOfArray, .place, .notApplied, .changedSince, .occupied:
            .negative
        case .damagedRecord: .invalidData
        case .domainNotNamed: .permission
        case .notTakenFrom: .negative
        case .oldKeysNotRemoved(_, let error): error.status
        }
    }
}

extension PreferencesError {
    fileprivate var status: ExitStatus {
        switch self {
        case .invalidName: .usage
        case .noKeyring: .unavailable
        case .unreadable(_, .outOfMemory): .outOfMemory
        case .unreadable, .notRegularFile, .tooLarge, .unfaithful, .unstorable, .tooLargeForKeyring: .invalidData
        case .notWritable, .ownerNotKept, .notPrivate: .permission
        case .lockTimedOut: .lockTimeout
        case .notDurable, .partlyChanged, .nestedUpdate, .notKept, .outcomeUnknown: .inputOutput
        case .system(_, _, let error) where error.isOutOfMemory: .outOfMemory
        case .system(_, _, let error), .nameTaken(_, _, let error): error.isPermission ? .permission : .inputOutput
        }
    }
}
