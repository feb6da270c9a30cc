import PropertyList

extension String {
    /// The path without the slashes at its end. A single slash stays.
    var droppingTrailingSlashes: String {
        var path = utf8[...]
        while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
        return String(decoding: path, as: UTF8.self)
    }

    /// Returns the path of an entry of the folder at this path.
    func appendingComponent(_ component: String) -> String {
        hasScalarSuffix("/") ? self + component : "\(self)/\(component)"
    }
}
