import Foundation

extension KeyedArchive {
    /// Returns the archive of a URL, as `NSKeyedArchiver` writes it, but with the same bytes each time.
    ///
    /// A URL with a base URL is archived as an absolute URL, because Foundation on Linux cannot archive both URLs.
    static func data(of url: URL) throws(PropertyListError) -> Data {
        let fields: PropertyListDictionary = [
            "$class": .uid(3), "NS.base": .uid(0), "NS.relative": .uid(2),
        ]
        let type: PropertyListDictionary = [
            "$classes": .array([.string("NSURL"), .string("NSObject")]), "$classname": .string("NSURL"),
        ]
        let document: PropertyListDictionary = [
            "$archiver": .string("NSKeyedArchiver"),
            "$objects": .array([
                .string("$null"), .dictionary(fields), .string(url.absoluteString), .dictionary(type),
            ]),
            "$top": .dictionary(["root": .uid(1)]),
            "$version": .integer(PropertyListInteger(100_000)),
        ]
        return try PropertyListWriter.data(of: .dictionary(document), as: .binary)
    }

    /// Returns the URL in an archive, or `nil` if the data does not contain an archived URL.
    static func url(in data: Data) -> URL? {
        guard case .string(let text)? = KeyedArchive([UInt8](data))?.root else { return nil }
        return URL(string: text)
    }
}
