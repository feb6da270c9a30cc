/// The syntax of a text.
enum LayoutSyntax {
    case xml
    case oldStyle
    /// JSON, which can have comments as in JavaScript and commas before closing brackets.
    case json
}
