/// A file that this process has put in place, and keeps open. While it is open, no other file gets its identity.
package struct HeldFile: Sendable {
    package let identity: FileIdentity
    private let file: OpenFile

    /// Keeps a file open.
    ///
    /// - Returns: `nil` if the file has another identity, because another program has replaced it meanwhile.
    init?(_ file: OpenFile?, identity: FileIdentity) {
        guard let file, (try? file.status().identity) == identity else { return nil }
        (self.file, self.identity) = (file, identity)
    }
}
