package import DefaultsSchemas
package import PropertyList

extension SchemaDocument.Subschema {
    /// The types of the values that the schema can accept, also by its listed values and alternatives.
    package var possibleTypes: Set<PropertyListType> {
        var possible = Set(types ?? PropertyListType.allCases)
        if let allowedValues { possible.formIntersection(allowedValues.map(\.type)) }
        if !alternatives.isEmpty {
            possible.formIntersection(alternatives.reduce(into: Set()) { $0.formUnion($1.possibleTypes) })
        }
        return possible
    }
}
