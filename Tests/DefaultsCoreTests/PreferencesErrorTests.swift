import Glibc
import PropertyList
import Testing

@testable import DefaultsCore

/// What the errors say, each once.
struct PreferencesErrorTests {
    private static let sets = [
        PropertyListSubstitution.Found.set, .null, .keyOfAnotherType,
    ].compactMap(substitution)

    /// A substitution at `k`, as the reader makes it.
    private static func substitution(_ found: PropertyListSubstitution.Found) -> PropertyListSubstitution? {
        let document = try? PropertyListReader.read(Array("{ k = \"\\Ud800\"; }".utf8))
        var substitution = document?.substitutions.first
        substitution?.found = found
        return substitution
    }

    @Test(
        "every error is a clause that can follow a colon",
        arguments: [
            (
                .invalidName("a//b", .noSpecialComponents),
                "'a//b' is not a domain: a name has no empty, '.' or '..' component (a path begins with '/', './', '../' or '~/')"
            ),
            (.unreadable(path: "/f", .empty), "cannot read '/f': it is empty; removing the file starts afresh"),
            (.unreadable(path: "/f", .unrecognized), "cannot read '/f': not a property list"),
            (.notRegularFile(path: "/f", .directory), "cannot read '/f': it is a directory"),
            (.notRegularFile(path: "/f", .other), "cannot read '/f': it is not a regular file"),
            (.tooLarge(path: "/f", limit: 10), "cannot read '/f': it has more than 10 bytes"),
            (
                .unfaithful(path: "/f", Array(sets.prefix(1))),
                "'/f' holds a set at 'k', which cannot be kept"
            ),
            (
                .unfaithful(path: "/f", sets),
                "'/f' holds a set at 'k' and 2 more of the kind, which cannot be kept"
            ),
            (
                .unstorable(path: "/f", .tooDeep(at: PropertyListPath(["a"]))),
                "cannot write '/f': more than 512 nested containers at 'a'"
            ),
            (.notWritable(path: "/f"), "cannot write '/f': the file is not writable"),
            (.ownerNotKept(path: "/f"), "cannot write '/f': its owner and group could not be kept"),
            (
                .nameTaken(path: "/f", by: "/.f.defaults-new", SystemError(EISDIR)),
                "cannot write '/f': '/.f.defaults-new' has the name of its temporary file and must be removed first (Is a directory)"
            ),
            (
                .notDurable(path: "/f", SystemError(EIO)),
                "'/f' is changed, but may not survive a power failure: Input/output error"
            ),
            (
                .partlyChanged(paths: ["/f", "/g"], SystemError(EIO)),
                "only '/f', '/g' could be changed: Input/output error"
            ),
            (
                .lockTimedOut(path: "/f", seconds: 0.5),
                "cannot change '/f': its folder is still locked after 0.5 seconds"
            ),
            (
                .notPrivate(path: "/f"),
                "cannot write '/f': others could read the values of the keyring there; "
                    + "use a file on a file system with modes, or '-' for standard output"
            ),
            (
                .outcomeUnknown(domain: "D in the keyring", .refused("no")),
                "it is not known whether 'D in the keyring' has changed, for the keyring stopped answering during the "
                    + "change: it says 'no'; see whether it is set up and unlocked; read it when the keyring answers "
                    + "again, or run this again"
            ),
            (.nestedUpdate(path: "/f"), "cannot change '/f': an update of its folder is under way on this thread"),
            (
                .noKeyring(.locked),
                "the keyring cannot be used: it is locked, and nobody is asked for its password here; unlock it in the desktop session, or with 'gnome-keyring-daemon --unlock'"
            ),
            (
                .noKeyring(.refused("no")),
                "the keyring cannot be used: it says 'no'; see whether it is set up and unlocked"
            ),
            (
                .tooLargeForKeyring(domain: "D", size: 9000, limit: 8192),
                "cannot store 'D': it would have 9000 bytes, and an item of the keyring has at most 8192"
            ),
            (
                .notKept(domain: "D", isRestored: true),
                "cannot store 'D': the keyring gave back something else; it has what it had before"
            ),
            (
                .notKept(domain: "D", isRestored: false),
                "cannot store 'D': the keyring gave back something else; what it had before could not be restored"
            ),
            (.system(.read, path: "/f", SystemError(ENOENT)), "cannot read '/f': No such file or directory"),
            (.system(.write, path: "/f", SystemError(ENOSPC)), "cannot write '/f': No space left on device"),
            (.system(.remove, path: "/f", SystemError(EROFS)), "cannot remove '/f': Read-only file system"),
            (.system(.lock, path: "/f", SystemError(ENOLCK)), "cannot lock '/f': No locks available"),
            (.system(.list, path: "/f", SystemError(EACCES)), "cannot list '/f': Permission denied"),
        ] as [(PreferencesError, String)])
    func sentences(error: PreferencesError, text: String) {
        #expect(error.description == text)
    }

    @Test(
        "every rule of names is told",
        arguments: [
            (.notEmpty, "a name is not empty"),
            (
                .noSpecialComponents,
                "a name has no empty, '.' or '..' component (a path begins with '/', './', '../' or '~/')"
            ),
            (.noControlCharacters, "a name has no NUL and no newline"),
            (
                .fitsTheFileSystem,
                "a name has at most 249 bytes between slashes, with its host's name after a dot"
            ),
            (.endsInFileName, "a path ends in the name of a file"), (.noSlash, "the name of a host has no '/'"),
            (.fitsTheKeyring, "in the keyring a domain has a name and no path"),
        ] as [(DomainNameRule, String)])
    func rules(rule: DomainNameRule, text: String) {
        #expect(rule.description == text)
    }

    @Test(
        "the system's errors are told in English, whatever the number",
        arguments: [
            (ENOENT, "No such file or directory"), (EACCES, "Permission denied"),
            (ELOOP, "Too many levels of symbolic links"),
            (EISDIR, "Is a directory"), (4711, "error 4711"), (-1, "error -1"),
        ])
    func system(code: Int32, text: String) {
        #expect(SystemError(code).description == text)
    }

    @Test("what the system forbids is told from what it fails at")
    func kinds() {
        for code in [EACCES, EPERM, EROFS] { #expect(SystemError(code).isPermission) }
        for code in [ENOENT, EIO, ENOSPC, EPIPE, EISDIR] { #expect(!SystemError(code).isPermission) }
        #expect(SystemError(EPIPE).isBrokenPipe)
        #expect(!SystemError(EIO).isBrokenPipe)
    }
}
