/// The rules of a schema in words that can follow “must be”.
extension SchemaDocument.Subschema {
    /// The allowed values in words, such as “an integer from 6 to 72”. The words about a secret contain no values.
    package var requirement: String { rules(isSecret: hidesValue) }

    /// Returns the words for the rules. They are at most as long as a few values.
    func rules(isSecret: Bool, depth: Int = 2) -> String {
        if types?.isEmpty == true || allowedValues?.isEmpty == true { return "absent" }
        if let values = allowedValues {
            if isSecret { return values.count == 1 ? "the required value" : "one of \(values.count) values" }
            if values.count == 1 {
                return values[0].type.isContainer ? "equal to the value in the schema" : values[0].withType
            }
            return "one of " + list(values.count) { values[$0].brief }
        }
        return typeRules ?? (alternatives.isEmpty ? "any value" : alternativeRules(isSecret: isSecret, depth: depth))
    }

    /// Returns the words for the rules of the alternatives. Only words for scalars distinguish them.
    func alternativeRules(isSecret: Bool, isContainer: Bool = false, depth: Int = 2) -> String {
        if depth == 0 || isContainer { return "valid for one of \(alternatives.count.counting("schema"))" }
        return list(alternatives.count) { index in
            alternatives[index].rules(isSecret: isSecret || hidesValue, depth: depth - 1)
        }
    }

    /// Returns the first texts of a list.
    private func list(_ count: Int, _ text: (Int) -> String) -> String {
        let shown = count > 10 ? 9 : count - 1
        let last = count > 10 ? "\(count - 9) others" : text(count - 1)
        return ((0..<shown).map(text).joined(separator: ", ") + (shown > 0 ? " or " : "") + last).excerpt
    }

    /// The allowed types with their rules, or `nil` if there are none.
    private var typeRules: String? {
        var types = types ?? []
        if self.types == nil {
            // Without a type, the rules of numbers and strings do not apply to other values.
            if !numberRules.isEmpty { types += [.integer, .real] }
            if !stringRules.isEmpty { types.append(.string) }
        }
        let isNumber = types.contains(.integer) && types.contains(.real)
        let phrases = PropertyListType.allCases.filter(types.contains).compactMap { type in
            switch type {
            case .integer, .real:
                isNumber ? type == .real ? nil : "a number" + numberRules : type.withArticle + numberRules
            case .string: type.withArticle + stringRules
            case .boolean, .date, .data, .array, .dictionary, .uid: type.withArticle
            }
        }
        return phrases.isEmpty ? nil : phrases.joined(separator: " or ")
    }

    private var numberRules: String {
        var words: [String] = []
        if let least = range.minimum, let greatest = range.maximum {
            words.append("from \(least.brief) to \(greatest.brief)")
        } else {
            words += [range.minimum.map { "of at least \($0.brief)" }, range.maximum.map { "of at most \($0.brief)" }]
                .compactMap(\.self)
        }
        if let bound = range.exclusiveMinimum { words.append("greater than \(bound.brief)") }
        if let bound = range.exclusiveMaximum { words.append("less than \(bound.brief)") }
        return (words.isEmpty ? "" : " " + words.joined(separator: " and "))
            + (multipleOf.map { " that is a multiple of \($0.brief)" } ?? "")
    }

    private var stringRules: String {
        (length == .init() ? "" : " of \(length.counting("character"))")
            + (expression.map { " that matches '\($0.text.excerpt)'" } ?? "")
    }
}

extension SchemaDocument.CountRange {
    /// The range with a noun: “1 to 3 elements”.
    func counting(_ noun: String) -> String {
        guard let maximum else { return "at least " + minimum.counting(noun) }
        if minimum == maximum { return maximum.counting(noun) }
        return (minimum == 0 ? "at most " : "\(minimum) to ") + maximum.counting(noun)
    }
}
