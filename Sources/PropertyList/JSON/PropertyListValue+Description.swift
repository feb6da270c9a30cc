extension PropertyListValue: CustomStringConvertible {
    /// The value as lossless JSON on one line.
    public var description: String {
        JSONWriter(.lossless, layout: .compact).text(of: self)
    }
}
