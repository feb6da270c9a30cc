import CDefaults
import PropertyList

/// A POSIX extended regular expression for text in UTF-8, as `grep -E` uses it.
package struct RegularExpression: Sendable {
    package let text: String

    /// Creates the expression, which may be invalid; see ``problem``.
    package init(text: String) {
        self.text = text
    }

    /// The reason why the expression is invalid, or `nil` if it is valid.
    package var problem: String? {
        if text.utf8.contains(0) { return "It contains a NUL" }
        return search(nil).problem
    }

    /// Returns whether the expression matches a part of a string. An invalid expression matches nothing.
    package func matches(_ string: String) -> Bool {
        !text.utf8.contains(0) && search(string).isFound
    }

    private func search(_ string: String?) -> (isFound: Bool, problem: String?) {
        var string = string
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
            guard let start = message.baseAddress else { return (false, nil) }
            start.initialize(to: 0)
            let result =
                string?.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) { bytes in
                        // An empty text may have no address.
                        defaults_search(text, bytes.baseAddress ?? UnsafePointer(start), bytes.count, start, 256)
                    }
                } ?? defaults_search(text, nil, 0, start, 256)
            return (result == 1, result < 0 ? String(cString: start) : nil)
        }
    }
}
