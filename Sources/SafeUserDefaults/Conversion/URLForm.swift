import Foundation

extension PropertyListValue {
    /// Returns the stored form of a URL.
    ///
    /// A file URL without host, query and fragment is stored as its path, as in Foundation. Any other URL is stored as
    /// a keyed archive, as in Apple's Foundation. Foundation on Linux stores only the path, which loses the other
    /// parts, such as the scheme and the host.
    static func url(_ url: URL) -> PropertyListValue {
        let hasOtherParts = url.query != nil || url.fragment != nil || url.host?.isEmpty == false
        if url.isFileURL, !hasOtherParts { return .string(url.absoluteURL.path) }
        return archive(of: url.absoluteURL) ?? .string(url.absoluteString)
    }

    /// Returns the keyed archive of an absolute URL, or `nil` if it cannot be made.
    ///
    /// The URL must be absolute, because Foundation on Linux loses the base of a relative URL. Foundation also writes
    /// the keys of dictionaries in an arbitrary order. The archive is therefore written again, so that equal values
    /// have equal bytes.
    private static func archive(of url: URL) -> PropertyListValue? {
        let data = try? NSKeyedArchiver.archivedData(withRootObject: url as NSURL, requiringSecureCoding: true)
        guard let data, let document = try? PropertyListReader.read(Array(data)).value else { return nil }
        return (try? PropertyListWriter.data(of: document, as: .binary)).map(PropertyListValue.data)
    }
}

/// A URL in a keyed archive.
///
/// The archive is read as a property list, because `NSKeyedUnarchiver` ends the program if data is not an archive.
struct ArchivedURL {
    private let objects: [PropertyListValue]

    /// Returns the URL that data contains, or `nil` if it contains none.
    static func url(in data: Data) -> URL? {
        guard case .dictionary(let archive)? = try? PropertyListReader.read(Array(data)).value,
            case .array(let objects)? = archive["$objects"], case .dictionary(let top)? = archive["$top"],
            let root = top["root"]
        else { return nil }
        // The depth is limited: a base can have a base of its own, and an archive can refer to itself.
        return ArchivedURL(objects: objects).url(root, depth: 8)?.absoluteURL
    }

    private func url(_ reference: PropertyListValue, depth: Int) -> URL? {
        guard depth > 0, case .dictionary(let fields)? = object(reference),
            let relative = fields["NS.relative"], case .string(let text)? = object(relative)
        else { return nil }
        return URL(string: text, relativeTo: fields["NS.base"].flatMap { url($0, depth: depth - 1) })
    }

    private func object(_ reference: PropertyListValue) -> PropertyListValue? {
        guard case .uid(let index) = reference, index < objects.count else { return nil }
        return objects[Int(index)]
    }
}
