import PropertyList
import ToolSupport

extension ValueArguments {
    /// Refuses options inside a value. They would be stored instead of taking effect. The operand of a type flag may
    /// have the name of an option.
    ///
    /// - Parameter hasPath: Whether option `--path` replaces the key operand.
    static func refuse(_ options: [Option], in words: ArraySlice<String>, hasPath: Bool) throws(CommandError) {
        if options.isEmpty { return }
        var words = words
        let first = words.first.map { words.count > 1 ? singleDashed($0) : $0 }
        if let first, let flag = Flag(word: first) { words = words.dropFirst(flag.isComposite ? 1 : 2) }
        while let word = words.popFirst() {
            if Flag(word: word)?.isComposite == false {
                _ = words.popFirst()
            } else if options.contains(where: { $0.name == word }) {
                throw .optionInValue(word, hasPath: hasPath)
            }
        }
    }
}
