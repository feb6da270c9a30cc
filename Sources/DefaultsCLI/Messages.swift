import DefaultsCore
import PropertyList

/// Every sentence the command says, but for the causes that the library's errors bring with them.
///
/// Scripts match on Apple's words, such as `does not exist`; those are kept, on one line and without date or process number.
extension CommandError {
    /// What is said on standard error after `defaults: `; nil where nothing is, because nobody listens.
    var message: String? {
        switch self {
        case .noVerb:
            nil  // the usage text is shown instead
        case .argumentNotUTF8(let position):
            "argument \(position) is not valid UTF-8"
        case .variableNotUTF8(let name):
            "variable \(name) is not valid UTF-8"
        case .unknownVerb(let verb, let suggestion):
            "unknown verb '\(verb)'; \(Self.advice(suggestion, onVerb: nil))"
        case .unknownOption(let option, let verb, let suggestion):
            "unknown option '\(option)'; \(Self.advice(suggestion, onVerb: verb))"
        case .optionNotForVerb(let option, let verb, let suggestion):
            "option '\(option)' does not apply to verb '\(verb)'; \(Self.advice(suggestion, onVerb: verb))"
        case .optionWithoutEffect(let option, let subject):
            "option '\(option)' has no effect on \(subject)"
        case .misplacedOption(let option):
            "option '\(option)' must stand before the first operand"
        case .optionInValue(let option, let hasPath):
            "'\(option)' must stand before the \(hasPath ? "domain" : "key"); to store it, use -string '\(option)'"
        case .optionInPlaceOfValue(let word, let option):
            "option '\(option)' needs a value; to use '\(word)' as the value, write '\(option)=\(word)'"
        case .flagInPlaceOfKey(let flag):
            "'\(flag)' is a type flag, and the key before it is missing; to use it as a key, put '--' before it"
        case .misspelledFlag(let word, let suggestion):
            "unknown type flag '\(word)'; did you mean '\(suggestion)'? To store it as a string, use -string '\(word)'"
        case .surplusOperand(let word, let verb):
            "unexpected operand '\(word)'; see 'defaults help \(verb)'"
        case .unknownFindingKind(let name, let suggestion):
            "unknown kind of finding '\(name)'; "
                + (suggestion.map { "did you mean '\($0)'?" } ?? "see FINDINGS in 'man defaults-formats'")
        case .missingOptionValue(let option):
            "option '\(option)' needs a value"
        case .invalidOptionValue(let option, let value, let expected):
            "option '\(option)' takes \(expected), not '\(value)'"
        case .exclusiveOptions(let first, let second):
            "options '\(first)' and '\(second)' exclude each other"
        case .optionNeedsOption(let option, let other):
            "option '\(option)' needs option '\(other)'"
        case .invalidKeyPath(let text):
            "'\(text)' is not a key path: a backslash stands before a dot or another backslash"
        case .cannotInsert:
            "option '--insert' takes a single value"
        case .noInput(let flag):
            "'\(flag)' takes its values from the command line"
        case .notComparable:
            "a folder can be compared with a folder only"
        case .inputTwice:
            "standard input can be one of the operands only"
        case .noCommands(let text):
            "no commands can change '\(text)'; the first operand must be a domain or the property list file of one"
        case .invalidGlob(let option, let text):
            "option '\(option)' takes a key path or a pattern, not '\(text)': "
                + "a backslash stands before '.', '\\' or '*', and '**' between dots"
        case .operandMissing(let path):
            "'\(path)' does not exist; option '\(Option.allowMissing.name)' compares it as empty"
        case .nothingToCompare(let first, let second):
            "neither '\(first)' nor '\(second)' exists; there is nothing to compare"
        case .unexpectedOptionValue(let option):
            "option '\(option)' takes no value"
        case .invalidLockTimeout(let text):
            "option '--lock-timeout' takes a number of seconds, not '\(text)'"
        case .valuesNotRevealed(let text):
            "\(text) shows the values of the keyring; add option '--reveal' if it shall"
        case .valueInArguments:
            "everybody can see the words of a command line, which is no place for a value of the keyring; use '--stdin' or '--value-file'"
        case .wrongOperands(let synopses):
            "it is called as \(synopses.map { "'defaults \($0)'" }.joined(separator: " or "))"
        case .missingOperand(let flag):
            "'\(flag)' needs a value after it"
        case .invalidOperand(let operand, let flag, let expected):
            "'\(flag)' takes \(expected), not '\(operand)'"

        case .domainDoesNotExist(let domain):
            "Domain \(domain) does not exist"
        case .pairDoesNotExist(let domain, let key):
            "The domain/default pair of (\(domain), \(key)) does not exist"
        case .domainNotFound(let domain):
            "Domain (\(domain)) not found. Defaults have not been changed."
        case .keyNotFound(let domain, let key):
            "Domain (\(domain)) not found: it has no key (\(key)). Defaults have not been changed."
        case .domainToExportDoesNotExist(let domain):
            "The domain \(domain) does not exist"
        case .keyToRenameDoesNotExist(let domain, let key):
            "Key \(key) does not exist in domain \(domain); leaving defaults unchanged"
        case .pathLeadsNowhere(let error):
            "\(Self.capitalized(error.description)); leaving defaults unchanged"
        case .noRawBytes(let type):
            "Value is \(type.withArticle); option '--raw' prints a string, data or another single value"
        case .ambiguousList(let terminator):
            terminator == 0
                ? "A value holds a NUL, which would end it; use '--json'"
                : "A value holds a newline, which would end it; use '-0' or '--json'"
        case .ambiguousNames(let first, let second):
            "Keys \(first) and \(second) make the same name; read one of them alone"
        case .notAnArray(let key):
            "Value for key \(key) is not an array; cannot append.  Leaving defaults unchanged."
        case .notADictionary(let key):
            "Value for key \(key) is not a dictionary; cannot append.  Leaving defaults unchanged."
        case .applicationNotFound(let name):
            "Couldn't find an application named \"\(name)\"; defaults unchanged"
        case .applicationNotOpened(let path):
            "Couldn't open application \(path); defaults unchanged"
        case .applicationWithoutDomain(let path):
            "Can't determine domain name for application \(path); defaults unchanged"
        case .applicationDomainNotPlain(let path, let name):
            "Application \(path) names the domain '\(name.excerpt)', which is not a plain name; "
                + "name the domain itself to use it. Defaults have not been changed."
        case .nothingFound(let word):
            "No domain, key, nor value containing '\(word)'"

        case .migrationKept(let old, let new, _):
            "Key \(new) exists already; leaving it and key \(old) as they are"
        case .migrationLeft(let old, let domain):
            "Key \(old) of domain \(domain) has changed since it was migrated; leaving it"
        case .notAMapping(let word):
            "'\(word)' is not NEW=OLD"
        case .unknownMappingType(let name):
            "'\(name)' is not a type; a key with a colon in it has another one at its end"
        case .invalidEpoch(let text):
            "variable SOURCE_DATE_EPOCH takes a number of seconds, not '\(text)'"
        case .malformedMap(let path, let key, let problem):
            "Entry \(key) of the map \(path) \(problem). Defaults have not been changed."
        case .migration(let error):
            Self.sentence(error)

        case .notParsed(let text):
            "Could not parse: \(text).  To store it as a string, use -string."
        case .domainNotParsed(let text):
            "Could not parse: \(text).  Write a dictionary as { key = value; }."
        case .representationNotADictionary:
            "Rep argument is not a dictionary. Defaults have not been changed."
        case .unexpectedArgument(let argument):
            "Unexpected argument \(argument); leaving defaults unchanged."
        case .nestedComposite:
            "Cannot nest composite types (arrays and dictionaries); exiting"
        case .keyNotAString:
            "Dictionary keys must be strings"
        case .keyLacksValue(let key):
            "Key \(key) lacks a corresponding value"

        case .noPathToRead:
            "Need a path to read from"
        case .noPathToWrite:
            "Need a path to write to"
        case .notImported(let path, let error):
            "Could not parse property list from \(path) due to \(Self.cause(error))"
        case .notImportedFaithfully(let path, let substitutions):
            "Could not parse property list from \(path) due to \(Self.list(substitutions)), which cannot be kept"
        case .importNotADictionary(let path):
            "Property list \(path) was not a dictionary. Defaults have not been changed."
        case .inputNotRead(let path, let error):
            "Could not read data from \(path): \(error.sentence)"
        case .notExported(let domain, let path, let error):
            "Could not export domain \(domain) to \(path) due to an error: \(error.sentence)"
        case .notEncoded(let domain, let error):
            "Could not export domain \(domain): \(error)"
        case .notExact(let format):
            "\(format) cannot hold the value exactly; use binary or JSON"
        case .notPrinted(let error):
            "cannot print the value: \(error)"
        case .inputNotUTF8(let path):
            "Could not read data from \(path): it is not valid UTF-8"
        case .inputNotAccepted(let path, let flag, let expected):
            "Could not read data from \(path): '\(flag)' takes \(expected)"

        case .notWritten(let domain, let error):
            "Could not write domain \(domain); exiting: \(error.sentence)"
        case .notReadToWrite(let domain, let error):
            "Could not write domain \(domain); exiting: \(error.sentence); "
                + "'delete --force' removes it, 'import --replace --force' replaces it"
        case .preferences(let error):
            error.sentence
        case .shownWithSubstitutions(let domain, let substitutions):
            "Domain \(domain) holds \(Self.list(substitutions)), which \(Self.showing(substitutions))"
        case .outputFailed(let error):
            error.isBrokenPipe ? nil : "cannot write the output: \(error)"
        case .fileNameNotUTF8(let path):
            "the name of '\(path)' is not valid UTF-8, so that it is not a domain"
        case .outputFailedAfterChange(let error):
            "cannot write the output: \(error); the change has been made"
        case .withheld:
            "the command failed; the reason is not shown, because it may quote values of the keyring"
        }
    }

    private static func sentence(_ error: MigrationError) -> String {
        switch error {
        case .noIdentifier, .registeredTwice, .sameTarget, .overlappingSources, .notIntoKeyring, .reservedKey:
            error.description
        case .oldKeysNotRemoved: capitalized(error.description)
        case .wrongType, .notConvertible, .conflict, .elementOfArray, .place, .damagedRecord, .notApplied,
            .changedSince, .occupied, .domainNotNamed, .notTakenFrom:
            "\(capitalized(error.description)); leaving defaults unchanged"
        }
    }

    /// The clause as the beginning of a sentence.
    private static func capitalized(_ clause: String) -> String {
        clause.prefix(1).uppercased() + clause.dropFirst()
    }

    /// What may have been meant or, without a guess, where to look.
    private static func advice(_ suggestion: String?, onVerb verb: String?) -> String {
        suggestion.map { "did you mean '\($0)'?" } ?? "see 'defaults help\(verb.map { " " + $0 } ?? "")'"
    }

    private static func cause(_ error: PropertyListError) -> String {
        switch error {
        case .empty: "its being empty"
        case .unrecognized: "its being no property list"
        default: error.description
        }
    }

    /// How what no value can hold is shown.
    private static func showing(_ substitutions: [PropertyListSubstitution]) -> String {
        substitutions.allSatisfy { $0.found == .trailingText } ? "is not shown" : "can only be shown as something else"
    }

    private static func list(_ substitutions: [PropertyListSubstitution]) -> String {
        substitutions.prefix(3).map(\.description).joined(separator: ", ") + (substitutions.count > 3 ? ", …" : "")
    }
}

extension PreferencesError {
    /// What happened, and what to do about it where an option does.
    fileprivate var sentence: String {
        if case .tooLarge = self { return "\(self); option '\(Option.maxSize.name)' raises the limit" }
        return description
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
