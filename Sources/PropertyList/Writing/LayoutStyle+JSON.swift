/// Values in JSON.
extension LayoutStyle {
    /// Returns a scalar that has a JSON type.
    func json(_ value: PropertyListValue) -> String {
        switch value {
        case .string(let text): JSONWriter.quoted(text, escapes)
        case .boolean(let flag): flag ? "true" : "false"
        case .integer(let number): number.description
        case .real(let number): number.description
        case .date, .data, .uid, .array, .dictionary: ""
        }
    }

    /// Returns the tag of a value and its content, or `nil` if the value needs no tag.
    func tagged(_ value: PropertyListValue, mayBeTag: Bool) -> (tag: JSONTag, content: PropertyListValue)? {
        guard case .dictionary(let pairs) = value else { return JSONTag.tagged(value) }
        return mayBeTag && hasTags && pairs.looksLikeTag ? (.dictionary, value) : nil
    }
}

extension PropertyListDictionary {
    /// Whether the only key is a tag of JSON.
    fileprivate var looksLikeTag: Bool { count == 1 && JSONTag(rawValue: self[0].key) != nil }
}

extension PropertyListChange {
    /// Throws the error of the first new value that a JSON file cannot hold, and of a null that would be replaced. Kept
    /// values are not considered.
    ///
    /// - Parameter movesLiterals: Whether new values may contain ``OpaqueLiteral``, and replace them.
    func validate(inJSON form: JSONForm, movesLiterals: Bool) throws(PropertyListError) {
        try forEachNew { (path, _, old, value) throws(PropertyListError) in
            if !movesLiterals, let literal = old?.opaqueLiteral, literal == "null" || old?.type.isContainer == true {
                throw .keptOnly(literal, at: path)
            }
            var path = path
            try value?.validate(inJSON: form, movesLiterals: movesLiterals, &path)
        }
    }
}

extension PropertyListValue {
    /// Throws the error of the first value that a JSON file cannot hold.
    package func validate(
        inJSON form: JSONForm, movesLiterals: Bool, _ path: inout PropertyListPath
    ) throws(PropertyListError) {
        if type.isContainer, path.components.count >= PropertyListLimits.depth {
            throw PropertyListError(.tooDeep(at: path))
        }
        if !movesLiterals, !type.isContainer, let literal = opaqueLiteral { throw .keptOnly(literal, at: path) }
        if !form.hasTags, let loss = loss(in: form) { throw PropertyListError(.inexact(nil, loss, at: path)) }
        for (component, member) in members {
            path.components.append(component)
            try member.validate(inJSON: form, movesLiterals: movesLiterals, &path)
            path.components.removeLast()
        }
    }

    /// Returns a noun phrase for a value that needs a tag, or `nil` for any other value.
    private func loss(in form: JSONForm) -> String? {
        if case .dictionary(let pairs) = self {
            return form.kind == .tagged && pairs.looksLikeTag ? "a dictionary whose only key is a tag" : nil
        }
        guard JSONTag.tagged(self) != nil else { return nil }
        return type == .real ? "a real number that is not finite" : type.withArticle
    }
}

extension PropertyListError {
    /// The error of a literal that no value holds, and that would be replaced or written elsewhere.
    static func keptOnly(_ literal: String, at path: PropertyListPath) -> PropertyListError {
        PropertyListError(.notWritten(nil, reason: "\(literal) at \(path.title) can only be kept or deleted"))
    }
}
