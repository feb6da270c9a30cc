import DefaultsCore
import Foundation
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
        let ours = try read(self.ours, input)
        let base = try read(self.base, input, mayBeMissing: options.acceptsMissing)
        let theirs = try read(self.theirs, input)
        session.streams.progress?.note("merging", self.ours)
        guard let output, ours == nil || base == nil || theirs == nil else {
            if let option = ([.journal] + Option.schemas).first(where: options.contains),
                output.flatMap(session.folders.domain(inFile:)) == nil
            {
                throw .optionWithoutEffect(
                    option.name, on: "output that replaces none of the files, nor the file of a domain")
            }
            let result = try CommandError.mapping(try outcome(of: try merge(ours ?? [], base ?? [], theirs ?? [])))
            try write(result, in: session)
            return report(result, in: session)
        }
        let file = GuardedFile(output, in: session.files)
        var result: FileMerge.Result?
        try CommandError.mapping(
            try session.files.store.updateContents(ofFile: output, file) { bytes, update in
                let merge = try merge(ours ?? bytes, base ?? bytes, theirs ?? bytes)
                let old = ours == nil ? merge.ours : base == nil ? merge.base : merge.theirs
                let merged = try outcome(of: merge)
                if merged.root == nil { try session.files.requireNoJournal(for: "a merge with conflicts") }
                try update.write(merged.data, over: bytes, root: merged.root, from: old?.value)
                result = merged
            })
        if ours == nil, let loss = result?.loss { session.files.note(loss, of: self.ours) }
        return result.map { report($0, in: session) } ?? .success
    }

    private func report(_ result: FileMerge.Result, in session: Session) -> ExitStatus {
        session.report(
            result, ours: ours, theirs: theirs, files: [ours, base, theirs] + (output.map { [$0] } ?? []))
    }

    /// Reads a file, or returns `nil` if the output replaces the file. That file is read while its folder is locked.
    ///
    /// - Parameter mayBeMissing: Whether a missing file is read as an empty one.
    private func read(_ path: String, _ input: Input, mayBeMissing: Bool = false) throws(CommandError) -> [UInt8]? {
        if mayBeMissing, path != "-", InputFile.kind(of: path) == .missing { return [] }
        if let output, OutputTarget(output, from: path).isSource { return nil }
        return try input.read(path)
    }

    private func merge(_ ours: [UInt8], _ base: [UInt8], _ theirs: [UInt8]) throws(PreferencesError) -> FileMerge {
        let hasBase = !(options.acceptsMissing && base.isEmpty)
        return FileMerge(
            ours: try FileMerge.Revision(ours, path: self.ours),
            base: hasBase ? try FileMerge.Revision(base, path: self.base) : nil,
            theirs: try FileMerge.Revision(theirs, path: self.theirs))
    }

    private func outcome(of merge: FileMerge) throws(PreferencesError) -> FileMerge.Result {
        var style = options.conflictStyle
        let labels = options.mergeLabels + [ours, base, theirs].dropFirst(options.mergeLabels.count)
        (style.ours, style.base, style.theirs) = (labels[0], labels[1], labels[2])
        return try merge.result(favoring: options.mergeSide, style, rewrites: options.rewritesFiles)
    }

    private func write(_ result: FileMerge.Result, in session: Session) throws(CommandError) {
        guard let output else {
            return try session.write(document: result.data, as: result.format.map(DocumentFormat.propertyList) ?? .json)
        }
        try CommandError.mapping(
            try session.files.write(result.data, of: result.root, to: output, like: ours == "-" ? nil : ours))
    }
}

extension Session {
    /// Prints the comments that the result of a merge lacks, and its conflicts with their values, to standard error.
    ///
    /// - Parameter files: The files whose schemas mark secrets.
    /// - Returns: The exit status of the merge.
    func report(_ result: FileMerge.Result, ours: String, theirs: String, files: [String]) -> ExitStatus {
        if !result.missingComments.isEmpty {
            let comments = result.missingComments
            // A file can have many, so only the first are quoted.
            let quoted =
                comments.prefix(3).map { "'\($0.excerpt)'" }.joined(separator: ", ")
                + (comments.count > 3 ? " and \(comments.count - 3) more" : "")
            report(
                CommandError(
                    .negative,
                    comments.count == 1
                        ? "\(shown: theirs): the comment \(shown: quoted) of their version is not in the result"
                        : "\(shown: theirs): comments of their version are not in the result: \(shown: quoted)"))
        }
        if let place = result.pathOfInvalidText { report(.invalidXML(at: place, in: "the result")) }
        let domains = files.compactMap { try? Domain(ofFile: $0) }
        let shown = redaction.hidingSecrets(
            in: result.conflicts.map { conflict in
                let path = conflict.isRun ? conflict.path.parent : conflict.path
                let sides = [(conflict.ours, conflict.theirs), (conflict.base, nil)]
                return (domains, sides.map { PropertyListDifference(path: path, old: $0, new: $1) })
            })
        for (conflict, sides) in zip(result.conflicts, shown) {
            let place = conflict.isRun ? "the elements from '\(conflict.path)' on" : "'\(conflict.path.title)'"
            let values = [sides[0].old, sides[1].old, sides[0].new]
                .map { $0.map { ValueText.line(for: $0).excerpt } ?? "no value" }
            report(
                CommandError(
                    .negative,
                    """
                    \(shown: ours): a conflict in \(shown: place): ours \(shown: values[0]), \
                    base \(shown: values[1]), theirs \(shown: values[2])
                    """))
        }
        return result.conflicts.isEmpty ? .success : .negative
    }
}
