import DefaultsCore
import ToolSupport

/// A role of a file that a command line names.
enum FileRole: String {
    case output = "the output"
    case expectation = "the expectation"
    case source = "a source"

    /// Throws an error if the name of a file is reserved. A change in its folder would remove the file.
    func requireUsableName(of path: String) throws(CommandError) {
        guard FileDomainStore.hasReservedName(path) else { return }
        throw CommandError(
            .usage,
            "the name of '\(shown: path)' is reserved for temporary files, so it cannot be \(shown: rawValue)")
    }
}

/// Checks of output files. A file must not be the output and also have another role.
extension Session {
    /// The files that a sandbox writes after its program has ended, and their roles.
    private var sandboxOutputs: [(path: String, role: FileRole)] {
        let output = options.outputFile.map { ($0, FileRole.output) }
        let expectation = options.updatesExpectation ? options.expectation.map { ($0, FileRole.expectation) } : nil
        return [output, expectation].compactMap { $0 }.filter { $0.0 != "-" }
    }

    /// Throws an error if an output file has a reserved name, or would replace the journal or a record.
    func requireOutput(_ path: String, as role: FileRole = .output) throws(CommandError) {
        try role.requireUsableName(of: path)
        try FileSession.requireOutput(path, as: role.rawValue, journal: journalFile, in: folders)
    }

    /// Calls ``requireOutput(_:as:)`` for each file that a sandbox writes.
    func requireSandboxOutputs() throws(CommandError) {
        for output in sandboxOutputs { try requireOutput(output.path, as: output.role) }
    }

    /// Throws an error if an output file would replace the file of a domain that the command reads.
    ///
    /// - Parameters:
    ///   - role: The role of the output file.
    ///   - root: The folder of the domains. Defaults to the folder of the session.
    func refuseOutput(
        _ path: String, as role: FileRole = .output, over domains: [Domain], inRoot root: String? = nil
    ) throws(CommandError) {
        guard options.storage.hasFiles else { return }
        let store = FileDomainStore(folders: root.map(folders.inRoot) ?? folders)
        guard let domain = store.domain(among: domains, withFile: path) else { return }
        throw .outputIsDomain(path, domain.spelling, as: role.rawValue)
    }

    /// Throws an error if a sandbox would write to the file of a domain that is copied into it.
    func refuseSandboxOutputs(over domains: [Domain], inRoot root: String) throws(CommandError) {
        for output in sandboxOutputs {
            try refuseOutput(output.path, as: output.role, over: domains, inRoot: root)
        }
    }

    /// Throws an error if a sandbox would write to the file from which a domain is copied.
    func refuseSandboxOutputs(over domain: Domain, inFile file: String) throws(CommandError) {
        for output in sandboxOutputs where FilePlace.isOneFile(output.path, file) {
            throw .outputIsDomain(output.path, domain.spelling, as: output.role.rawValue)
        }
    }

    /// Throws an error if an output file is the expectation, or would become a domain in the folder of the expectation.
    func refuseOutput(_ path: String, overExpectation expectation: String) throws(CommandError) {
        if !FilePlace.isOneFile(path, expectation) {
            guard InputFile.kind(of: expectation) == .folder, path.hasScalarSuffix(".plist") else { return }
            let folder = "\(FilePaths.followingLinks(expectation))/"
            guard FilePaths.followingLinks(path).hasScalarPrefix(folder) else { return }
        }
        throw CommandError(.usage, "'\(shown: path)' belongs to the expectation, so it cannot be the output")
    }
}
