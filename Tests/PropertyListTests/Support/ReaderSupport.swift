@testable import PropertyList

extension PropertyListDocument {
    /// The substitutions without their order.
    var substitutionSet: Set<PropertyListSubstitution> { Set(substitutions) }
}
