import DefaultsCore
import PropertyList

/// The differences between two domains, as text.
enum DifferenceText {
    /// For people: a line for each old and each new value, with its type. Empty for equal domains.
    static func text(of differences: [PropertyListDifference]) -> String {
        differences.flatMap { difference in
            let path = difference.path.description.escapingControlCharacters()
            let isLossless = differsInTypesAlone(difference)
            return [("-", difference.old), ("+", difference.new)].compactMap { sign, value in
                value.map { "\(sign) \(path): \(ValueText.line(for: $0, isLossless: isLossless))\n" }
            }
        }.joined()
    }

    /// Whether both values are equal in plain JSON.
    private static func differsInTypesAlone(_ difference: PropertyListDifference) -> Bool {
        guard let old = difference.old, let new = difference.new else { return false }
        return ValueText.line(for: old).hasSameScalars(as: ValueText.line(for: new))
    }

    /// For programs: a JSON object for each difference. `old` or `new` is missing if there is no such value.
    static func json(of differences: [PropertyListDifference], domain: Domain? = nil) -> [PropertyListValue] {
        differences.map { difference in
            var object: PropertyListDictionary = [
                "path": .array(difference.path.components.map(PropertyListValue.string))
            ]
            object["domain"] = domain.map { .string($0.description) }
            object["host"] = domain?.host == .current ? "current" : nil
            object["old"] = difference.old
            object["new"] = difference.new
            return .dictionary(object)
        }
    }
}
