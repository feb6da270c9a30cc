import PropertyList
import ToolSupport

/// The arguments of a command as text.
enum CommandArguments {
    /// Returns the text of arguments. Throws an error if one of them is not valid UTF-8.
    static func texts(of words: [[UInt8]]) throws(CommandError) -> [String] {
        try words.enumerated().map { (index, word) throws(CommandError) in
            guard let text = String(exactly: word) else { throw .argumentNotUTF8(position: index + 1) }
            return text
        }
    }
}
