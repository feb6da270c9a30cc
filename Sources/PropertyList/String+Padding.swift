extension String {
    /// Returns the text with zeros before it, up to a width in characters.
    package func leftPadded(to width: Int) -> String {
        String(repeating: "0", count: Swift.max(0, width - count)) + self
    }
}
