import DefaultsCore
import Foundation
import PropertyList
import ToolSupport

/// A merge of three files that a command line names.
struct FileMergeRun {
    private let ours: String
    private let base: String
    private let theirs: String
    private let options: OptionValues

    init(_ invocation: Invocation, in folders: DomainFolders) throws(CommandError) {
        options = invocation.options
        let paths = invocation.words.map(folders.redirected)
        guard paths.count == 3 else { throw invocation.misuse }
        (ours, base, theirs) = (paths[0], paths[1], paths[2])
        if paths.count(where: { $0 == "-" }) > 1 { throw .inputTwice }
        if options.mergeLabels.count > 3 { throw invocation.misuse }
        if options.outputFile ?? "-" == "-", options.contains(.lockTimeout) {
            throw .optionWithoutEffect(Option.lockTimeout.name, on: "output to standard output")
        }
    }

    func run(in session: Session, _ input: Input) throws(CommandError) -> ExitStatus {
        if let path = options.outputFile, path != "-" { try session.requireOutput(path) }
        let versions = (
            ours: try version(ours, input), base: try baseVersion(input), theirs: try version(theirs, input)
        )
        let merge = FileMerge(ours: versions.ours, base: versions.base, theirs: versions.theirs)
        let result = try CommandError.mapping(
            try merge.result(favoring: options.mergeSide, style, rewrites: options.rewritesFiles))
        if let loss = result.loss { session.layout.note(loss, of: ours) }
        try write(result.data, in: session)
        session.report(missing: result.missingComments, of: theirs)
        if options.mergeSide != nil || merge.conflicts.isEmpty { return .success }
        session.report(merge.conflicts, of: ours)
        return .negative
    }

    private func version(_ path: String, _ input: Input) throws(CommandError) -> FileMerge.Revision {
        let bytes = try input.read(path)
        return try CommandError.mapping(try FileMerge.Revision(bytes, path: path))
    }

    private func baseVersion(_ input: Input) throws(CommandError) -> FileMerge.Revision? {
        if options.acceptsMissingPaths, base != "-", InputFile.kind(of: base) == .missing { return nil }
        let bytes = try input.read(base)
        if options.acceptsMissingPaths, bytes.isEmpty { return nil }
        return try CommandError.mapping(try FileMerge.Revision(bytes, path: base))
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
        guard let path = options.outputFile, path != "-" else { return try session.write(Array(data)) }
        do throws(PreferencesError) {
            try OutputFile.write(data, to: path, like: ours == "-" ? nil : ours, lockTimeout: options.lockTimeout)
        } catch {
            throw .preferences(error)
        }
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
