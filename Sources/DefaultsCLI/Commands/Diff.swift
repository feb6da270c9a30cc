import DefaultsCore
import PropertyList

extension Command {
    /// `diff`: shows what differs between two domains, files or roots.
    static let diff = Command(
        name: "diff",
        forms: [
            Form(synopsis: "diff <domain> <domain>", summary: "shows how two domains differ"),
            Form(synopsis: "diff <folder> <folder>", summary: "shows how the domains of two roots differ"),
        ],
        options: [.json, .format, .ignore, .reveal],
        summaries: [.format: "chooses text, json or commands"],
        commonOptions: Option.ofReaders,
        domainCount: 2,
        plan: { invocation, input in
            let style = try DifferenceStyle(invocation.options)
            if style.isForPrograms {
                let format = invocation.options[.format].map { "option '--format \($0)'" }
                try invocation.requireReveal(for: format ?? "option '--json'")
            }
            var operands = Operands(of: invocation, input)
            let (old, new) = (try operands.comparable(), try operands.comparable())
            guard operands.isEmpty else { throw invocation.misuse }
            switch (old, new) {
            case (.domain(let old), .domain(let new)):
                return .query { session in
                    try show([try Comparison(of: old, with: new, in: session)], style: style, in: session)
                }
            case (.root(let old), .root(let new)):
                return .query { session in
                    let isComplete = try session.reportInvalidNames(inRoots: [old, new])
                    let status = try show(
                        try Comparison.all(inRoot: old, with: new, in: session), style: style, in: session)
                    return isComplete ? status : .invalidData
                }
            case (.domain, .root), (.root, .domain):
                throw CommandError.notComparable
            }
        })

    private enum DifferenceStyle {
        case text, json(isPlain: Bool), commands

        var isForPrograms: Bool {
            if case .text = self { false } else { true }
        }

        init(_ options: OptionValues) throws(CommandError) {
            try options.requireOne(of: [.json, .format])
            switch options[.format] {
            case nil: self = options.contains(.json) ? .json(isPlain: try OutputStyle.isPlain(options)) : .text
            case "text": self = .text
            case "json": self = .json(isPlain: false)
            case "commands": self = .commands
            case let other?:
                throw .invalidOptionValue(Option.format.rawValue, other, expected: "text, json or commands")
            }
        }
    }

    private static func show(
        _ comparisons: [Comparison], style: DifferenceStyle, in session: Session
    ) throws -> ExitStatus {
        let differing = comparisons.filter { !$0.differences.isEmpty }
        switch style {
        case .text:
            for comparison in differing {
                let title = comparison.title.map { "[\($0)]\n" } ?? ""
                try session.write(text: title + session.text(of: comparison.differences))
            }
        case .json(let isPlain):
            let differences = differing.flatMap(\.json)
            try session.show(["schema": 1, "differences": .array(differences)], as: .json(isPlain: isPlain))
        case .commands:
            for comparison in differing {
                var script = comparison.script
                script.isForTerminal = session.streams.outputIsTerminal
                try session.write(Array(script.text(from: comparison.old, to: comparison.new).utf8))
            }
        }
        return differing.isEmpty ? .success : .negative
    }
}

/// Two domains to be compared.
private struct Comparison {
    let old: PropertyListDictionary
    let new: PropertyListDictionary
    /// Makes of the first what the second is.
    let script: CommandScript
    /// What the domain is called, where there are several.
    let title: String?
    let differences: [PropertyListDifference]
    private let domain: Domain?

    var json: [PropertyListValue] { DifferenceText.json(of: differences, domain: domain) }

    init(of old: DomainArgument, with new: DomainArgument, in session: Session) throws(CommandError) {
        (self.old, self.new) = try Self.contents(
            of: (old.domain, session.store), with: (new.domain, session.store), session)
        differences = PropertyListDifference.between(self.old, self.new)
        script = CommandScript(
            options: session.invocation.placeWords, domain: old.operand,
            keepsValuesOffCommandLines: session.invocation.usesKeyring)
        title = nil
        domain = nil
    }

    private init(
        _ old: Domain, inRoot oldRoot: String, with new: Domain, inRoot newRoot: String, _ session: Session
    ) throws(CommandError) {
        (self.old, self.new) = try Self.contents(
            of: (old, session.storeInRoot(oldRoot)), with: (new, session.storeInRoot(newRoot)), session)
        differences = PropertyListDifference.between(self.old, self.new)
        let hostWords = old.host == .current ? [Option.currentHost.rawValue] : []
        script = CommandScript(
            options: session.invocation.keyringWords + [Option.root.rawValue, oldRoot] + hostWords,
            domain: old.description, keepsValuesOffCommandLines: session.invocation.usesKeyring)
        title = old.description + (old.host == .current ? ", current host" : "")
        domain = old
    }

    /// All the domains that one of the roots has, those of the current host after those of any.
    static func all(inRoot old: String, with new: String, in session: Session) throws(CommandError) -> [Comparison] {
        var comparisons: [Comparison] = []
        for host in [Domain.Host.any, .current] {
            for name in try names(inRoots: [old, new], host: host, session) {
                comparisons.append(
                    try Comparison(
                        try domain(name, inRoot: old, host: host), inRoot: old,
                        with: try domain(name, inRoot: new, host: host), inRoot: new, session))
            }
        }
        return comparisons
    }

    /// What the domains of the roots are called; one that is addressed by its path, by that path from the root on.
    private static func names(
        inRoots roots: [String], host: Domain.Host, _ session: Session
    ) throws(CommandError) -> [String] {
        var names = ["NSGlobalDomain"]
        for root in roots {
            let domains = try Session.naming { () throws(PreferencesError) in
                try session.storeInRoot(root).domains(on: host)
            }
            for domain in domains {
                let text = domain.description
                let isBelow = text.utf8.starts(with: (root + "/").utf8)
                names.append(isBelow ? String(decoding: text.utf8.dropFirst(root.utf8.count), as: UTF8.self) : text)
            }
        }
        // Not as a set, in which names that are canonically equivalent would be one.
        names.sort { $0.precedesInUTF16($1) }
        return names.enumerated().filter { $0 == 0 || !names[$0 - 1].hasSameScalars(as: $1) }.map(\.element)
    }

    private static func domain(_ name: String, inRoot root: String, host: Domain.Host) throws(CommandError) -> Domain {
        try Session.naming { () throws(PreferencesError) in
            try Domain(name.utf8.first == UInt8(ascii: "/") ? root + name : name, host: host)
        }
    }

    /// What both hold. Keys to be ignored are in the second what they are in the first: equal, and no script changes them.
    private static func contents(
        of old: (domain: Domain, store: any DomainStore), with new: (domain: Domain, store: any DomainStore),
        _ session: Session
    ) throws(CommandError) -> (PropertyListDictionary, PropertyListDictionary) {
        let oldContents = try session.contents(of: old.domain, in: old.store)
        var newContents = try session.contents(of: new.domain, in: new.store)
        newContents.apply(session.invocation.options.all(.ignore).map { ($0, oldContents[$0]) })
        return (oldContents, newContents)
    }
}
