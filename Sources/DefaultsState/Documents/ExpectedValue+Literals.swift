package import PropertyList

extension ExpectedValue {
    /// A value that is expected exactly, and its path.
    package typealias Literal = (path: PropertyListPath, value: PropertyListValue)

    /// The largest values that contain no patterns, in the order of their keys. The rest of the expectation consists of
    /// patterns.
    package var literals: [Literal] {
        var literals: [Literal] = []
        collectLiterals(at: PropertyListPath(), into: &literals)
        return literals
    }

    private func collectLiterals(at path: PropertyListPath, into literals: inout [Literal]) {
        func collect(_ value: ExpectedValue, _ component: String) {
            value.collectLiterals(at: PropertyListPath(path.components + [component]), into: &literals)
        }
        switch node {
        case .value(let value): literals.append((path, value))
        case .dictionary(let members, _): members.forEach { collect($0.value, $0.key) }
        case .array(let elements): elements.enumerated().forEach { collect($1, String($0)) }
        case .pattern, .absent: break
        }
    }
}
