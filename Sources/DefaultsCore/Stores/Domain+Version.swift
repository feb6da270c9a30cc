extension Domain {
    /// The version of a domain at one moment.
    ///
    /// If a version is equal to an earlier version that ``isSettled``, the domain has not changed in between.
    public struct Version: Equatable, Sendable {
        private enum Kind: Equatable, Sendable {
            case number(UInt64)
            case file(FileVersion)
        }

        private let kind: Kind

        private init(kind: Kind) {
            self.kind = kind
        }

        /// Creates a version from a number that every change increases.
        public init(_ number: UInt64) {
            kind = .number(number)
        }

        /// Creates the version of the file at a path, or of its absence. Fails if the path leads to something other
        /// than a regular file, or cannot be examined.
        init?(ofFile path: String) {
            guard let version = FileVersion(of: path) else { return nil }
            kind = .file(version)
        }

        /// The present version of the same file, or `nil` if it cannot be determined or this is a number.
        var current: Self? {
            guard case .file(let version) = kind else { return nil }
            return version.current.map { Self(kind: .file($0)) }
        }

        /// Whether this is a version of a regular file, or of its absence.
        var isOfFile: Bool {
            if case .file = kind { true } else { false }
        }

        /// Returns whether this is a version of a file that only this computer can change.
        package func belongs(to file: HeldFile) -> Bool {
            guard case .file(let version) = kind else { return false }
            return version.identity == file.identity && version.isOnLocalFileSystem
        }

        /// Whether every later change gives the domain another version. For a file, this becomes `true` some seconds
        /// after its last change.
        public var isSettled: Bool {
            switch kind {
            case .number: true
            case .file(let version): version.isSettled()
            }
        }
    }
}
