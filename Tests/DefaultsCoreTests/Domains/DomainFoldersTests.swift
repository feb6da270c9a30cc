import DefaultsPreferences
import Foundation
import TestSupport
import Testing

@testable import DefaultsCore

/// The folders of domains in different environments.
struct DomainFoldersTests {
    @Test(
        "the base folder is XDG_CONFIG_HOME if that is an absolute path, or else .config in the home folder",
        arguments: [
            (["HOME": "/home/me"], "/home/me/.config"), (["HOME": "/home/me/"], "/home/me/.config"),
            (["HOME": "/"], "/.config"),
            (["HOME": "/home/me", "XDG_CONFIG_HOME": "/cfg"], "/cfg"),
            (["HOME": "/home/me", "XDG_CONFIG_HOME": "/cfg//"], "/cfg"),
            (["HOME": "/home/me", "XDG_CONFIG_HOME": ""], "/home/me/.config"),
            (["HOME": "/home/me", "XDG_CONFIG_HOME": "/"], "/home/me/.config"),
            (["HOME": "/home/me", "XDG_CONFIG_HOME": "cfg"], "/home/me/.config"),
            (["HOME": "/home/me", "XDG_CONFIG_HOME": "./cfg"], "/home/me/.config"),
            (["HOME": "/home/me", "XDG_CONFIG_HOME": "~/cfg"], "/home/me/.config"),
            ([:], "/home/account/.config"), (["HOME": ""], "/home/account/.config"),
            (["HOME": "home"], "/home/account/.config"),
            (["XDG_CONFIG_HOME": "/cfg"], "/cfg"),
        ])
    func base(variables: [String: String], user: String) {
        let folders = DomainFolders(environment: .of(variables))
        #expect(folders.user == user)
        #expect(folders.anyUser == "/usr/local/etc")
    }

    @Test("a path below /Library leads into the folder of the variable, if that is absolute")
    func library() throws {
        let folders = DomainFolders(environment: .of(["HOME": "/h", "DEFAULTS_LIBRARY": "/h/Library"]))
        let domain = Domain("/Library/Preferences/D")
        #expect(folders.path(of: domain) == "/h/Library/Preferences/D.plist")
        #expect(folders.location(of: domain) == "/h/Library/Preferences/D.plist")
        #expect(folders.inRoot("/r").path(of: domain) == "/h/Library/Preferences/D.plist")
        let inLibrary = DomainFolders(environment: .of(["HOME": "/h", "DEFAULTS_LIBRARY": "/Library/h"]))
        #expect(inLibrary.redirected(inLibrary.redirected("/Library/D")) == "/Library/h/D")
        for path in ["/LibraryOfMine/D", "/x/Library/D", "./Library/D", "Library/D", "-", "/h/Library/D"] {
            #expect(folders.redirected(path) == path)
        }
        let scratch = Scratch()
        try scratch.write("", to: "file")
        try FileManager.default.createSymbolicLink(atPath: scratch("library"), withDestinationPath: "/Library")
        try FileManager.default.createSymbolicLink(atPath: scratch("link"), withDestinationPath: "/tmp/../Library/D")
        let up = String(repeating: "../", count: 40)
        for path in [
            "/Library/D", "//Library/D", "/./Library//D", "/tmp/../Library/./D", "/no/../Library/D", up + "Library/D",
            scratch("library/D"), scratch("link"),
        ] {
            #expect(folders.redirected(path) == "/h/Library/D", "\(path)")
        }
        #expect(folders.expandingHome("~/../Library/D") == "/h/Library/D")
        #expect(folders.redirected("//Library/") == "/h/Library/")
        #expect(folders.redirected("/Library") == "/h/Library")
        for value: String? in ["", "Library", nil] {
            var variables = ["HOME": "/h"]
            variables["DEFAULTS_LIBRARY"] = value
            let folders = DomainFolders(environment: .of(variables))
            #expect(folders.path(of: domain) == "/Library/Preferences/D.plist")
        }
    }

    @Test("links are followed to missing files, and links that lead to themselves a limited number of times")
    func links() throws {
        let scratch = Scratch()
        for (name, destination) in [
            ("a", "./a/../a"), ("b", "b/b"), ("c", "missing/../d"), ("d", scratch("folder//file/.")),
        ] {
            try FileManager.default.createSymbolicLink(atPath: scratch(name), withDestinationPath: destination)
        }
        // Both parts of the destination lead to the link again, so following each of them would take years.
        #expect(FilePaths.followingLinks(scratch("a/x")) == scratch("a/x"))
        #expect(FilePaths.followingLinks(scratch("b")) == scratch("b"))
        #expect(FilePaths.followingLinks(scratch("c/./x/")) == scratch("folder/file/x"))
        #expect(FilePaths.path(of: scratch("c/x"), inFolder: scratch("folder")) == "file/x")
        #expect(FilePaths.path(of: scratch("c/x"), inFolder: scratch("other")) == nil)
    }

    @Test("a root replaces the base folder, and there is no folder of any user")
    func root() throws {
        let environment = ProcessEnvironment.of(["HOME": "/home/me", "XDG_CONFIG_HOME": "/cfg"])
        let folders = DomainFolders(root: "/r/", environment: environment)
        #expect(folders.user == "/r")
        #expect(folders.anyUser == nil)
        #expect(folders.home == "/home/me")
        #expect(folders.path(of: Domain("D")) == "/r/D.plist")
        #expect(folders.path(of: try Domain("D", host: .current)) == "/r/ByHost/D..plist")
        #expect(folders.path(of: try Domain("D", user: .any)) == "/r/D.plist")
        #expect(folders.path(of: Domain("~/D")) == "/home/me/D.plist")
    }

    @Test("folders keep the place of records when links are followed or the home folder changes, not in another root")
    func state() {
        let environment = ProcessEnvironment.of(["HOME": "/no/home", "XDG_STATE_HOME": "/no/state"])
        let folders = DomainFolders(environment: environment).including(bases: ["/no/base"])
        #expect(folders.state == "/no/state/defaults")
        #expect(folders.followingLinks() == folders)
        #expect(folders.inHome("/no/other").state == "/no/state/defaults")
        #expect(folders.inHome("/no/other").inHome("/no/home") == folders)
        let inRoot = folders.inRoot("/no/root/")
        #expect(inRoot.state == "/no/root/.defaults")
        #expect(inRoot == DomainFolders(root: "/no/root", environment: environment))
    }

    @Test("folders with records elsewhere, or with further bases, are other folders")
    func equality() {
        let folders = DomainFolders(environment: .of(["HOME": "/h"]))
        #expect(folders != folders.including(bases: ["/b"]))
        #expect(folders != DomainFolders(environment: .of(["HOME": "/h", "XDG_STATE_HOME": "/s"])))
        #expect(
            FileDomainStore(folders: folders).identity
                != FileDomainStore(folders: folders.including(bases: ["/b"])).identity)
    }

    @Test("an empty root is none", arguments: [nil, ""])
    func noRoot(root: String?) {
        let folders = DomainFolders(root: root, environment: .of(["HOME": "/home/me"]))
        #expect(folders == DomainFolders(environment: .of(["HOME": "/home/me"])))
    }

    @Test(
        "a root may be the root of the file system, or relative",
        arguments: [("/", "/D.plist"), ("//", "/D.plist"), ("r", "r/D.plist"), (".", "./D.plist")])
    func oddRoots(root: String, path: String) throws {
        let folders = DomainFolders(root: root, environment: .of([:]))
        #expect(folders.path(of: Domain("D")) == path)
    }

    @Test("the home folder of the account is only looked up if HOME is not usable")
    func laziness() {
        let environment = ProcessEnvironment(
            variable: { ["HOME": "/home/me"][$0] },
            accountHome: {
                Issue.record("the account was looked up")
                return "/"
            })
        #expect(DomainFolders(environment: environment).home == "/home/me")
    }
}
