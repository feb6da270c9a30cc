import DefaultsCore
import Foundation
import ToolSupport

/// A merge that git runs for a file with the attribute `merge=plist`.
///
/// Git passes temporary files for the base, our version, which is also the result, and their version. A driver that
/// exits with status 1 without writing leaves our version without markers, so what cannot be merged by keys is passed
/// on to `git merge-file`, which marks conflicts. Our version is written in place and without a lock: no other program
/// uses it, and another file beside it, left by a driver that is killed, could be added to the repository.
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
        #   *.xcstrings merge=plist

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
            // Above 128, git stops instead of recording a conflict, except older versions.
            return error.status == .negative ? .negative : ExitStatus(rawValue: 255)
        }
    }

    private func merge(in session: Session, _ input: Input) throws(CommandError) -> ExitStatus {
        let (base, old, theirs) = (try input.read(base), try input.read(ours), try input.read(theirs))
        let result: FileMerge.Result
        do throws(CommandError) {
            let merge = FileMerge(
                ours: try subject("our version", try FileMerge.Revision(old, path: path)),
                base: base.isEmpty ? nil : try? FileMerge.Revision(base, path: path),
                theirs: try subject("their version", try FileMerge.Revision(theirs, path: path)))
            result = try subject("the merge by keys", try merge.result(favoring: nil, style))
        } catch {
            session.report(error.followed(by: "lines are merged instead"))
            return try mergeLines(over: old, in: session, input)
        }
        do throws(PreferencesError) {
            try OutputFile.overwrite(ours, with: result.data)
        } catch {
            try? OutputFile.overwrite(ours, with: Data(old))
            throw .preferences(error)
        }
        if let loss = result.loss { session.files.note(loss, of: path) }
        return session.report(result, ours: path, theirs: path, files: [path])
    }

    /// Evaluates an expression, and adds its subject to the error that it throws.
    private func subject<Result>(
        _ subject: String, _ expression: @autoclosure () throws(PreferencesError) -> Result
    ) throws(CommandError) -> Result {
        do throws(PreferencesError) {
            return try expression()
        } catch {
            throw CommandError(.negative, "\(shown: subject): \(shown: error)")
        }
    }

    /// Merges the lines of the files. The merge succeeds if there are no conflicts, and if the result can be read and
    /// no key occurs twice in it.
    ///
    /// - Parameter old: The contents of our version. They remain if git does not merge the lines, as in binary files.
    private func mergeLines(
        over old: [UInt8], in session: Session, _ input: Input
    ) throws(CommandError) -> ExitStatus {
        let form = [ConflictStyle.Form.merge: [], .diff3: ["--diff3"], .zdiff3: ["--zdiff3"]][style.form] ?? []
        let words =
            ["git", "merge-file", "--marker-size=\(style.markerSize)"] + form
            + ["-L", style.ours, "-L", style.base, "-L", style.theirs, "--", ours, base, theirs]
        let signals = HeldSignals()
        defer { signals.release() }
        let status: Int32
        session.streams.progress?.end()
        do throws(SystemError) {
            status = try session.programs.run(Program(words: words.map { Array($0.utf8) }, variables: []), signals)
        } catch {
            throw .programNotRun("git", error)
        }
        if status > 0, status <= 127 { return .negative }  // the number of conflicts
        let new = try input.read(ours)
        if status == 0 {
            let merged = try subject("the merged lines", try FileMerge.Revision(new, path: path))
            guard let key = merged.duplicateKeys.first else { return .success }
            let place = "'\(key.description.excerpt)' of \(path)"
            throw CommandError(.negative, "the merged lines: key \(shown: place) occurs more than once")
        }
        guard status == 255, new == old else { throw CommandError(.inputOutput, "'git merge-file' failed") }
        throw CommandError(.negative, "\(shown: path): git has not merged the lines; our version is kept")
    }
}
