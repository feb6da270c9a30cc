/// A check of a value, which collects findings.
struct SchemaChecker {
    typealias Subschema = SchemaDocument.Subschema
    typealias Finding = SchemaDocument.Finding

    private(set) var findings: [Finding] = []
    private var limit: Int
    private var path = PropertyListPath()
    /// Whether only the existence of a finding matters, not its words.
    private var isProbing = false
    /// The steps of matching expressions that are left in this check, a fraction of a second in all.
    private var remainingSteps = 4 * RegularExpression.maximumSteps

    /// Creates a check of a value at a path, for a maximum number of findings.
    init(limit: Int, path: PropertyListPath = PropertyListPath()) {
        (self.limit, self.path) = (limit, path)
    }

    /// Checks a value at a path, which determines its schema.
    mutating func check(_ value: PropertyListValue, at path: PropertyListPath, of root: Subschema) {
        var (schema, isSecret) = (root, false)
        for component in path.components {
            self.path.components.append(component)
            isSecret = isSecret || schema.hidesValue
            guard let next = schema.member(component) else {
                if case .none = schema.others { noteUnknownKey(schema) }
                return
            }
            schema = next
        }
        check(value, schema, isSecret: isSecret)
    }

    /// Checks a value at the current path.
    mutating func check(_ value: PropertyListValue, _ schema: Subschema, isSecret: Bool) {
        guard findings.count < limit else { return }
        let isSecret = isSecret || schema.hidesValue
        if let kind = violation(of: value, schema) {
            guard kind == .unchecked else {
                return note(kind, value, schema.rules(isSecret: isSecret), isSecret: isSecret)
            }
            return note(kind, "is not compared with its pattern: it is too long for it, or strings are too many")
        }
        switch value {
        case .array(let elements): check(elements, schema, isSecret: isSecret)
        case .dictionary(let pairs): check(pairs, schema, isSecret: isSecret)
        case .string, .integer, .real, .boolean, .date, .data, .uid: break
        }
        if !schema.alternatives.isEmpty, findings.count < limit { checkAlternatives(value, schema, isSecret: isSecret) }
    }

    /// Returns the rule that a value violates, or `nil` if there is none. Members are not checked.
    private mutating func violation(of value: PropertyListValue, _ schema: Subschema) -> Finding.Kind? {
        if let types = schema.types, !types.contains(value.type) { return types.isEmpty ? .forbidden : .type }
        if !schema.lists(value) { return .value }
        switch value {
        case .integer, .real:
            let number = ExactNumber(value)
            if !schema.range.contains(number) { return .range }
            guard let divisor = ExactNumber(schema.multipleOf) else { return nil }
            return number?.isMultiple(of: divisor) == true ? nil : .multipleOf
        case .string(let text):
            if !schema.length.contains(text.unicodeScalars.count) { return .length }
            guard let expression = schema.expression else { return nil }
            guard let isMatch = expression.matches(text, remainingSteps: &remainingSteps) else { return .unchecked }
            return isMatch ? nil : .pattern
        case .boolean, .date, .data, .array, .dictionary, .uid: return nil
        }
    }

    private mutating func check(_ elements: [PropertyListValue], _ schema: Subschema, isSecret: Bool) {
        if !schema.count.contains(elements.count) {
            note(.count, "has \(elements.count.counting("element")); it must have \(schema.count.counting("element"))")
        }
        if schema.hasUniqueItems {
            var indices: [PropertyListValue: Int] = [:]
            for (index, element) in elements.enumerated() {
                guard let first = indices.updateValue(index, forKey: element) else { continue }
                inMember(String(index)) { $0.note(.duplicate, "equals element \(first); all elements must differ") }
                break
            }
        }
        if case .any = schema.items { return }
        for (index, element) in elements.enumerated() where findings.count < limit {
            inMember(String(index)) { $0.check(element, schema.items.schema ?? .never, isSecret: isSecret) }
        }
    }

    private mutating func check(_ pairs: PropertyListDictionary, _ schema: Subschema, isSecret: Bool) {
        for key in schema.requiredKeys where pairs[key] == nil {
            inMember(key) { $0.note(.missingKey, "is missing; it is required") }
        }
        if schema.keys.isEmpty, case .any = schema.others { return }
        for (key, value) in pairs where findings.count < limit {
            if let member = schema.property(key) ?? schema.others.schema {
                inMember(key) { $0.check(value, member, isSecret: isSecret) }
            } else if case .none = schema.others {
                inMember(key) { $0.noteUnknownKey(schema) }
            }
        }
    }

    private mutating func inMember(_ component: String, _ body: (inout SchemaChecker) -> Void) {
        path.components.append(component)
        body(&self)
        path.components.removeLast()
    }

    /// Checks each alternative once. If all fail, and only one is for the type of the value, its findings are reported.
    private mutating func checkAlternatives(_ value: PropertyListValue, _ schema: Subschema, isSecret: Bool) {
        func isLikely(_ alternative: Subschema) -> Bool { alternative.types?.contains(value.type) ?? true }
        let hasOneLikely = schema.alternatives.count(where: isLikely) == 1
        let outer = (limit: limit, isProbing: isProbing)
        var (outerFindings, reported): ([Finding], [Finding]) = ([], [])
        swap(&findings, &outerFindings)
        var isValid = false
        for alternative in schema.alternatives where !isValid {
            isProbing = outer.isProbing || !hasOneLikely || !isLikely(alternative)
            (findings, limit) = ([], isProbing ? 1 : outer.limit - outerFindings.count)
            check(value, alternative, isSecret: isSecret)
            isValid = findings.isEmpty
            if !isProbing { reported = findings }
        }
        swap(&findings, &outerFindings)
        (limit, isProbing) = outer
        if isValid { return }
        if !reported.isEmpty { return findings += reported }
        note(
            .alternatives, value,
            schema.alternativeRules(isSecret: isSecret, isContainer: value.type.isContainer), isSecret: isSecret)
    }

    private mutating func noteUnknownKey(_ schema: Subschema) {
        note(.unknownKey, "is not a key of the schema; it must be absent", knownKeys: schema.keys)
    }

    private mutating func note(
        _ kind: Finding.Kind, _ value: PropertyListValue, _ rules: @autoclosure () -> String, isSecret: Bool
    ) {
        note(kind, "is \(isSecret ? value.type.withArticle : value.withType); it must be \(rules())")
    }

    private mutating func note(_ kind: Finding.Kind, _ predicate: @autoclosure () -> String, knownKeys: [String] = []) {
        guard findings.count < limit else { return }
        let predicate = isProbing ? "" : predicate()
        findings.append(Finding(kind: kind, path: path, predicate: predicate, knownKeys: knownKeys))
    }
}

extension SchemaDocument.Subschema {
    /// Checks a value, as ``SchemaDocument/findings(in:at:limit:)`` does.
    ///
    /// - Parameter path: The beginning of the paths of findings.
    package func findings(
        in value: PropertyListValue, at path: PropertyListPath = PropertyListPath(), limit: Int
    ) -> [SchemaDocument.Finding] {
        var checker = SchemaChecker(limit: limit, path: path)
        checker.check(value, self, isSecret: false)
        return checker.findings
    }
}

extension SchemaDocument.NumberRange {
    /// Returns whether a number is in the range. NaN, which is `nil`, is only in the range without bounds.
    fileprivate func contains(_ number: ExactNumber?) -> Bool {
        guard let number else { return self == Self() }
        if let bound = ExactNumber(minimum), number < bound { return false }
        if let bound = ExactNumber(maximum), number > bound { return false }
        if let bound = ExactNumber(exclusiveMinimum), number <= bound { return false }
        if let bound = ExactNumber(exclusiveMaximum), number >= bound { return false }
        return true
    }
}
