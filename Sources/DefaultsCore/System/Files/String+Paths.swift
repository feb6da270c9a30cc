extension String {
    /// The components of the path, without empty components and `.`.
    var pathComponents: [String] {
        unicodeScalars.split(separator: "/").map { String($0) }.filter { $0 != "." }
    }

    /// The path without trailing slashes. A path that consists only of slashes becomes `/`.
    package var droppingTrailingSlashes: String {
        var path = utf8[...]
        while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
        return String(decoding: path, as: UTF8.self)
    }

    /// Joins texts, with one allocation.
    init<let count: Int>(joining texts: InlineArray<count, String>) {
        var capacity = 0
        for index in texts.indices { capacity += texts[index].utf8.count }
        self.init(unsafeUninitializedCapacity: capacity) { buffer in
            var end = 0
            for index in texts.indices { end = buffer[end...].initialize(fromContentsOf: texts[index].utf8) }
            return end
        }
    }

    /// Returns the path as seen from a folder, such as the destination of a link in the folder.
    package func relative(to folder: String) -> String {
        hasScalarPrefix("/") ? self : folder.appendingComponent(self)
    }

    /// Returns the path of an entry of the folder at this path.
    package func appendingComponent(_ component: String) -> String {
        hasScalarSuffix("/") ? self + component : "\(self)/\(component)"
    }
}
