import DefaultsCore
import Foundation
import PropertyList
import ToolSupport

/// A merge of three files that a command line names.
struct FileMergeRun {
    private let ours: String
    private let base: String
    private let theirs: String
    /// The file to write to, or `nil` for standard output.
    private let output: String?
    private let options: OptionValues

    /// The contents of the files. Those of a file that the output replaces are `nil`, until its folder is locked.
    private struct Contents {
        let ours: [UInt8]?
        let base: [UInt8]?
        let theirs: [UInt8]?

        var lacksFile: Bool { ours == nil || base == nil || theirs == nil }
    }

    init(_ invocation: Invocation, in folders: DomainFolders) throws(CommandError) {
        options = invocation.options
        let paths = invocation.words.map(folders.redirected)
        guard paths.count == 3 else { throw invocation.misuse }
        (ours, base, theirs) = (paths[0], paths[1], paths[2])
        output = options.outputFile.flatMap { $0 == "-" ? nil : $0 }
        if paths.count(where: { $0 == "-" }) > 1 { throw .inputTwice }
        if options.mergeLabels.count > 3 { throw invocation.misuse }
        if output == nil, options.contains(.lockTimeout) {
            throw .optionWithoutEffect(Option.lockTimeout.name, on: "output to standard output")
        }
    }

    func run(in session: Session, _ input: Input) throws(CommandError) -> ExitStatus {
        if let output { try session.requireOutput(output) }
        // A FIFO is read before the folder is locked, because its writer may need the lock.
        let contents = Contents(
            ours: try read(ours, input), base: try readBase(input), theirs: try read(theirs, input))
        guard let output, contents.lacksFile else {
            let result = try merge(contents)
            try write(result.data, in: session)
            return report(result, in: session)
        }
        var result: FileMerge.Result?
        let guardian = try session.fileGuard(output)
        try CommandError.mapping(
            try session.propertyListFiles.updateContents(ofFile: output, guardian) { bytes in
                let merged = try merge(contents, replaced: bytes)
                result = merged
                let old = try version(output, bytes)
                if old.isJSON { try guardian.requireNoJournal(for: "a change of a JSON file") }
                return FileContents(merged.data, root: merged.root, from: old.value)
            })
        return result.map { report($0, in: session) } ?? .success
    }

    private func read(_ path: String, _ input: Input) throws(CommandError) -> [UInt8]? {
        if let output, OutputTarget(output, from: path).isSource { return nil }
        return try input.read(path)
    }

    private func readBase(_ input: Input) throws(CommandError) -> [UInt8]? {
        if options.acceptsMissingPaths, base != "-", InputFile.kind(of: base) == .missing { return [] }
        return try read(base, input)
    }

    /// Merges the files.
    ///
    /// - Parameter replaced: The contents of the file that the output replaces.
    private func merge(_ contents: Contents, replaced: [UInt8] = []) throws(CommandError) -> FileMerge.Result {
        let merge = FileMerge(
            ours: try version(ours, contents.ours ?? replaced), base: try baseVersion(contents.base ?? replaced),
            theirs: try version(theirs, contents.theirs ?? replaced))
        return try CommandError.mapping(
            try merge.result(favoring: options.mergeSide, style, rewrites: options.rewritesFiles))
    }

    private func version(_ path: String, _ bytes: [UInt8]) throws(CommandError) -> FileMerge.Revision {
        try CommandError.mapping(try FileMerge.Revision(bytes, path: path))
    }

    private func baseVersion(_ bytes: [UInt8]) throws(CommandError) -> FileMerge.Revision? {
        options.acceptsMissingPaths && bytes.isEmpty ? nil : try version(base, bytes)
    }

    private var style: ConflictStyle {
        var style = options.conflictStyle
        let labels = options.mergeLabels
        (style.ours, style.base, style.theirs) = (
            labels.first ?? ours, labels.dropFirst().first ?? base, labels.dropFirst(2).first ?? theirs
        )
        return style
    }

    private func write(_ data: Data, in session: Session) throws(CommandError) {
        guard let output else { return try session.write(Array(data)) }
        do throws(PreferencesError) {
            try OutputFile.write(data, to: output, like: ours == "-" ? nil : ours, lockTimeout: options.lockTimeout)
        } catch {
            throw .preferences(error)
        }
    }

    /// Reports what the result lacks, and its conflicts.
    private func report(_ result: FileMerge.Result, in session: Session) -> ExitStatus {
        if let loss = result.loss, let output, OutputTarget(output, from: ours).isSource {
            session.layout.note(loss, of: ours)
        }
        session.report(missing: result.missingComments, of: theirs)
        session.report(result.conflicts, of: ours)
        return result.conflicts.isEmpty ? .success : .negative
    }
}

extension Session {
    /// Prints the paths of conflicts with their values to standard error.
    func report(_ conflicts: [PropertyListMerge.Conflict], of file: String) {
        for conflict in conflicts { report(.conflict(conflict, in: file)) }
    }

    /// Prints comments that were not merged to standard error.
    func report(missing comments: [String], of file: String) {
        if !comments.isEmpty { report(.commentsNotMerged(comments, file)) }
    }
}

extension CommandError {
    /// The error of comments that were not merged. A file can have many, so only the first are quoted.
    fileprivate static func commentsNotMerged(_ comments: [String], _ file: String) -> CommandError {
        let quoted = comments.prefix(3).map { "'\($0.excerpt)'" }.joined(separator: ", ")
        let others = comments.count > 3 ? " and \(comments.count - 3) more" : ""
        return CommandError(
            .negative,
            comments.count == 1
                ? "\(shown: file): the comment \(shown: quoted) of their version is not in the result"
                : "\(shown: file): comments of their version are not in the result: \(shown: quoted + others)")
    }

    fileprivate static func conflict(_ conflict: PropertyListMerge.Conflict, in file: String) -> CommandError {
        let place = conflict.isRun ? "the elements from '\(conflict.path)' on" : "'\(conflict.path)'"
        func text(_ value: PropertyListValue?) -> String { value.map { ValueText.line(for: $0).excerpt } ?? "no value" }
        return CommandError(
            .negative,
            """
            \(shown: file): a conflict in \(shown: place): ours \(shown: text(conflict.ours)), \
            base \(shown: text(conflict.base)), theirs \(shown: text(conflict.theirs))
            """)
    }
}
