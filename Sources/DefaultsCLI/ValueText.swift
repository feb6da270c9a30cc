import PropertyList

/// Values on one line, with their types: for `--types`, `diff` and dry runs.
enum ValueText {
    /// The type and the value, as plain JSON.
    static func line(for value: PropertyListValue) -> String {
        "\(name(of: value.type)) \(JSONWriter(.plain, layout: .compact).text(of: value))"
    }

    /// What `read-type` calls a type: Apple's tool names reals after their flag.
    static func name(of type: PropertyListType) -> String {
        type == .real ? "float" : type.rawValue
    }
}
