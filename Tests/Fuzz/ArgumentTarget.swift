import DefaultsCore
import Foundation

@testable import DefaultsCLI
@testable import ToolSupport
@testable import PropertyList

/// Command lines: arguments with a NUL after each. The invocation is run on a domain in memory. An error must be one of
/// the command's, in one sentence.
extension FuzzTarget {
    static let arguments = FuzzTarget(
        name: "arguments", run: run,
        change: { bytes, random in
            let choice = random.below(4)
            var generator = CommandLineGenerator(random: random)
            switch choice {
            case 0: return nil
            case 1: return generator.change(of: bytes)
            default: return generator.commandLine()
            }
        })

    private static let standardInput = Array("{a = (1, {b = c;}); k = v;}".utf8)

    private static let streams = Streams(
        readInput: { _, _ in standardInput }, write: { _, _ in }, outputIsTerminal: false)

    private static func run(_ bytes: [UInt8]) -> Verdict {
        do {
            let invocation = try ArgumentReader.read(
                bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init), table: .standard)
            let input = Input(
                streams: streams, folders: DomainFolders(root: "/nowhere"), sizeLimit: invocation.options.sizeLimit,
                exists: { _ in true })
            let effect = try invocation.command.plan(invocation, input)
            try perform(effect, of: invocation)
            return .read
        } catch let error as CommandError {
            promise(error.status != .success, "an error that is none")
            let sentence = (error.message ?? "").escapingControlCharacters()
            promise(!sentence.utf8.contains(0x0A), "several lines: \(sentence)")
            return .refused
        } catch {
            fatalError("an error of another kind: \(error)")
        }
    }

    /// The verbs that only use the given store.
    private static let tame = ["read", "read-type", "domains", "find", "help", "diff"]

    private static func perform(_ effect: Effect, of invocation: Invocation) throws {
        switch effect {
        case .change(let changes, let domain, _, let refusal):
            var contents = contents
            do {
                try changes.apply(to: &contents)
            } catch {
                throw refusal(error)
            }
            _ = domain.title
        case .query(let answer):
            guard tame.contains(invocation.command.name), invocation.options.root == nil else { return }
            let variables: [String: String] = [:]
            let environment = ProcessEnvironment(variable: { variables[$0] }, accountHome: { "/nowhere" })
            let store = InMemoryDomainStore(domains)
            _ = try answer(
                Session(
                    store: store, makeFileStore: { store },
                    files: FileSession(
                        FileDomainStore(folders: DomainFolders(root: "/nowhere", environment: environment)), nil, nil),
                    streams: streams, options: invocation.options, journalFile: nil,
                    schemaSource: { _, _ in .installed([]) }, isColored: false, isErrorColored: false,
                    now: { Date(timeIntervalSince1970: 0) },
                    makeStore: { _ in store }, storeInRoot: { _ in store },
                    programs: Programs(run: { _, _ in 0 }, temporaryFolder: { "/nowhere" }, editor: { nil }),
                    verbs: { [] }))
        }
    }

    private static let contents: PropertyListDictionary = [
        "a": [1, 2.5, ["b": "c", "d": true]], "k": "v", "n": -7, "data": .data(Data([1, 2, 3])),
        "date": .date(Date(timeIntervalSince1970: 0)), "dictionary": ["": "empty", "x.y": [:]],
    ]

    private static let domains: [Domain: PropertyListDictionary] = {
        let domain = try? Domain("D")
        let other = try? Domain("com.example.E")
        return [domain, other].reduce(into: [.global: ["g": 1]]) { if let domain = $1 { $0[domain] = contents } }
    }()
}

/// A generator of command lines that are mostly valid.
private struct CommandLineGenerator {
    var random: Random

    private static let words = [
        "D", "com.example.E", "-g", "NSGlobalDomain", "-app", "E", "k", "a", "n", "a.2.b", "dictionary", "-", "-string",
        "-int", "-float", "-bool", "-date", "-data", "-array", "-dict", "-array-add", "-dict-add", "-array-remove",
        "42", "-1",
        "1e3",
        "yes", "0fbd", "2024-02-29T00:00:00Z", "{ a = b; }", "(1, 2)", "<plist><true/></plist>", "v", "", "é",
        "\\U00e9",
        "new=old:int", "--", "(", "\"", "..", "./x", "text", "json", "plain", "keep-new",
    ]

    mutating func commandLine() -> [UInt8] {
        let command = random.pick(CommandTable.standard.commands)
        var words = options(Option.overview, oneIn: 8)
        words.append(random.once(in: 6) ? random.pick(command.aliases + [command.name.uppercased()]) : command.name)
        words += options(command.ownOptions, oneIn: 2)
        if let form = command.forms.isEmpty ? nil : random.pick(command.forms) {
            words += form.synopsis.split(separator: " ").dropFirst().map { operand($0) }
        }
        return Self.bytes(of: words)
    }

    /// Returns a command line with one argument added, removed or replaced.
    mutating func change(of bytes: [UInt8]) -> [UInt8] {
        var words = bytes.split(separator: 0, omittingEmptySubsequences: false)
        let place = random.below(words.count + 1)
        switch random.below(3) {
        case 0: words.insert(Array(word().utf8)[...], at: place)
        case 1 where place < words.count: words.remove(at: place)
        case 2 where place < words.count: words[place] = Array(word().utf8)[...]
        default: words += options(CommandTable.standard.options, oneIn: 1).map { Array($0.utf8)[...] }
        }
        return Array(words.joined(separator: [0]))
    }

    private mutating func word() -> String {
        random.once(in: 3) ? random.pick(CommandTable.standard.options).name : random.pick(Self.words)
    }

    private mutating func options(_ options: [Option], oneIn count: Int) -> [String] {
        guard !options.isEmpty, random.once(in: count) else { return [] }
        let option = random.pick(options)
        guard let operand = option.operand else { return [option.name] }
        if operand.isOptional { return [random.once(in: 2) ? option.name : "\(option.name)=\(value())"] }
        return random.once(in: 2) ? [option.name, value()] : ["\(option.name)=\(value())"]
    }

    private mutating func value() -> String {
        random.once(in: 2) ? random.pick(["json", "plain", "k", "a.0", "text", "1"]) : random.pick(Self.words)
    }

    /// Returns an argument for an operand of a synopsis.
    private mutating func operand(_ name: Substring) -> String {
        if random.once(in: 12) { return word() }
        switch name {
        case "<domain>": return random.pick(["D", "com.example.E", "-g", "missing"])
        case "<key>", "<old_key>", "<new_key>": return random.pick(["k", "a", "n", "new"])
        case "<value>", "<domain_rep>": return random.pick(["v", "{ a = b; }", "(1, 2)", "42"])
        default: return name.hasPrefix("<") ? word() : String(name)
        }
    }

    private static func bytes(of words: [String]) -> [UInt8] {
        Array(words.map { Array($0.utf8) }.joined(separator: [0]))
    }
}
