/// The result builder for a list, such as the steps of a migration.
@resultBuilder
public enum ListBuilder<Element> {
    /// Adds an element.
    public static func buildExpression(_ element: Element) -> [Element] { [element] }
    /// Adds the elements of an array.
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    /// Concatenates elements.
    public static func buildBlock(_ elements: [Element]...) -> [Element] { elements.flatMap { $0 } }
    /// Adds the elements of a loop.
    public static func buildArray(_ elements: [[Element]]) -> [Element] { elements.flatMap { $0 } }
    /// Adds the elements of an `if` statement without `else`.
    public static func buildOptional(_ elements: [Element]?) -> [Element] { elements ?? [] }
    /// Adds the elements of the first branch.
    public static func buildEither(first elements: [Element]) -> [Element] { elements }
    /// Adds the elements of the second branch.
    public static func buildEither(second elements: [Element]) -> [Element] { elements }
}
