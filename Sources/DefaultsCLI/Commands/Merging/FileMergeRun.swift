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
        let (ours, base, theirs) = (try read(self.ours, input), try readBase(input), try read(self.theirs, input))
        guard let output, ours == nil || base == nil || theirs == nil else {
            let result = try merge(ours ?? [], base ?? [], theirs ?? [])
            try write(result.data, in: session)
            return report(result, in: session)
        }
        var result: FileMerge.Result?
        let file = GuardedFile(output, of: try CommandError.mapping(try Domain(ofFile: output)), in: session.files)
        try CommandError.mapping(
            try session.files.store.updateContents(ofFile: output, file) { bytes in
                let merged = try merge(ours ?? bytes, base ?? bytes, theirs ?? bytes)
                result = merged
                let old = try version(output, bytes)
                if old.isJSON { try session.files.requireNoJournal(for: "a change of a JSON file") }
                return FileContents(merged.data, root: merged.root, from: old.value)
            })
        if ours == nil, let loss = result?.loss { session.files.store.layout?.note(loss, of: self.ours) }
        return result.map { report($0, in: session) } ?? .success
    }

    /// Reads a file, or returns `nil` if the output replaces the file. It is read when its folder is locked.
    private func read(_ path: String, _ input: Input) throws(CommandError) -> [UInt8]? {
        if let output, OutputTarget(output, from: path).isSource { return nil }
        return try input.read(path)
    }

    private func readBase(_ input: Input) throws(CommandError) -> [UInt8]? {
        if options.acceptsMissingPaths, base != "-", InputFile.kind(of: base) == .missing { return [] }
        return try read(base, input)
    }

    private func merge(_ ours: [UInt8], _ base: [UInt8], _ theirs: [UInt8]) throws(CommandError) -> FileMerge.Result {
        let merge = FileMerge(
            ours: try version(self.ours, ours), base: try baseVersion(base), theirs: try version(self.theirs, theirs))
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

    /// Reports comments that the result lacks, and its conflicts.
    private func report(_ result: FileMerge.Result, in session: Session) -> ExitStatus {
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
