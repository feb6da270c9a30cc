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
    var looksLikeTag: Bool { count == 1 && JSONTag(rawValue: self[0].key) != nil }
}
