/// The colors of text on a terminal. They come from the terminal's palette, which suits its background.
package enum TextColor: String, Sendable {
    case removed = "31"
    case added = "32"
    /// Keys and headings, in bold.
    case key = "1"

    /// Returns text in the color. Control characters in it are escaped, so that it cannot end the color.
    package func text(_ text: String) -> String {
        "\u{1B}[\(rawValue)m\(text.escapingControlCharacters(except: ["\t"]))\u{1B}[0m"
    }
}
