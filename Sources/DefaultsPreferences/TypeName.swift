/// The names of types for use in keys. They are the same in every launch.
enum TypeName {
    /// Returns the reflected name of a type without the addresses that the names of local and private types contain.
    ///
    /// - Parameter name: The name, such as `Editor.(unknown context at $7f3c).Settings`.
    static func qualified(_ name: String) -> String {
        var result = name
        while let start = result.utf8.firstRange(of: "(unknown context at $".utf8),
            let end = result.utf8[start.upperBound...].firstRange(of: ").".utf8)
        {
            result.removeSubrange(start.lowerBound..<end.upperBound)
        }
        return result
    }
}
