import Foundation
import Testing

/// Folders in which nothing can be changed, however long one waits: a change ends at once, with an error.
@Suite(.waiting) struct UnreachableFolderTests {
    let scratch = Scratch()

    init() throws {
        try Disk.makeFolder(scratch.root)
        try Disk.write("{ k = v; }", to: scratch.path + "/input.plist")
        try Disk.write("{ a = b; }", to: scratch.file("Other"))
        try Disk.link(scratch.path + "/loop", to: "loop")
        try Disk.link(scratch.path + "/dangling", to: "not/there")
        try Disk.write("text", to: scratch.path + "/file")
    }

    /// A place that cannot be reached: lines of the shell before the command, its global options, and the operand.
    struct Place: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var preparation = ""
        var options: [String] = []
        let domain: String
        var error = "No such file or directory"
        /// Whether the system says that the place does not exist, which is no error to a verb that removes.
        var isMissing = true
    }

    private static let removed = "mkdir gone && cd gone && rmdir ../gone"

    static let places = [
        Place(testDescription: "removed working directory", preparation: removed, domain: "./x"),
        Place(testDescription: "folder below it", preparation: removed, domain: "./a/b/x"),
        Place(testDescription: "it as a root", preparation: removed, options: ["--root", "."], domain: "x"),
        Place(
            testDescription: "folder in it as a root", preparation: removed, options: ["--root", "."], domain: "a/x"),
        Place(testDescription: "device", domain: "/dev/null/x", error: "Not a directory"),
        Place(testDescription: "folder in a device", domain: "/dev/null/a/x", error: "Not a directory"),
        Place(testDescription: "file", domain: "./file/x", error: "Not a directory"),
        Place(
            testDescription: "file as a root", options: ["--root", "./file"], domain: "x", error: "Not a directory",
            isMissing: false),
        Place(testDescription: "link to nothing", domain: "./dangling/x"),
        Place(testDescription: "folder in a link to nothing", domain: "./dangling/a/x"),
        Place(
            testDescription: "loop of links", domain: "./loop/x", error: "Too many levels of symbolic links",
            isMissing: false),
        Place(
            testDescription: "folder in a loop of links", domain: "./loop/a/x",
            error: "Too many levels of symbolic links", isMissing: false),
    ]

    /// Changes, with `DOMAIN` for the domain, and whether they need the domain to exist.
    static let changes: [(words: [String], removes: Bool)] = [
        (["write", "DOMAIN", "k", "v"], false), (["write", "DOMAIN", "{ k = v; }"], false),
        (["write", "DOMAIN", "k", "-array-add", "v"], false), (["write", "--path", "a.b", "DOMAIN", "v"], false),
        (["import", "DOMAIN", "INPUT"], false), (["export", "Other", "DOMAIN.plist"], false),
        (["migrate", "OTHER", "DOMAIN", "b=a"], false), (["delete", "DOMAIN"], true),
        (["delete", "DOMAIN", "k"], true),
        (["rename", "DOMAIN", "k", "l"], true),
    ]

    @Test("every change ends at once, says why, and leaves everything as it is", arguments: places)
    func change(place: Place) throws {
        let before = try TreeState(scratch.path)
        for (words, removes) in Self.changes {
            // A root is not for the file of an export.
            if words[0] == "export", !place.options.isEmpty { continue }
            let outcome = try run(words, in: place)
            let isExpected = removes && place.isMissing ? outcome.status == 1 : outcome.status == 74
            #expect(isExpected, "\(words): \(outcome)")
            #expect(outcome.output.isEmpty, "\(words): \(outcome)")
            let isNamed = removes && place.isMissing || outcome.error.hasSuffix(": \(place.error)\n")
            #expect(isNamed, "\(words): \(outcome.error)")
            #expect(outcome.error.split(separator: "\n").count == 1, "\(words): \(outcome.error)")
            let differences = try TreeState(scratch.path).differences(from: before).filter { $0 != "." }
            #expect(differences.isEmpty, "\(words): \(differences)")
        }
    }

    @Test("the folder above a removed working directory can be changed")
    func above() throws {
        let outcome = try scratch.bash("\(Self.removed) && defaults write ../x k v && defaults read ../x k")
        #expect(outcome == Outcome(status: 0, output: Array("v\n".utf8), error: ""))
        #expect(Disk.exists(scratch.path + "/x.plist"))
    }

    /// Runs a change, which would take a minute if it waited for the lock; `timeout` ends it with 124 before.
    private func run(_ words: [String], in place: Place) throws -> Outcome {
        let names = [
            "DOMAIN": place.domain, "DOMAIN.plist": place.domain + ".plist", "INPUT": scratch.path + "/input.plist",
            "OTHER": scratch.file("Other"),
        ]
        let command =
            ["timeout", "300", "defaults", "--lock-timeout", "600"] + place.options + words.map { names[$0] ?? $0 }
        let line = command.map { "'\($0)'" }.joined(separator: " ")
        return try scratch.bash((place.preparation.isEmpty ? "" : place.preparation + " && ") + "exec " + line)
    }

    @Test("a folder that may not be entered is an error of permissions, at once", OtherAccount.ordinaryCondition)
    func permission() throws {
        let folder = scratch.path + "/closed"
        try Disk.makeFolder(folder)
        chmod(folder, 0)
        if OtherAccount.isAvailable { try scratch.giveToOther(folder) }
        for words in [["write", "k", "v"], ["delete", "k"], ["rename", "k", "l"], ["delete"]] {
            for domain in [folder + "/x", folder + "/a/x"] {
                let arguments = ["--lock-timeout", "600", words[0], domain] + words.dropFirst()
                let start = ContinuousClock.now
                let outcome = try scratch.defaultsWithoutRights(arguments)
                #expect(outcome.status == 77, "\(outcome)")
                #expect(outcome.error.hasSuffix(": Permission denied\n"), "\(outcome)")
                #expect(ContinuousClock.now - start < .seconds(600))
            }
        }
        chmod(folder, 0o700)
    }
}
