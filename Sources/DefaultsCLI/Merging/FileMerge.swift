import DefaultsCore
import Foundation

/// Three versions of a file that are merged: property lists in any format, or JSON.
struct FileMerge {
    /// A version of a file.
    struct Revision {
        let path: String
        let text: FileText

        /// Reads a version.
        ///
        /// - Parameters:
        ///   - bytes: The contents of the file.
        ///   - path: The path, which says whether a text is JSON, and for errors.
        /// - Throws: ``PreferencesError`` if the file cannot be read, or if a value cannot represent all of it.
        init(_ bytes: [UInt8], path: String) throws(PreferencesError) {
            self.path = path
            do {
                let (document, elements) =
                    JSONReader.isDocument(bytes, at: path)
                    ? try JSONReader.readWithElements(bytes, as: .tagged)
                    : try PropertyListReader.readWithElements(bytes)
                text = FileText(bytes: bytes, document: document, elements: elements)
            } catch {
                throw PreferencesError(.unreadable(path: path, error))
            }
            guard document.isExact else { throw PreferencesError(.unfaithful(path: path, document.substitutions)) }
        }

        var document: PropertyListDocument { text.document }
        var value: PropertyListValue { document.value }
        var isJSON: Bool { document.json != nil }

        /// The keys that occur more than once.
        var duplicateKeys: [PropertyListPath] { document.duplicateKeys }

        fileprivate var comments: [String] {
            document.hasComments ? Comments.all(in: text.bytes, isJSON: isJSON) : []
        }
    }

    /// A side of a merge.
    enum Side: Sendable {
        case ours
        case theirs
    }

    /// The result of a merge.
    struct Result {
        fileprivate(set) var data: Data
        /// The format of the file, or `nil` for JSON.
        let format: PropertyListFormat?
        /// The root, or `nil` if conflicts are marked.
        var root: PropertyListValue?
        /// What the file of our side lost, because its layout could not be kept.
        var loss: LayoutPolicy.Loss?
        /// The path of a new key or string in XML that other programs do not accept.
        var pathOfInvalidText: PropertyListPath?
        /// The comments that only their version has, and the result lacks.
        var missingComments: [String] = []
        /// The conflicts, or an empty array if the result favors a side.
        var conflicts: [PropertyListMerge.Conflict] = []
    }

    let ours: Revision
    let base: Revision?
    let theirs: Revision
    private let merge: PropertyListMerge
    /// The comments in their version on members of dictionaries, if the format of both sides is the same.
    private let comments: MemberComments?

    /// Merges two versions of a file.
    ///
    /// - Parameter base: The version from which both were made, or `nil` if there is none.
    init(ours: Revision, base: Revision?, theirs: Revision) {
        (self.ours, self.base, self.theirs) = (ours, base, theirs)
        merge = PropertyListMerge(base: base?.value, ours: ours.value, theirs: theirs.value)
        let isSameFormat = theirs.document.format == ours.document.format && theirs.isJSON == ours.isJSON
        let elements = isSameFormat && theirs.document.hasComments ? theirs.text.elements : nil
        comments = elements.flatMap { MemberComments.all(in: theirs.text.bytes, $0, isJSON: theirs.isJSON) }
    }

    /// Returns the texts of a list that another list does not have, or does not have as often.
    private static func difference(_ texts: [String], _ others: [String]) -> [String] {
        var counts: [ExactName: Int] = [:]
        for text in others { counts[ExactName(text), default: 0] += 1 }
        return texts.filter { text in
            let count = counts[ExactName(text)] ?? 0
            counts[ExactName(text)] = count - 1
            return count <= 0
        }
    }

    /// Returns the contents of the merged file, which has the format and the layout of our side.
    ///
    /// - Parameters:
    ///   - side: The side whose values are used in conflicts, or `nil` to mark conflicts.
    ///   - style: How conflicts are marked.
    ///   - rewrites: Whether the file is written whole.
    /// - Throws: ``PreferencesError`` if the format of our side cannot represent a value. Unless the file is written
    ///   whole, also if its comments or duplicate keys cannot be kept, or if only their side has a duplicate key.
    func result(
        favoring side: Side?, _ style: ConflictStyle, rewrites: Bool = false
    ) throws(PreferencesError) -> Result {
        let known = ours.duplicateKeys
        if !rewrites, let key = theirs.duplicateKeys.first(where: { !known.contains($0) }) {
            throw PreferencesError(.duplicateKey(path: theirs.path, key))
        }
        var result = try encoded(side == .theirs ? merge.theirs : merge.ours, rewrites: rewrites)
        if result.format == .xml { result.pathOfInvalidText = result.root?.pathOfCharactersNotInXML(since: ours.value) }
        if side == nil { result.conflicts = merge.conflicts }
        // In a binary file, conflicts have the values of our side.
        if !result.conflicts.isEmpty, ours.document.format != .binary {
            // The format of our side need not be able to represent a base that is not shown.
            let base = style.form == .merge ? result : try encoded(merge.base, rewrites: rewrites)
            let theirs = try encoded(merge.theirs, rewrites: rewrites)
            let text = ConflictText.marked(
                ours: Array(result.data), base: Array(base.data), theirs: Array(theirs.data), style)
            (result.data, result.root, result.loss) = (Data(text), nil, result.loss ?? theirs.loss)
        }
        let newComments = Self.difference(theirs.comments, base?.comments ?? [])
        if !newComments.isEmpty {
            let comments = Comments.all(in: Array(result.data), isJSON: ours.isJSON)
            result.missingComments = Self.difference(newComments, comments)
        }
        return result
    }

    /// Returns the file with another root, which is read again.
    private func encoded(_ value: PropertyListValue?, rewrites: Bool) throws(PreferencesError) -> Result {
        let value = value ?? [:]
        if !ours.isJSON, value.opaqueLiteral != nil { throw unstorable }
        let encoded = try DomainFile(path: ours.path, isGivenByPath: true).encoded(
            value, over: ours.text, LayoutPolicy(rewrites: rewrites, json: .tagged), with: comments, movesLiterals: true
        )
        let isKept = (try? Revision(Array(encoded.data), path: ours.path))?.value == value
        guard isKept else { throw unstorable }
        return Result(
            data: encoded.data, format: ours.isJSON ? nil : ours.document.format, root: value, loss: encoded.loss)
    }

    private var unstorable: PreferencesError {
        let format = ours.isJSON ? nil : ours.document.format
        let reason = "a value of the other version cannot be represented exactly"
        return PreferencesError(.unstorable(path: ours.path, PropertyListError(.notWritten(format, reason: reason))))
    }
}
