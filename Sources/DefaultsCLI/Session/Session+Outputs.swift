import DefaultsCore
import PropertyList

/// The names of output files, which a command must not read too.
extension Session {
    /// Refuses an output file that is the file of a domain that the command reads: it would replace the domain.
    ///
    /// - Parameter root: The folder of the domains. Defaults to that of the session.
    func refuseOutput(
        _ path: String, over domains: [Domain], inRoot root: String? = nil
    ) throws(CommandError) {
        guard options.storage.hasFiles else { return }
        let store = FileDomainStore(folders: root.map(folders.inRoot) ?? folders)
        guard let domain = store.domain(among: domains, withFile: path) else { return }
        throw .outputIsDomain(path, domain.spelling)
    }

    /// Refuses an output file that is the expectation, or would be a domain of an expectation that is a folder.
    func refuseOutput(_ path: String, overExpectation expectation: String) throws(CommandError) {
        if FileDomainStore.isOneFile(path, expectation) { throw .outputIsExpectation(path) }
        guard InputFile.kind(of: expectation) == .folder, path.hasScalarSuffix(".plist") else { return }
        let folder = "\(OutputPath.location(of: expectation))/"
        if OutputPath.location(of: path).hasScalarPrefix(folder) { throw .outputIsExpectation(path) }
    }
}

extension CommandError {
    fileprivate static func outputIsDomain(_ path: String, _ domain: String) -> CommandError {
        CommandError(
            .usage, "'\(shown: path)' is the file of domain '\(shown: domain)', so it cannot be the output")
    }

    fileprivate static func outputIsExpectation(_ path: String) -> CommandError {
        CommandError(.usage, "'\(shown: path)' belongs to the expectation, so it cannot be the output")
    }
}
