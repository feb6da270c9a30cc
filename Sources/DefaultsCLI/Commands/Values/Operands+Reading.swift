import ToolSupport

/// The operands of verbs that read values.
extension Operands {
    /// Returns the next operand as a domain to read.
    ///
    /// - Throws: For `-`, an error that names the path of standard input.
    mutating func domainToRead() throws(CommandError) -> DomainArgument {
        let isStream = first.map { $0.kind == .word && $0.text == "-" } ?? false
        do {
            return try domain()
        } catch {
            guard isStream else { throw error }
            throw CommandError(.usage, "'-' is not a domain; use '/dev/stdin' to read standard input")
        }
    }

    /// Ignores the operands that are left, as Apple's tool does, and returns a notice for a terminal about the first
    /// of them. Returns `nil` if there are none.
    func noticeOfRest() throws(CommandError) -> CommandError? {
        try ignoreRest()
        return first.map { CommandError(.success, "'\(shown: $0.text)' was not read; read one key at a time") }
    }
}
