import Foundation
import Glibc
import TestExtent
import Testing

/// One contract for all commands that change a property list file that exists, or write a new one. Each cell of the
/// table runs, except those with a reason why not.
@Suite(.waiting) struct ChangeInPlaceTests {
    @Test("a change keeps its promise", arguments: ChangeCell.all { !$0.needsMounts && !$0.isUnprivileged })
    func anywhere(_ cell: ChangeCell) throws { try cell.check() }

    @Test(
        "a change on another file system keeps its promise", MountSpace.condition,
        arguments: ChangeCell.all(\.needsMounts))
    func mounted(_ cell: ChangeCell) throws { try cell.check() }

    @Test(
        "a change without rights keeps its promise", OtherAccount.ordinaryCondition,
        arguments: ChangeCell.all(\.isUnprivileged))
    func unprivileged(_ cell: ChangeCell) throws { try cell.check() }

    @Test("no front has two results in a row", arguments: ChangeRow.all)
    func exceptions(row: ChangeRow) {
        #expect(Set(row.exceptionalFronts).count == row.exceptionalFronts.count)
    }
}

/// A row of the table for one front.
struct ChangeCell: CustomTestStringConvertible {
    let row: ChangeRow
    let front: ChangeFront

    /// Returns the cells that apply, of the rows that match.
    static func all(_ matches: (ChangeRow) -> Bool) -> [ChangeCell] {
        ChangeRow.all.filter(matches).flatMap { row in ChangeFront.allCases.map { ChangeCell(row: row, front: $0) } }
            .filter { if case .inapplicable = $0.row.result(of: $0.front) { false } else { true } }
    }

    var testDescription: String { "\(front): \(row.testDescription)" }

    private var file: String { "\(row.folder)/\(front == .name ? "D.plist" : row.name)" }
    private var operand: String { row.operand ?? file }
    /// The operand that sentences name.
    private var named: String { [ChangeFront].withOutput.contains(front) ? row.input ?? operand : operand }
    /// Whether another account makes the change.
    private var isGiven: Bool { row.isUnprivileged && geteuid() == 0 }
    private var isReformatting: Bool { [ChangeFront].reformatting.contains(front) }
    /// The format that a front writes if it can choose one.
    private var format: ChangedFile.Format {
        let format = row.file?.format ?? .xml
        return row.value.json == "\"v\"" ? format : format == .binary ? .xml : .binary
    }

    /// The variables and functions of all scripts.
    private var preamble: String {
        #"""
        cd d || exit 99
        words='\#(row.value.words)' json='\#(row.value.json)' commands=(\#(row.value.commands)) opt='\#(row.options)'
        p=\#(file) f=\#(operand) o=\#(row.output ?? operand) i=\#(row.input ?? operand)
        format=\#(format) format1=\#(format)
        case $format in xml | binary) format1+=1 ;; esac
        export TMPDIR=$PWD/../tmp replacement=${json//\\/\\\\}
        export EDITOR='f() { sed -i "s/\"v\"/$replacement/; s/^{}$/{\"K\": $replacement}/" "$1"; }; f'
        \#(front == .name ? "export DEFAULTS_ROOT=$PWD/\(row.folder)" : "unset DEFAULTS_ROOT")
        umask 077
        \#(row.variables)
        change() { \#(front.rawValue); }

        """#
    }

    /// Makes the change in a folder of its own, and expects the result.
    func check() throws {
        let scratch = Scratch()
        defer { chmod(scratch.path + "/d", 0o755) }
        let nobody = "\(Account.nobody):\(Account.nobody)"
        let gift = isGiven ? "chmod a+r ../base ../new; chown -R \(nobody) . ../tmp" : ""
        let prepared = try scratch.bash(
            #"""
            mkdir d tmp; \#(preamble)
            mkdir -p \#(row.folder); echo '{"K":"v"}' >../base; echo "{\"K\":$json}" >../new
            \#(row.file == nil ? "" : "cat >$p; chmod \(row.permissions) $p")
            \#(gift)
            \#(row.setUp)
            """#, input: row.file?.bytes ?? [])
        if prepared.status == 77 { try Test.cancel("\(prepared.error)") }
        #expect(prepared == .silence)
        let observed = try observe(in: scratch)
        let before = try Facts(scratch.path + "/d", file)
        let outcome = try change(in: scratch)
        let after = try Facts(scratch.path + "/d", file)
        switch row.result(of: front) {
        case .changed(let notice, let newFormat, let newlyObserved):
            let sentence = notice?.replacing("@", with: "'\(named)'")
            outcome.expect(0, error: sentence.map { "\(front.prefix ?? "")\($0)\n" } ?? "")
            try expectContents(Disk.bytes(after.path), as: newFormat, isRewritten: notice?.hasPrefix("@") == true)
            after.expectReplacement(of: before, hasOtherWriter: row.run != "change")
            #expect(try observe(in: scratch) == newlyObserved ?? observed)
        case .untouched:
            let notice = "defaults: the text is unchanged; leaving defaults unchanged\n"
            outcome.expect(0, text: "", error: front == .edit ? notice : "")
            #expect(after.differences(from: before) == [])
        case .refused(let status, let part, _):
            outcome.expect(status, containing: part, beginning: front.prefix ?? "\(named): ")
            let lines = outcome.errorLines.filter { !$0.hasPrefix("defaults: the text is in ") }
            #expect(lines.count == 1, "\(outcome)")
            #expect(outcome.text == "" || front == .plistBuddy)
            // PlistBuddy and plutil find some errors after they have created the temporary file.
            let differences = after.differences(from: before)
            #expect(differences.filter { $0 != "." || front.prefix == "defaults: " } == [])
            #expect(try observe(in: scratch) == observed)
        case .streamed:
            outcome.expect(0, error: "")
            try expectContents(outcome.output, as: nil, isRewritten: false)
            #expect(after.differences(from: before) == [])
        case .inapplicable: break
        }
    }

    private func observe(in scratch: Scratch) throws -> String {
        row.observe.isEmpty ? "" : try scratch.bash(preamble + row.observe).text
    }

    private func change(in scratch: Scratch) throws -> Outcome {
        guard isGiven else {
            let prefix = row.needsMounts ? MountSpace.prefix : "env"
            return try scratch.run(
                ["/bin/bash", "-c", "exec timeout 600 \(prefix) /bin/bash -c \"$0\"", preamble + row.run])
        }
        // By a descriptor, since the other account may have no right to enter the folder of the program.
        let script = #"""
            for name in defaults PlistBuddy plutil; do
                eval "$name() { (exec -a $name /proc/self/fd/3 \"\$@\"); }"
            done

            """#
        let account = "--reuid=\(Account.nobody) --regid=\(Account.nobody) --clear-groups"
        let line = "exec 3<\"$1\"; exec timeout 600 setpriv \(account) /bin/bash -c \"$0\""
        return try scratch.run(["/bin/bash", "-c", line, script + preamble + row.run, Executable.defaults])
    }

    /// Expects the new value, the format, and the layout if the front keeps it.
    private func expectContents(_ bytes: [UInt8], as newFormat: ChangedFile.Format?, isRewritten: Bool) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        if front == .extractRaw { return #expect(text.trimmingCharacters(in: .newlines) == "v") }
        let oldFormat = row.file?.format ?? .xml
        let found = ChangedFile.Format(of: bytes)
        #expect(found == newFormat ?? (isReformatting || front == .extract ? format : oldFormat))
        let isKept = [ChangeFront].keepingLayout.contains(front) && !isRewritten && row.options != "--rewrite"
        if let file = row.file, isKept, found == oldFormat, found != .binary {
            let old = String(decoding: file.bytes, as: UTF8.self)
            let new = old.replacing("<string>v</string>", with: row.value.xml).replacing("K = v", with: "K = w")
                .replacing(#""K":"v""#, with: #""K":\#(row.value.json)"#)
            // Foundation refuses some elements that stay.
            if text == new { return }
            #expect(row.run != "change", "\(text)")
        } else {
            #expect(!text.contains("<!--"))
            #expect(!text.contains("/*"))
        }
        let object =
            found == .json
            ? try JSONSerialization.jsonObject(with: Data(bytes))
            : try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        let value = isReformatting || front == .extract ? "v" : row.value.stored
        let root = StoredValue.dictionary([("K", value)] + row.members.map { ($0, $1) })
        #expect(StoredValue(foundation: object).text == (front == .extract ? value : root).text)
    }
}

/// A folder and a file in it before or after a change.
private struct Facts {
    private let tree: TreeState
    private let names: [String]
    private let isLink: Bool
    /// The path of the file without links.
    let path: String
    private let file: FileFacts?

    init(_ folder: String, _ file: String) throws {
        tree = try TreeState(folder)
        names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        path = URL(fileURLWithPath: "\(folder)/\(file)").resolvingSymlinksInPath().path
        self.file = (try? FileFacts(path)).flatMap { $0.isLink ? nil : $0 }
        isLink = (try? FileFacts("\(folder)/\(file)"))?.isLink == true
    }

    /// The names of what was touched. Data that passes through a FIFO changes its times.
    func differences(from before: Facts) -> [String] {
        let isFIFO = file.map { $0.mode & S_IFMT == S_IFIFO && $0.inode == before.file?.inode } ?? false
        return tree.differences(from: before.tree).filter { !isFIFO || !path.hasSuffix("/" + $0) }
    }

    /// Expects that a new file replaced the old one at once, with the same permissions, owner and links, and that only
    /// the temporary file of an interrupted change is gone.
    func expectReplacement(of before: Facts, hasOtherWriter: Bool) {
        #expect(isLink == before.isLink)
        if let old = before.file {
            #expect(names == before.names.filter { $0 != ".f.plist.defaults-new" })
            // Another writer may have freed the number.
            #expect(file?.inode != old.inode || hasOtherWriter)
            #expect(file?.mode == old.mode)
            #expect(file?.owner == old.owner)
            #expect(file?.group == old.group)
        }
    }
}
