import DefaultsCore
import Foundation
import ToolSupport

/// A file of a plutil command line, or standard input.
struct PlutilFile {
    /// The operand, which is `-` for standard input.
    let name: String
    /// The path of the file. A path below `/Library` may be redirected; see ``DomainFolders/redirected(_:)``.
    let path: String
    let folders: DomainFolders
    let streams: Streams
    let environment: ProcessEnvironment
    /// The command line that a journal records.
    let words: [String]

    var isInput: Bool { name == "-" }

    /// The name in messages.
    var shownName: String { isInput ? "<stdin>" : name }

    /// Reads the file or standard input. An empty stream is an error, because a program has probably failed.
    ///
    /// - Parameter requiresFile: Whether a stream is an error. It is not read.
    func read(requiresFile: Bool = false) throws(PlutilError) -> [UInt8] {
        do {
            if requiresFile { try InputFile.requireRegularFile(path) }
            let bytes = try streams.bytes(of: path, isDocument: true)
            if !bytes.isEmpty || (!isInput && InputFile.kind(of: path) == .regularFile) { return bytes }
        } catch  where isInput && error.code == .tooLarge {
            throw .notValid("standard input has more than \(InputFile.defaultSizeLimit) bytes")
        } catch {
            throw .notRead(error)
        }
        throw .notValid(PropertyListError(.empty).description)
    }

    /// Returns the place that the options select. Without them, the result of a file replaces the file, and that of
    /// standard input goes to standard output.
    func target(_ options: PlutilArguments.Options) throws(PlutilError) -> OutputTarget {
        if let output = options.output { return OutputTarget(folders.redirected(output), from: path) }
        guard let suffix = options.fileExtension else { return OutputTarget(inPlaceOf: path) }
        if isInput { throw PlutilError("-e requires the name of a file, and standard input has none") }
        return OutputTarget(OutputTarget.path(for: path, suffix: suffix), from: path)
    }

    /// Throws an error if the result of one file would be written over another file of the command line, or over the
    /// result of another file. Nothing is written before.
    static func requireDifferentResults(
        of files: [PlutilFile], _ options: PlutilArguments.Options
    ) throws(PlutilError) {
        guard files.count > 1 else { return }
        if let output = options.output, output != "-" {
            let path = files[0].folders.redirected(output)
            if files.contains(where: { !$0.isInput && FilePlace.isOneFile(path, $0.path) }) {
                throw PlutilError(
                    "The results of several files would be written to '\(output)', which is one of the files")
            }
        }
        guard let suffix = options.fileExtension else { return }
        var names: [FilePlace: String] = [:]
        for file in files where !file.isInput {
            let path = OutputTarget.path(for: file.path, suffix: suffix)
            guard let place = FilePlace(path) else { continue }
            if let other = names.updateValue(file.name, forKey: place) {
                throw PlutilError("'\(other)' and '\(file.name)' would both be written to '\(path)'")
            }
        }
    }

    /// Writes the result to another file. Users who cannot read this file cannot read a new one.
    ///
    /// - Parameter root: The root of the document, or `nil` for a raw value.
    func write(_ data: Data, of root: PropertyListValue?, to path: String) throws {
        try requireOutput(path)
        let source = isInput || path == self.path ? nil : self.path
        try FileSession(command: words, environment).write(data, of: root, to: path, like: source)
    }

    /// Throws an error if a file cannot be written because it is the journal or a record.
    private func requireOutput(_ path: String) throws {
        try FileSession.requireOutput(
            path, as: "the output", journal: environment.text(of: "DEFAULTS_JOURNAL"), in: folders)
    }
}

/// Changes of the file itself, under the lock of its folder.
extension PlutilFile {
    /// A document or a text, and the root of the document.
    typealias Contents = (data: Data, root: PropertyListValue?)

    /// Returns the file with a session of its own, so that it has an entry of its own in a journal.
    private func guarded() throws -> GuardedFile {
        try GuardedFile(name, command: words, environment, json: .plain)
    }

    /// Writes a new file. Replaces an existing file only if there is no journal.
    func create(_ data: Data) throws {
        if InputFile.kind(of: path) == .regularFile {
            try guarded().session.requireNoJournal(for: "the replacement of a file by an empty dictionary")
        }
        try write(data, of: [:], to: path)
    }

    /// Replaces the contents of the file.
    ///
    /// - Parameters:
    ///   - subject: The change as a noun phrase, for the error if there is a journal, which cannot record it. If it is
    ///     `nil`, only the format changes, and neither a schema nor the journal is used.
    ///   - path: The key path of the value that is kept, or `nil` for the root. If one of several values of a key in it
    ///     would be lost, the file is not changed.
    ///   - body: Returns the new contents.
    /// - Returns: A notice that comments were removed, or nothing.
    func replace(
        _ subject: String?, at path: PlutilKeyPath? = nil, _ body: (inout PlutilSource) throws -> Contents
    ) throws -> [PlutilError] {
        let file = subject == nil ? nil : try guarded()
        if let subject { try file?.session.requireNoJournal(for: subject) } else { try requireOutput(self.path) }
        let store = file?.session.store ?? FileDomainStore(folders: folders)
        var hadComments = false
        do {
            try store.updateContents(ofFile: self.path, file) { bytes, update in
                var source = try PlutilSource(bytes)
                let old = source.value
                let new = try body(&source)
                if let error = source.duplicateKey(at: path) { throw error }
                try update.write(new.data, over: bytes, root: new.root, from: old)
                hadComments = source.hasComments
            }
        } catch let error as PreferencesError where error.isReadFailure {
            throw PlutilError.notRead(error)
        }
        return hadComments ? [PlutilError(CommandError.lost(.comments, of: self.path))] : []
    }

    /// Changes the values of the file. Its format and layout are kept.
    ///
    /// - Parameter isReadable: Whether JSON on one line is indented.
    /// - Returns: The notices of what the file has lost.
    func edit(_ edit: PlutilEdit, isReadable: Bool) throws -> [PlutilError] {
        let source = try PlutilSource(try read(requiresFile: true))
        let newline = UInt8(ascii: "\n")
        if isReadable, source.format == .json(.plain), !source.bytes.dropLast().contains(newline) {
            return try replace("a change of the layout of a JSON file") { source in
                try source.apply(edit)
                let end = source.bytes.last == newline ? [newline] : []
                return (try source.data(isReadable: true) + end, source.value)
            }
        }
        let file = try guarded()
        try file.update { update in
            guard let old = try update.read() else { throw PlutilError.notValid("the file was removed") }
            var source = PlutilSource(old)
            try source.apply(edit)
            try update.write(source.value)
        }
        return file.session.notices.map { PlutilError($0) }
    }
}
