/// The names of types for use in keys. They are the same in every launch.
enum TypeName {
    /// Returns the reflected name of a type without the addresses that the names of local and private types contain.
    ///
    /// - Parameter name: The name, such as `Editor.(unknown context at $7f3c).Settings`.
    static func qualified(_ name: String) -> String {
        var result = name
        while let start = result.range(ofScalars: "(unknown context at $"),
            let end = result.range(ofScalars: ").", after: start)
        {
            result.removeSubrange(start.lowerBound..<end.upperBound)
        }
        return result
    }
}

extension String {
    fileprivate func range(ofScalars text: String, after earlier: Range<Index>? = nil) -> Range<Index>? {
        var start = earlier?.upperBound ?? startIndex
        while start < endIndex {
            if utf8[start...].starts(with: text.utf8) { return start..<utf8.index(start, offsetBy: text.utf8.count) }
            start = utf8.index(after: start)
        }
        return nil
    }
}
