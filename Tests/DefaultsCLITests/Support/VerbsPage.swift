import Foundation
import ToolSupport

@testable import DefaultsCLI

/// The source of the page `defaults-verbs(1)`, made from the table of verbs and options.
struct VerbsPage {
    private let verbs = HelpText.groups.flatMap(\.verbs)
    /// The options that several verbs have with the same documentation. The page describes them once.
    private let common: [Option]

    init() {
        var shared: [Option] = []
        let options = verbs.flatMap(\.groupedOptions)
        for option in options where !shared.contains(where: option.isDocumented) {
            if options.count(where: option.isDocumented) > 1 { shared.append(option) }
        }
        common = (shared + Option.universal).sorted { $0.sortedName < $1.sortedName }
    }

    var text: String {
        let parts = [Self.heading, Self.description, Self.rules, list(of: common), [".Sh VERBS"]]
        return (parts + verbs.map(section) + [Self.references]).flatMap { $0 }.joined(separator: "\n") + "\n"
    }

    private static let heading = [
        ".\\\" VerbsPageTests makes this page from the declarations of verbs and options. Do not edit it.",
        ".Dd November 25, 2026", ".Dt DEFAULTS-VERBS 1", ".Os defaults", ".Sh NAME", ".Nm defaults-verbs",
        ".Nd reference of the verbs of defaults",
    ]

    private static var description: [String] {
        [".Sh DESCRIPTION"]
            + prose(
                """
                This page describes the verbs of defaults(1) in the order of 'defaults help --all': their forms, their \
                options, and the statuses that mean more than in EXIT STATUS in defaults(1). 'defaults help VERB' \
                prints the same in short. Verbs are case-insensitive.
                """) + [".Pp"]
            + prose("The example of each verb begins with the following domain. The home folder is /home/me.")
            + display(
                """
                $ defaults write com.example.Editor FontSize -int 14
                $ defaults write com.example.Editor Files -array notes.txt todo.txt
                $ defaults write com.example.Editor Window -dict Width -int 800
                $ defaults write --path Window.Height com.example.Editor -int 600
                """)
    }

    private static var rules: [String] {
        [".Sh OPTIONS"]
            + prose(
                """
                Options may stand anywhere; options with one dash only before the first operand; after the key of \
                'write', every word is the value. The value of an option is the next argument, or follows '=' in the \
                same argument. An optional value can only follow '='. An unknown option is an error, and so is one \
                that has no effect on the verb. '--' ends the options: all further arguments are operands.
                """) + [".Pp"]
            + prose(
                """
                In the place of the key of 'write', an argument is an option only if this page lists it. In the value, \
                options that would change what is written, such as --dry-run, are refused. To store such a text, use \
                -string.
                """) + [".Pp"]
            + prose(
                """
                An operand that begins with a dash and is used as a domain is an error, unless that domain exists. \
                After '--', it is a domain in any case, but no domain with such a name is created. -currentHost, \
                -host, -app and -globalDomain can also be written with two dashes.
                """) + [".Pp"]
            + prose(
                """
                As in Apple's tool, read, read-type, import, export and domains ignore operands after those \
                that they use. They are an error if one of them is an option, and with options of the verb itself, \
                such as --path. Other verbs refuse such operands.
                """) + [".Ss Common options"]
            + prose(
                """
                Several verbs have these options. Each verb below names those that it has, besides --help and \
                --version, which all verbs have.
                """)
    }

    private static let references = [
        ".Sh SEE ALSO", ".Xr defaults 1 ,", ".Xr defaults-formats 5 ,", ".Xr defaults-compatibility 7",
    ]

    // MARK: - Verbs

    private func section(_ command: Command) -> [String] {
        let guide = command.guide
        let forms = command.forms.flatMap { [$0.synopsis] + ($0.pathSynopsis.map { [$0] } ?? []) }
        var lines = [".Ss \(command.name)", ".Bl -item -compact"]
        lines += forms.flatMap { [".It", "." + Self.macros($0)] } + [".El"]
        for paragraph in [guide.text] + guide.details { lines += [".Pp"] + Self.prose(paragraph) }
        let isCommon = { (option: Option) in common.contains(where: option.isDocumented) }
        let own = command.groupedOptions.filter { !isCommon($0) }
        if !own.isEmpty { lines += list(of: own) }
        lines += names(of: command.groupedOptions.filter(isCommon))
        let statuses = guide.statuses.map { "\($0.status.rawValue): \($0.meaning)" }
        if !statuses.isEmpty { lines += [".Pp"] + Self.prose("Exit status " + statuses.joined(separator: "; ") + ".") }
        let pages = guide.related.filter { $0.contains("(") && !"\(guide.details)".contains($0) }
        if !pages.isEmpty { lines += [".Pp"] + Self.prose("See \(pages.joined(separator: " and ")).") }
        guard let example = guide.example else { return lines }
        return lines + [".Pp"] + Self.prose(example.purpose + ":") + Self.display(example.transcript)
    }

    /// Returns a paragraph with the names of common options, and which of them require another option.
    private func names(of options: [Option]) -> [String] {
        let marked = options.map { option in
            let isUsual = option.neededOption == nil || option.fullDocumentation.contains("Requires")
            let needed = isUsual ? "" : " Pq with Fl \(option.neededOption?.dropFirst() ?? "")"
            return ".Fl \(option.name.dropFirst())\(needed)"
        }
        if marked.isEmpty { return [] }
        return [".Pp", "Common options:"] + marked.dropLast().map { $0 + " ," } + marked.suffix(1).map { $0 + " ." }
    }

    // MARK: - Options

    private func list(of options: [Option]) -> [String] {
        [".Bl -tag -width Ds"]
            + options.flatMap { [".It \(Self.macros($0.synopsis))"] + Self.prose($0.fullDocumentation) } + [".El"]
    }

    // MARK: - The language of the page

    /// Returns the macros for the words of a synopsis.
    private static func macros(_ synopsis: String) -> String {
        var macros: [String] = []
        var last = ""
        for match in synopsis.matches(of: /( *)(<[^>]*>|[\[\]|=]|\.\.\.|[^ <>\[\]|=.]+)/) {
            let token = String(match.2)
            if match.1.isEmpty, last != "", last != "[", token != "]" { macros.append("Ns") }
            switch token {
            case "[": macros.append("Oo")
            case "]": macros.append("Oc")
            case "|": macros.append("|")
            default:
                if token.hasPrefix("<") {
                    macros.append("Ar \(token.dropFirst().dropLast())")
                } else if token.hasPrefix("-") {
                    macros.append("Fl \(token.dropFirst().replacing(",", with: " ,"))")
                } else {
                    macros.append((last == "" ? "Cm " : "No ") + token)
                }
            }
            last = token
        }
        return macros.joined(separator: " ")
    }

    /// Returns lines of text: each sentence begins a line, and references to pages are macros.
    private static func prose(_ text: String) -> [String] {
        var lines: [String] = []
        var sentence: [String] = []
        let end = {
            lines += filled(sentence.joined(separator: " "))
            sentence = []
        }
        for word in text.split(separator: " ").map(String.init) {
            if let match = word.wholeMatch(of: /([-\w]+)\((\d)\)([.,;:]?)/) {
                end()
                lines.append(".Xr \(match.1) \(match.2)" + (match.3.isEmpty ? "" : " \(match.3)"))
                continue
            }
            sentence.append(escaped(word))
            if word.hasSuffix(".") { end() }
        }
        end()
        return lines
    }

    /// Returns the text in lines of at most 115 columns.
    private static func filled(_ text: String) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count < 115 {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// Returns a word with its special characters escaped. The hyphens of options and arguments are minus signs.
    private static func escaped(_ word: String) -> String {
        let text = literal(word)
        return word.hasPrefix("-") || word.hasPrefix("'-") ? text : text.replacing("\\-", with: "-")
    }

    /// Returns a display of lines as they are.
    private static func display(_ text: String) -> [String] {
        [".Bd -literal"] + text.components(separatedBy: "\n").map(literal) + [".Ed"]
    }

    /// Returns a line of a display with its special characters escaped.
    private static func literal(_ line: String) -> String {
        let characters = ["\\": "\\e", "-": "\\-", "'": "\\(aq", "~": "\\(ti", "^": "\\(ha", "`": "\\(ga"]
        let text = line.map { characters[String($0)] ?? String($0) }.joined()
        return text.hasPrefix(".") ? "\\&" + text : text
    }
}

extension Command {
    /// The options of the verb, except for those of every verb.
    fileprivate var groupedOptions: [Option] {
        options.filter { option in !Option.universal.contains { $0.name == option.name } }
    }
}

extension Option {
    fileprivate var sortedName: String { String(name.drop { $0 == "-" }) }

    /// Returns whether another option has the same name and documentation.
    fileprivate func isDocumented(as other: Option) -> Bool {
        synopsis == other.synopsis && ownDocumentation == other.ownDocumentation
    }

    /// The documentation with the words that the option accepts, and its former spellings.
    private var ownDocumentation: String {
        var text = documentation
        if case .word(let words)? = operand?.kind, words.count > 1, words.count < 8, !words.allSatisfy(text.contains) {
            text += " Accepts \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")."
        }
        return aliases.reduce(text) { $0 + " The former spelling \($1) is accepted." }
    }

    /// The documentation and, if it does not say so, the option that this one requires. The options for schemas are
    /// described without it, because the verbs say with which option they use schemas.
    fileprivate var fullDocumentation: String {
        guard let neededOption, name != Option.schema.name, name != Option.noSchema.name,
            !documentation.contains(neededOption)
        else { return ownDocumentation }
        return ownDocumentation + " Requires \(neededOption)."
    }
}
