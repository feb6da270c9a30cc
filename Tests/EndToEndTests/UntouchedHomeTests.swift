import Foundation
import Testing

/// A root keeps the command out of everything else, the home first of all.
@Suite(.waiting) struct UntouchedHomeTests {
    let scratch = Scratch()

    init() throws {
        let config = scratch.home + "/.config"
        try FileManager.default.createDirectory(atPath: config + "/ByHost", withIntermediateDirectories: true)
        for name in ["D", ".GlobalPreferences", "ByHost/D."] {
            let decoy = try PropertyListSerialization.data(fromPropertyList: ["decoy": true], format: .xml, options: 0)
            try decoy.write(to: URL(fileURLWithPath: "\(config)/\(name).plist"))
        }
    }

    @Test("a root in the environment or as an option leaves the home as it was", arguments: [true, false])
    func homeIsUntouched(rootIsOption: Bool) throws {
        let before = try listing(of: scratch.home)
        try #require(before.count == 6)
        for arguments in Self.session {
            try run(arguments, rootIsOption: rootIsOption)
        }
        #expect(try Foreign.lines(scratch.file("D")) == [#""FontSize": 14"#])
        #expect(try Foreign.lines(scratch.path + "/export.plist") == [#""FontSize": 14"#])
        #expect(try Foreign.lines(scratch.root + "/.GlobalPreferences.plist") == [#""K": true"#])
        #expect(try Foreign.lines(scratch.root + "/ByHost/D..plist") == [#""K": "v""#])
        #expect(try listing(of: scratch.home) == before)
    }

    @Test("a root shows nothing of the home's domains", arguments: [true, false])
    func homeIsUnseen(rootIsOption: Bool) throws {
        for arguments in Self.session {
            #expect(try !run(arguments, rootIsOption: rootIsOption).text.contains("decoy"))
        }
        #expect(try run(["read", "D"], rootIsOption: nil).text.contains("decoy"))
        #expect(try run(["domains"], rootIsOption: rootIsOption).text == "D, E\n")
        #expect(try run(["-currentHost", "domains"], rootIsOption: rootIsOption).text == "D\n")
    }

    /// Write, read back, export, and whatever else there is.
    private static let session = [
        ["write", "D", "FontSize", "-int", "14"], ["read", "D", "FontSize"], ["read-type", "D", "FontSize"],
        ["write", "-g", "K", "-bool", "true"], ["read", "-g"], ["-currentHost", "write", "D", "K", "v"],
        ["export", "D", "./export.plist"], ["export", "D", "-"], ["import", "E", "./export.plist"],
        ["write", "F", "K", "-int", "1"], ["delete", "F"], ["domains"], ["read"], ["-currentHost", "read"],
    ]

    @discardableResult
    private func run(_ arguments: [String], rootIsOption: Bool?) throws -> Outcome {
        var environment = scratch.environment
        environment["XDG_CONFIG_HOME"] = scratch.home + "/.config"
        environment["DEFAULTS_ROOT"] = rootIsOption.map { $0 ? scratch.home + "/.config" : scratch.root }
        let root = rootIsOption == true ? ["--root", scratch.root] : []
        let outcome = try scratch.defaults(root + arguments, environment: environment)
        #expect(outcome.status == 0, "\(arguments): \(outcome.error)")
        return outcome
    }

    /// Every path below a folder, with what tells that it was changed.
    private func listing(of folder: String) throws -> [String: [String]] {
        var listing: [String: [String]] = [:]
        for path in [""] + (try FileManager.default.subpathsOfDirectory(atPath: folder)) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)")
            let date = attributes[.modificationDate] as? Date
            listing[path] = [
                "\(attributes[.size] ?? "no size")", "\(attributes[.systemFileNumber] ?? "no number")",
                "\(attributes[.posixPermissions] ?? "no mode")", "\(date?.timeIntervalSinceReferenceDate ?? 0)",
            ]
        }
        return listing
    }
}
