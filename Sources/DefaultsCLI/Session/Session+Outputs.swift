import DefaultsCore
import PropertyList
import ToolSupport

/// A role of a file that a command line names.
enum FileRole: String {
    case output = "the output"
    case expectation = "the expectation"
    case source = "a source"

    /// Refuses a file that a change in its folder would remove, because its name is reserved.
    func requireUsableName(of path: String) throws(CommandError) {
        if FileDomainStore.hasReservedName(path) { throw .reservedName(path, self) }
    }
}

/// The names of output files, which a command must not use in another role.
extension Session {
    /// The files that a sandbox writes after its command, and their roles.
    private var sandboxOutputs: [(path: String, role: FileRole)] {
        let output = options.outputFile.map { ($0, FileRole.output) }
        let expectation = options.updatesExpectation ? options.expectation.map { ($0, FileRole.expectation) } : nil
        return [output, expectation].compactMap { $0 }.filter { $0.0 != "-" }
    }

    /// Refuses a file that a command writes if it has a reserved name, or is the journal, which it would replace.
    func requireOutput(_ path: String, as role: FileRole = .output) throws(CommandError) {
        try role.requireUsableName(of: path)
        guard let journalFile, FileDomainStore.isOneFile(path, journalFile) else { return }
        throw .outputIsJournal(path, role)
    }

    /// Refuses files that a sandbox writes as ``requireOutput(_:as:)`` does.
    func requireSandboxOutputs() throws(CommandError) {
        for output in sandboxOutputs { try requireOutput(output.path, as: output.role) }
    }

    /// Refuses an output file that is the file of a domain that the command reads: it would replace the domain.
    ///
    /// - Parameters:
    ///   - role: The role of the output file.
    ///   - root: The folder of the domains. Defaults to that of the session.
    func refuseOutput(
        _ path: String, as role: FileRole = .output, over domains: [Domain], inRoot root: String? = nil
    ) throws(CommandError) {
        guard options.storage.hasFiles else { return }
        let store = FileDomainStore(folders: root.map(folders.inRoot) ?? folders)
        guard let domain = store.domain(among: domains, withFile: path) else { return }
        throw .outputIsDomain(path, role, domain.spelling)
    }

    /// Refuses files that a sandbox writes if they are files of domains that it is filled from.
    func refuseSandboxOutputs(over domains: [Domain], inRoot root: String) throws(CommandError) {
        for output in sandboxOutputs {
            try refuseOutput(output.path, as: output.role, over: domains, inRoot: root)
        }
    }

    /// Refuses files that a sandbox writes if they are the file from which a domain is filled.
    func refuseSandboxOutputs(over domain: Domain, inFile file: String) throws(CommandError) {
        for output in sandboxOutputs where FileDomainStore.isOneFile(output.path, file) {
            throw .outputIsDomain(output.path, output.role, domain.spelling)
        }
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
    fileprivate static func reservedName(_ path: String, _ role: FileRole) -> CommandError {
        CommandError(
            .usage,
            "the name of '\(shown: path)' is reserved for temporary files, so it cannot be \(shown: role.rawValue)")
    }

    fileprivate static func outputIsJournal(_ path: String, _ role: FileRole) -> CommandError {
        CommandError(.usage, "'\(shown: path)' is the journal, so it cannot be \(shown: role.rawValue)")
    }

    fileprivate static func outputIsDomain(_ path: String, _ role: FileRole, _ domain: String) -> CommandError {
        CommandError(
            .usage,
            "'\(shown: path)' is the file of domain '\(shown: domain)', so it cannot be \(shown: role.rawValue)")
    }

    fileprivate static func outputIsExpectation(_ path: String) -> CommandError {
        CommandError(.usage, "'\(shown: path)' belongs to the expectation, so it cannot be the output")
    }
}
