import PropertyList

/// Values on one line, with their types: for `--types`, `diff` and dry runs.
enum ValueText {
    /// The type and the value, as plain JSON or, where the types inside matter too, as lossless JSON.
    static func line(for value: PropertyListValue, isLossless: Bool = false) -> String {
        // Plain JSON has no word for such a number.
        if case .real(let number) = value, !number.isFinite { return "\(name(of: .real)) \(number)" }
        let writer = JSONWriter(isLossless ? .lossless : .plain, layout: .compact)
        return "\(name(of: value.type)) \(writer.text(of: value))"
    }

    /// What `read-type` calls a type: Apple's tool names reals after their flag.
    static func name(of type: PropertyListType) -> String {
        type == .real ? "float" : type.rawValue
    }
}
