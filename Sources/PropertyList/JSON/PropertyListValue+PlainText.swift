extension PropertyListValue {
    /// A string as it is, or another value as JSON on one line.
    package var plainText: String {
        if case .string(let text) = self { return text }
        return JSONWriter(.plain, layout: .compact).text(of: self)
    }
}
