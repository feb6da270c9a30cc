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
