/// The syntax of a text.
enum LayoutSyntax {
    case xml
    case oldStyle
}
