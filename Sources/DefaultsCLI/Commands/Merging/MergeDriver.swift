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

    /// A status above 128, at which git stops instead of recording a conflict.
    private static let stop = ExitStatus(rawValue: 255)

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

    init(_ invocation: Invocation) throws(CommandError) {
        let words = invocation.words
        guard words.count >= 5, words.count <= 8 else { throw invocation.misuse }
        guard let size = Int(words[3]), 1...1000 ~= size else {
            throw .invalidOptionValue(
                "--driver", words[3], expected: "the size of a marker, from 1 to 1000, after the files")
        }
        (base, ours, theirs, path) = (words[0], words[1], words[2], words[4])
        var style = invocation.options.conflictStyle
        style.markerSize = size
        // Older versions of git leave what they do not know, such as %S, as it is.
        let labels = words.dropFirst(5).map { $0.utf8.first == UInt8(ascii: "%") ? nil : $0 }
        style.base = (labels.first ?? nil) ?? "base"
        style.ours = (labels.dropFirst().first ?? nil) ?? "ours"
        style.theirs = (labels.dropFirst(2).first ?? nil) ?? "theirs"
        self.style = style
    }

    /// Merges the files. If one cannot be read, or the result cannot be written, the status makes git stop, since our
    /// version would remain without markers.
    func run(in session: Session, _ input: Input) -> ExitStatus {
        do throws(CommandError) {
            return try merge(in: session, input)
        } catch {
            session.report(error)
            return Self.stop
        }
    }

    private func merge(in session: Session, _ input: Input) throws(CommandError) -> ExitStatus {
        guard let merge = try merge(input), let result = try? merge.result(favoring: nil, style) else {
            return try mergeLines(in: session)
        }
        do throws(PreferencesError) {
            try OutputFile.write(result.data, to: ours, lockTimeout: session.options.lockTimeout)
        } catch {
            throw .preferences(error)
        }
        if let loss = result.loss { session.layout.note(loss, of: path) }
        session.report(missing: result.missingComments, of: path)
        session.report(merge.conflicts, of: path)
        return merge.conflicts.isEmpty ? .success : .negative
    }

    /// Returns the merge, or `nil` if a side is not a property list.
    ///
    /// - Throws: The error of a file that cannot be read. It does not say that the file is not a property list.
    private func merge(_ input: Input) throws(CommandError) -> FileMerge? {
        func version(_ file: String) throws(CommandError) -> FileMerge.Revision? {
            let bytes = try input.read(file)
            return bytes.isEmpty ? nil : try? FileMerge.Revision(bytes, path: path, name: path)
        }
        guard let ours = try version(ours), let theirs = try version(theirs) else { return nil }
        return FileMerge(ours: ours, base: try version(base), theirs: theirs)
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
        session.report(.linesMerged(path))
        return .negative
    }
}

extension CommandError {
    fileprivate static func linesMerged(_ path: String) -> CommandError {
        CommandError(
            .negative,
            """
            \(shown: path): a version is not a property list, or cannot be merged by keys, so lines were merged; \
            check the result
            """
        )
    }
}
