import Glibc
import TestSupport
import Testing

@testable import DefaultsCore

/// The description of each error.
struct PreferencesErrorTests {
    private static let sets = [
        PropertyListSubstitution.Found.set, .null, .keyOfAnotherType,
    ].compactMap(substitution)

    /// A substitution at `k`, as the reader creates it.
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
                "'a//b' is not a domain: a name has no empty, '.' or '..' component "
                    + "(a path begins with '/', './', '../' or '~/')"
            ),
            (
                .unreadable(path: "/f", PropertyListError(.empty)),
                "cannot read '/f': the file is empty"
            ),
            (.unreadable(path: "/f", PropertyListError(.unrecognized)), "cannot read '/f': not a property list"),
            (
                .unfaithful(path: "/f", Array(sets.prefix(1))),
                "'/f' holds a set at 'k', which cannot be kept"
            ),
            (
                .unfaithful(path: "/f", sets),
                "'/f' holds a set at 'k' and 2 more of the kind, which cannot be kept"
            ),
            (
                .unstorable(path: "/f", PropertyListError(.tooDeep(at: PropertyListPath(["a"])))),
                "cannot write '/f': more than 512 nested containers at 'a'"
            ),
            (
                .outcomeUnknown(domain: "D in the keyring", .refused("no")),
                "'D in the keyring' may or may not have changed, since the keyring stopped answering "
                    + "during the change: the keyring reports 'no'; check whether the keyring is set up and unlocked; "
                    + "read the domain when the keyring answers again, or run the command again"
            ),
            (
                .noKeyring(.locked),
                "the keyring cannot be used: locked; unlock the keyring in the desktop session, "
                    + "or with 'gnome-keyring-daemon --unlock'"
            ),
            (
                .noKeyring(.refused("no")),
                "the keyring cannot be used: the keyring reports 'no'; check whether the keyring is set up and unlocked"
            ),
            (
                .tooLargeForKeyring(domain: "D", size: 9000, limit: 8192),
                "cannot store 'D': 9000 bytes are too many for a keyring item, which has at most 8192"
            ),
            (
                .notKept(domain: "D", isRestored: true),
                "cannot store 'D': the keyring returned other contents; the old contents are restored"
            ),
            (
                .notKept(domain: "D", isRestored: false),
                "cannot store 'D': the keyring returned other contents; the old contents could not be restored"
            ),
        ] as [(PreferencesError.Reason, String)])
    func sentences(reason: PreferencesError.Reason, text: String) {
        #expect(PreferencesError(reason).description == text)
    }

    @Test(
        "every error of a file is a clause that can follow a colon",
        arguments: [
            (FileAccess.read("/f").error(.notRegularFile(.directory)), "cannot read '/f': it is a directory"),
            (FileAccess.read("/f").error(.notRegularFile(.other)), "cannot read '/f': it is not a regular file"),
            (FileAccess.read("/f").error(.tooLarge(limit: 10)), "cannot read '/f': it has more than 10 bytes"),
            (FileAccess.write("/f").error(.notWritable), "cannot write '/f': the file is not writable"),
            (FileAccess.remove("/f").error(.replaced), "'/f' is kept: it is not the folder that was created there"),
            (
                FileAccess.remove("/f").error(.moved(to: "/g", isEmpty: true)),
                "cannot remove '/f': the folder was moved to '/g', where its contents were removed"
            ),
            (
                FileAccess.remove("/f").error(.moved(to: "/g", isEmpty: false)),
                "cannot remove '/f': the folder was moved to '/g', where some of its contents remain"
            ),
            (
                FileAccess.remove("/f").error(.moved(to: nil, isEmpty: true)),
                "cannot remove '/f': the folder was moved to another folder, where its contents were removed"
            ),
            (FileAccess.write("/f").error(.ownerNotKept), "cannot write '/f': its owner and group could not be kept"),
            (
                FileAccess.write("/f").error(.reservedName),
                "cannot write '/f': it is the name of a temporary file, which the next change in its folder may remove"
            ),
            (
                FileAccess.write("/f").error(.nameTaken(by: "/.f.defaults-new", SystemError(EISDIR))),
                "cannot write '/f': '/.f.defaults-new' has the name of the temporary file and must be removed first "
                    + "(Is a directory)"
            ),
            (
                FileAccess.write("/f").error(.notDurable(SystemError(EIO))),
                "'/f' is changed, but may not survive a power failure: Input/output error"
            ),
            (
                FileAccess.write("").error(.partlyChanged(paths: ["/f", "/g"], SystemError(EIO))),
                "only '/f', '/g' were changed: Input/output error"
            ),
            (
                FileAccess.lock("/f").error(.lockTimedOut(.seconds(0.5), nil)),
                "cannot change '/f': its folder is still locked after 0.5 seconds"
            ),
            (
                FileAccess.write("/f").error(.notPrivate),
                "cannot write '/f': other users could read the file; "
                    + "use a file system that supports permissions, or '-' for standard output"
            ),
            (
                FileAccess.lock("/f").error(.nestedUpdate),
                "cannot change '/f': another update of the folder is running on this thread"
            ),
            (FileAccess.read("/f").error(SystemError(ENOENT)), "cannot read '/f': No such file or directory"),
            (FileAccess.write("/f").error(SystemError(ENOSPC)), "cannot write '/f': No space left on device"),
            (FileAccess.remove("/f").error(SystemError(EROFS)), "cannot remove '/f': Read-only file system"),
            (FileAccess.lock("/f").error(SystemError(ENOLCK)), "cannot lock '/f': No locks available"),
            (FileAccess.list("/f").error(SystemError(EACCES)), "cannot list '/f': Permission denied"),
        ] as [(FileError, String)])
    func sentencesOfFiles(error: FileError, text: String) {
        #expect(PreferencesError(error).description == text)
    }

    @Test(
        "every rule of names has a description",
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
            (
                .noOption,
                "a name does not begin with '-' (a domain of a host is '-currentHost NAME' or '-host HOST NAME')"
            ),
            (.noRecords, "a name is not in the folder '.defaults', which contains records of defaults"),
            (.fitsTheKeyring, "a domain in the keyring has a name, not a path"),
        ] as [(DomainNameRule, String)])
    func rules(rule: DomainNameRule, text: String) {
        #expect(rule.description == text)
    }

    @Test(
        "the errors of the system have English descriptions, whatever the number",
        arguments: [
            (ENOENT, "No such file or directory"), (EACCES, "Permission denied"),
            (ELOOP, "Too many levels of symbolic links"),
            (EISDIR, "Is a directory"), (4711, "error 4711"), (-1, "error -1"),
        ])
    func system(code: Int32, text: String) {
        #expect(SystemError(code).description == text)
    }

    @Test("errors of permission are distinguished from other errors")
    func kinds() {
        for code in [EACCES, EPERM, EROFS] { #expect(SystemError(code).isPermission) }
        for code in [ENOENT, EIO, ENOSPC, EPIPE, EISDIR] { #expect(!SystemError(code).isPermission) }
        #expect(SystemError(EPIPE).isBrokenPipe)
        #expect(!SystemError(EIO).isBrokenPipe)
    }
}
