import Foundation

extension Scratch {
    /// The folder in which `edit` makes its files.
    var texts: String { (path + "/tmp").replacingOccurrences(of: "//", with: "/") }

    /// The environment of `edit` with an editor, which is a command of the shell.
    func environment(editor: String?) throws -> [String: String] {
        try Disk.makeFolder(texts)
        var environment = environment
        environment["TMPDIR"] = texts
        environment["EDITOR"] = editor
        return environment
    }

    /// Runs `edit` with an editor.
    func edit(_ arguments: String..., editor: String?) throws -> Outcome {
        try defaults(["edit"] + arguments, environment: environment(editor: editor))
    }

    /// The names of the folders that are left.
    func leftTexts() throws -> [String] {
        try Disk.exists(texts) ? Disk.names(in: texts) : []
    }

    /// The path in the notice of the text that was kept, and its contents.
    func keptText(in outcome: Outcome) throws -> (path: String, text: String) {
        let notice = "defaults: the text is in "
        let path = outcome.errorLines.last.map { $0.hasPrefix(notice) ? String($0.dropFirst(notice.count)) : "" } ?? ""
        return (path, String(decoding: try Disk.bytes(path), as: UTF8.self))
    }
}
