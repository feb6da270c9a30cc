import DefaultsSchemas
import ToolSupport

/// Completions of the value of `write`: type flags, and the values that a schema lists.
struct ValueCandidates {
    private typealias Flag = ValueArguments.Flag

    /// The key with its schema, or `nil` if no schema describes the value.
    private let key: DescribedKey?

    init(_ key: DescribedKey?) {
        self.key = key
    }

    /// Returns the candidates for a word of the value. A secret has none.
    ///
    /// - Parameters:
    ///   - words: The words of the value before `word`.
    ///   - word: The beginning of the word to complete.
    func candidates(after words: [String], beginning word: String) -> [Completion.Candidate] {
        guard let first = words.first else { return starts(among: Flag.allCases, beginning: word) }
        guard let flag = Flag(dashedWord: first) else { return [] }
        if flag.isComposite { return members(of: flag, after: words.dropFirst(), beginning: word) }
        return words.count == 1 ? operands(of: flag) : []
    }

    private var isSecret: Bool { key?.schema.hidesValue == true }

    /// The types that the schema accepts.
    private var types: Set<PropertyListType> { key?.schema.possibleTypes ?? Set(PropertyListType.allCases) }

    // MARK: - Single values

    /// Returns the words with which a value can start: the strings that the schema lists, and the flags of the types
    /// that it accepts.
    private func starts(among flags: [Flag], beginning word: String) -> [Completion.Candidate] {
        if isSecret { return [] }
        let types = types
        let strings = (key?.cases ?? []).filter { $0.value.type == .string }
        let bare = strings.filter { Self.isBare($0.value) }
        let words = bare.map(Self.candidate)
        if !word.isEmpty, !word.hasScalarPrefix("-") { return words }
        if types.count == PropertyListType.allCases.count { return words + flags.map(candidate) }
        // No string needs a flag if all of them are candidates.
        let omitsString = word.isEmpty && !bare.isEmpty && bare.count == strings.count
        // The flags `-integer` and `-boolean` have shorter names.
        let fitting = flags.filter { flag in
            types.contains(flag.type) && flag != .integer && flag != .boolean && !(flag == .string && omitsString)
        }
        return words + fitting.map(candidate)
    }

    /// Returns the operands of a flag that the schema lists. Without a schema, only booleans have candidates.
    private func operands(of flag: Flag) -> [Completion.Candidate] {
        if isSecret || !types.contains(flag.type) { return [] }
        let cases = (key?.cases ?? []).filter { item in
            item.value.type == flag.type
                && (flag == .string || ScalarText.value(of: item.value.plainText, as: flag.type) == item.value)
        }
        if !cases.isEmpty || flag.type != .boolean { return cases.map(Self.candidate) }
        return (key == nil ? ["true", "false", "yes", "no"] : ["true", "false"]).map { Completion.Candidate(text: $0) }
    }

    private func candidate(for flag: Flag) -> Completion.Candidate {
        Completion.Candidate(
            text: flag.rawValue,
            description: flag.isComposite
                ? "all further words" : requirement(of: flag) ?? ValueArguments.expectation(of: flag))
    }

    /// The rules for numbers or strings, or `nil` if the schema accepts other types as well or has no rules.
    private func requirement(of flag: Flag) -> String? {
        let types = types
        guard types.isSubset(of: [.integer, .real]) || types == [.string], types.contains(flag.type) else { return nil }
        return key?.schema.requirement.excerpt
    }

    private static func candidate(_ item: (value: PropertyListValue, title: String?)) -> Completion.Candidate {
        Completion.Candidate(text: item.value.plainText, description: item.title?.excerpt ?? "")
    }

    /// Whether a value is a string that `write` accepts without a flag. A word that begins with a dash can be a flag or
    /// an option.
    private static func isBare(_ value: PropertyListValue) -> Bool {
        guard case .string(let text) = value, !text.hasScalarPrefix("-") else { return false }
        return (try? Literal.value(of: text)) == value
    }

    // MARK: - Members of containers

    /// Returns the candidates for a word after the flag of an array or a dictionary. Each member is a flag with its
    /// operand, or a literal.
    private func members(
        of container: Flag, after words: ArraySlice<String>, beginning word: String
    ) -> [Completion.Candidate] {
        var members: [String] = []
        var rest = words
        while let word = rest.popFirst() {
            guard let flag = Flag(rawValue: word), !flag.isComposite else {
                members.append(word)
                continue
            }
            guard let operand = rest.popFirst() else {
                return member(of: container, after: members).operands(of: flag)
            }
            members.append(operand)
        }
        if isSecret { return [] }
        let keys = container.type == .dictionary && members.count.isMultiple(of: 2) ? keys : []
        if !keys.isEmpty { return keys }
        return member(of: container, after: members)
            .starts(among: Flag.allCases.filter { !$0.isComposite }, beginning: word)
    }

    /// The keys that the schema of a dictionary lists, except for deprecated ones.
    private var keys: [Completion.Candidate] {
        let keys = key?.schema.properties.map { DescribedKey($0.key, $0.schema) } ?? []
        return keys.filter { !$0.schema.isDeprecated && Self.isBare(.string($0.name)) }
            .map { Completion.Candidate(text: $0.name, description: $0.summary.excerpt) }
    }

    /// Returns the completions of the next element of an array, or of the next key or value of a dictionary.
    private func member(of container: Flag, after members: [String]) -> ValueCandidates {
        // A member of a secret is a secret, even if no schema describes it.
        if isSecret { return self }
        if container.type == .array { return ValueCandidates(described(member: "0")) }
        guard !members.count.isMultiple(of: 2), let key = members.last else { return ValueCandidates(nil) }
        return ValueCandidates(described(member: key))
    }

    private func described(member component: String) -> DescribedKey? {
        key?.schema.member(component).map { DescribedKey(component, $0) }
    }
}

extension SchemaDocument.Subschema {
    /// The types of the values that the schema can accept, also by its listed values and alternatives.
    fileprivate var possibleTypes: Set<PropertyListType> {
        var possible = Set(types ?? PropertyListType.allCases)
        if let allowedValues { possible.formIntersection(allowedValues.map(\.type)) }
        if !alternatives.isEmpty {
            possible.formIntersection(alternatives.reduce(into: Set()) { $0.formUnion($1.possibleTypes) })
        }
        return possible
    }
}
