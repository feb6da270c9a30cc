import PropertyList
import ToolSupport

/// The arguments of a command as text.
enum CommandArguments {
    /// Returns the text of arguments. Throws an error if one of them is not valid UTF-8.
    static func texts(of words: [[UInt8]]) throws(CommandError) -> [String] {
        var texts: [String] = []
        for word in words {
            guard let text = String(exactly: word) else { throw .argumentNotUTF8(position: texts.count + 1) }
            texts.append(text)
        }
        return texts
    }
}
