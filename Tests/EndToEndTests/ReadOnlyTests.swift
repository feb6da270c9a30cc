import Foundation
import Testing

/// What cannot be written is left as it was, with nothing beside it.
@Suite(.waiting, .withoutSanitizer) struct ReadOnlyTests {
    /// Command lines that would change the root, in which `D` holds `K` and `L`.
    static let changes: [[String]] = [
        ["write", "D", "K", "new"], ["write", "D", "{ a = 1; }"], ["write", "E", "K", "v"],
        ["write", "sub/E", "K", "v"],
        ["delete", "D", "K"], ["import", "D", "./new.plist"], ["import", "E", "./new.plist"],
        ["export", "D", "./root/out.plist"], ["export", "./new.plist", "./root/D.plist"],
    ]

    /// A folder or file that the user may not write.
    enum Obstacle: String, CaseIterable {
        case folder, file, fileOfOthers, ownerOfFile

        /// Makes the root, and the file of `D` in it, what the case says.
        func build(in scratch: Scratch) throws {
            let file = scratch.file("D")
            try scratch.giveAway(scratch.root)
            switch self {
            case .folder:
                try scratch.giveAway(file)
                try Self.setMode(0o555, of: scratch.root)
            case .file:
                try scratch.giveAway(file)
                try Self.setMode(0o444, of: file)
            case .fileOfOthers: try Self.setMode(0o644, of: file)
            case .ownerOfFile: try Self.setMode(0o666, of: file)
            }
        }

        static func setMode(_ mode: Int, of path: String) throws {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }

        /// Whether it takes the superuser to build.
        var needsSuperuser: Bool { self == .fileOfOthers || self == .ownerOfFile }

        /// Whether it stands in the way of a command that does not replace the file of `D`.
        var stopsNewFiles: Bool { self == .folder }
    }

    @Test(
        "without permission every change ends with 77 and leaves everything as it was",
        OtherAccount.ordinaryCondition,
        arguments: Obstacle.allCases.filter { geteuid() == 0 || !$0.needsSuperuser })
    func permission(_ obstacle: Obstacle) throws {
        for arguments in Self.changes {
            let replacesFile = ["D", "./new.plist"].contains(arguments[1]) && arguments.last != "./root/out.plist"
            guard replacesFile || obstacle.stopsNewFiles else { continue }
            let scratch = try Self.scratch()
            try obstacle.build(in: scratch)
            defer { try? Obstacle.setMode(0o755, of: scratch.root) }
            let before = try TreeState(scratch.path)
            let outcome = try scratch.defaults(arguments, as: .unprivileged)
            outcome.expect(77, text: "", complaints: 1, comment: "\(arguments)")
            let changed = try TreeState(scratch.path).differences(from: before)
            // A file that is written beside the old one and goes again changes the folder's time.
            #expect(changed.filter { $0 != "root" }.isEmpty, "\(arguments)")
        }
    }

    @Test(
        "on a full disk every change ends with 74 and leaves everything as it was",
        MountSpace.condition, arguments: changes)
    func fullDisk(_ arguments: [String]) throws {
        try expectUnchanged(after: arguments, preparation: "! head -c 1000000 /dev/zero 2>&- >filler", status: 74)
    }

    @Test(
        "on a read-only file system every change ends with 77 and leaves everything as it was",
        MountSpace.condition, OtherAccount.superuserCondition,
        arguments: changes)
    func readOnlyFileSystem(_ arguments: [String]) throws {
        try expectUnchanged(after: arguments, preparation: "cd ..; mount -o remount,ro root", status: 77)
    }

    @Test(
        "on a file system that is read-only in this place alone every change ends with 77",
        MountSpace.condition, arguments: changes)
    func readOnlyBinding(_ arguments: [String]) throws {
        try expectUnchanged(
            after: arguments, preparation: "cd ..; mount --bind root root && mount -o remount,bind,ro root", status: 77)
    }

    @Test("on a full disk a domain can still be deleted", MountSpace.condition)
    func deletionOnFullDisk() throws {
        let outcome = try Self.scratch(withRoot: false).bashOnMountedRoot(
            "! head -c 1000000 /dev/zero 2>&- >filler",
            command: "defaults delete D && ls -A \"$DEFAULTS_ROOT\"")
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("filler\n"))
        #expect(outcome.error.isEmpty)
    }

    private func expectUnchanged(after arguments: [String], preparation: String, status: Int32) throws {
        let words = arguments.map { "'\($0)'" }.joined(separator: " ")
        let outcome = try Self.scratch(withRoot: false).bashOnMountedRoot(preparation, command: "defaults \(words)")
        outcome.expect(status, text: "unchanged\n", complaints: 1)
    }

    /// A scratch with something to import, and a root in which `D` holds `K` and `L`.
    private static func scratch(withRoot: Bool = true) throws -> Scratch {
        let scratch = Scratch()
        try Data("{ K = new; M = new; }".utf8).write(to: URL(fileURLWithPath: scratch.path + "/new.plist"))
        if withRoot { try scratch.bash("defaults write D K v && defaults write D L w") }
        return scratch
    }
}
