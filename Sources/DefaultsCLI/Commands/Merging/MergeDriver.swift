import DefaultsCore
import Foundation
import PropertyList
import ToolSupport

/// A merge that git runs for a file with the attribute `merge=plist`.
///
/// Git passes temporary files for the base, our version, which is also the result, and their version. A driver that
/// exits with status 1 without writing leaves our version without markers, so what cannot be merged by keys is passed
/// on to `git merge-file`, which marks conflicts.
struct MergeDriver {
    private let base: String
    private let ours: String
    private let theirs: String
    /// The path of the file in the repository.
    private let path: String
    private let style: ConflictStyle

    /// The lines of git's configuration, with those of the attributes in comments.
    static let configuration = """
        # For the configuration of git, such as ~/.gitconfig:
        [merge "plist"]
            name = property lists by keys
            driver = defaults merge --driver %O %A %B %L %P %S %X %Y
            recursive = binary
        # For the file .gitattributes of a repository:
        #   *.plist merge=plist
        #   *.strings merge=plist
        #   *.stringsdict merge=plist
        #   *.entitlements merge=plist

        """

    init(_ invocation: Invocation, in folders: DomainFolders) throws(CommandError) {
        let words = invocation.words
        guard words.count >= 5, words.count <= 8 else { throw invocation.misuse }
        guard let size = Int(words[3]), 1...1000 ~= size else {
            throw .invalidOptionValue(
                "--driver", words[3], expected: "the size of a marker, from 1 to 1000, after the files")
        }
        let files = words.prefix(3).map(folders.redirected)
        (base, ours, theirs, path) = (files[0], files[1], files[2], words[4])
        var style = invocation.options.conflictStyle
        style.markerSize = size
        // Older versions of git leave what they do not know, such as %S, as it is.
        var labels = ["base", "ours", "theirs"]
        for (index, label) in words.dropFirst(5).enumerated() where !label.hasScalarPrefix("%") {
            labels[index] = label
        }
        (style.base, style.ours, style.theirs) = (labels[0], labels[1], labels[2])
        self.style = style
    }

    /// Merges the files. If one cannot be read, or the result cannot be written, the status makes git stop, since our
    /// version would remain without markers.
    func run(in session: Session, _ input: Input) -> ExitStatus {
        do throws(CommandError) {
            return try merge(in: session, input)
        } catch {
            session.report(error)
            return ExitStatus(rawValue: 255)  // above 128, git stops instead of recording a conflict
        }
    }

    private func merge(in session: Session, _ input: Input) throws(CommandError) -> ExitStatus {
        let base = version(try input.read(base))
        guard let theirs = version(try input.read(theirs)) else {
            // The status of git does not say whether it could read our version.
            _ = try input.read(ours)
            return try mergeLines(in: session)
        }
        var result: FileMerge.Result?
        try CommandError.mapping(
            // The file is a temporary file of git. It has no schema, and its changes are not recorded.
            try session.files.store.updateContents(ofFile: ours, nil) { bytes, update in
                result = version(bytes).flatMap { ours in
                    try? FileMerge(ours: ours, base: base, theirs: theirs).result(favoring: nil, style)
                }
                try update.write(result?.data ?? Data(bytes), over: bytes, root: nil, from: nil)
            })
        guard let result else { return try mergeLines(in: session) }
        if let loss = result.loss { session.files.note(loss, of: path) }
        return session.report(result, ours: path, theirs: path)
    }

    /// Returns a version, or `nil` if the contents of its file are not a property list or JSON.
    private func version(_ bytes: [UInt8]) -> FileMerge.Revision? {
        bytes.isEmpty ? nil : try? FileMerge.Revision(bytes, path: path)
    }

    /// Merges the lines of the files. The status is always that of a conflict, since nothing has checked the result.
    private func mergeLines(in session: Session) throws(CommandError) -> ExitStatus {
        let form = [ConflictStyle.Form.merge: [], .diff3: ["--diff3"], .zdiff3: ["--zdiff3"]][style.form] ?? []
        let words =
            ["git", "merge-file", "-q", "--marker-size=\(style.markerSize)"] + form
            + ["-L", style.ours, "-L", style.base, "-L", style.theirs, ours, base, theirs]
        let signals = HeldSignals()
        defer { signals.release() }
        do throws(SystemError) {
            _ = try session.programs.run(Program(words: words.map { Array($0.utf8) }, variables: []), signals)
        } catch {
            throw .programNotRun("git", error)
        }
        session.report(
            CommandError(
                .negative,
                """
                \(shown: path): a version is not a property list, or cannot be merged by keys, so lines were merged; \
                check the result
                """))
        return .negative
    }
}
