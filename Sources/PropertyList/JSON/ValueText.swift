extension PropertyListValue {
    /// The value that reports contain in place of a secret.
    package static let hidden = PropertyListValue.string("•••")
}

/// Values on one line with their types, for `--types`, `diff` and dry runs.
package enum ValueText {
    /// Returns the type and the value as plain JSON. If `isLossless` is true, lossless JSON also shows the types
    /// inside.
    package static func line(for value: PropertyListValue, isLossless: Bool = false) -> String {
        if value == .hidden { return PropertyListValue.hidden.plainText }
        if !value.type.isContainer, let literal = value.opaqueLiteral {
            return literal == "null" ? literal : "number \(literal)"
        }
        // Plain JSON cannot represent these numbers.
        if case .real(let number) = value, !number.isFinite { return "\(name(of: .real)) \(number)" }
        let writer = JSONWriter(isLossless ? .lossless : .plain, layout: .compact)
        return "\(name(of: value.type)) \(writer.text(of: value))"
    }

    /// Returns the name of a type as `read-type` prints it. For a real, the name is `float`, as in Apple's tool.
    package static func name(of type: PropertyListType) -> String {
        type == .real ? "float" : type.rawValue
    }

    /// Returns the type with a name: a name that `read-type` prints, a type flag of `write` without its dash, or
    /// `real`.
    package static func type(named name: String) -> PropertyListType? {
        switch name {
        case "float": .real
        case "int": .integer
        case "bool": .boolean
        case "dict": .dictionary
        default: PropertyListType(rawValue: name)
        }
    }
}
