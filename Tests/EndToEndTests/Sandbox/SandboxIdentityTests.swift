import Foundation
import Glibc
import Testing

/// Only the folder that a sandbox made is emptied and removed, and nothing that takes its place.
@Suite(.waiting) struct SandboxIdentityTests {
    let scratch = Scratch()

    init() throws {
        try scratch.prepareSandboxes()
        try Disk.makeFolder(scratch.path + "/outside")
        try Disk.write("kept", to: scratch.path + "/outside/file")
        chmod(scratch.path + "/outside", 0o750)
    }

    /// Commands in a sandbox that give its path to something else, and what is there after that.
    private static let replacements: [String: (command: String, left: String)] = [
        "an empty folder": ("rm -rf \"$DEFAULTS_SANDBOX\"; mkdir \"$DEFAULTS_SANDBOX\"", "d S\n"),
        "another folder": ("mv \"$DEFAULTS_SANDBOX\" x; mv outside \"$DEFAULTS_SANDBOX\"", "d S\nf S/file\n"),
        "a link": ("rm -rf \"$DEFAULTS_SANDBOX\"; ln -s \"$PWD/outside\" \"$DEFAULTS_SANDBOX\"", "l S\n"),
        "a file": ("rm -rf \"$DEFAULTS_SANDBOX\"; : >\"$DEFAULTS_SANDBOX\"", "f S\n"),
    ]

    @Test(
        "what has got the path of a sandbox is kept and named", arguments: replacements.keys.sorted(),
        [0, 3] as [Int32])
    func replaced(name: String, status: Int32) throws {
        let (command, left) = try #require(Self.replacements[name])
        let outcome = try scratch.inSandboxes(
            """
            defaults sandbox -- bash -c 'touch "$DEFAULTS_ROOT"/f; \(command); exit \(status)'; echo $?
            cd "$TMPDIR"; find . -mindepth 1 -printf '%y %P\\n' | sed 's,defaults-sandbox-[^/]*,S,' | sort
            """)
        #expect(outcome.text == "\(status == 0 ? 74 : status)\n\(left)", "\(outcome.text)")
        #expect(
            outcome.error.hasPrefix("defaults: '\(scratch.sandboxes)/defaults-sandbox-")
                && outcome.error.hasSuffix("' is kept: it is not the folder that was created there\n"),
            "\(outcome.error)")
        let kept = name == "another folder" ? "tmp/*" : "outside"
        #expect(try scratch.bash("stat -c %a \(kept); cat \(kept)/file").text == "750\nkept")
        if name == "another folder" { #expect(try Disk.names(in: scratch.path + "/x").isEmpty) }
    }

    @Test("a sandbox that was moved is emptied, and its new place is named")
    func moved() throws {
        let outcome = try scratch.inSandboxes(
            "defaults sandbox -- sh -c 'touch \"$DEFAULTS_ROOT/f\"; mv \"$DEFAULTS_ROOT\" moved'; echo $?; find moved")
        #expect(outcome.text == "74\nmoved\n")
        let folder = try scratch.bash("realpath moved").text.dropLast()
        #expect(outcome.error.hasSuffix("': the folder was moved to '\(folder)', where its contents were removed\n"))
    }

    @Test("a sandbox that was moved and cannot be emptied is named as well", MountSpace.condition)
    func movedWithMount() throws {
        let outcome = try scratch.inSandboxes(
            """
            exec \(MountSpace.prefix) bash -c '
                defaults sandbox -- sh -c "mv \\"\\$DEFAULTS_ROOT\\" x; mkdir x/m; mount -t tmpfs t x/m"
                echo $?'
            """)
        #expect(outcome.text == "74\n" && outcome.error.hasSuffix("/x', where some of its contents remain\n"))
    }

    @Test("a folder that is mounted over a sandbox is kept and named", MountSpace.condition)
    func mountedOver() throws {
        let outcome = try scratch.inSandboxes(
            """
            exec \(MountSpace.prefix) bash -c '
                defaults sandbox -- sh -c "mount --bind outside \\"\\$DEFAULTS_ROOT\\""; echo $?
                stat -c %a outside; cat outside/file; umount "$TMPDIR"/*; find "$TMPDIR"/* | wc -l'
            """)
        #expect(outcome.text == "74\n750\nkept1\n", "\(outcome.text)\(outcome.error)")
        #expect(outcome.error.hasSuffix("' is kept: it is not the folder that was created there\n"), "\(outcome.error)")
    }

    @Test(
        "nothing that is mounted inside is entered, whichever calls the kernel has, and its path is named",
        MountSpace.condition, Strace.condition,
        arguments: [
            "openat2:error=ENOSYS", "openat2:error=EPERM", "openat2:error=E2BIG", "openat2,statx:error=ENOSYS",
            "openat2,statx,name_to_handle_at:error=ENOSYS",
        ])
    func mountsWithoutCalls(fault: String) throws {
        let outcome = try scratch.inSandboxes(
            """
            exec \(MountSpace.prefix) bash -c '
                strace -q -o /dev/null -e "trace=\(Strace.calls("openat2,statx,name_to_handle_at"))" \
                    -e "inject=\(Strace.calls(fault))" \
                    defaults sandbox -- sh -c "
                    outside=\\$PWD/outside; cd \\"\\$DEFAULTS_ROOT\\"
                    mkdir -p a/m b/c/d; touch b/c/f; mount --bind \\"\\$outside\\" a/m"
                echo $?; cd "$TMPDIR"/*; find . ! -path ./a/m/file'
            """)
        #expect(outcome.text == "74\n.\n./a\n./a/m\n", "\(outcome.text)\(outcome.error)")
        #expect(outcome.error.hasSuffix("/a/m': a file system is or may be mounted there\n"), "\(outcome.error)")
        #expect(try scratch.bash("stat -c %a outside; cat outside/file").text == "750\nkept")
    }

    @Test("another user's folder that has got the path is kept", OtherAccount.condition)
    func otherUser() throws {
        chmod(scratch.sandboxes, 0o777)
        let outcome = try scratch.inSandboxes(
            """
            chmod 755 .; mkdir tmp/victim; touch tmp/victim/file
            defaults sandbox -- sh -c '
                setpriv --reuid=\(Account.nobody) --regid=\(Account.nobody) --clear-groups sh -c "
                    mv \\"\\$DEFAULTS_ROOT\\" tmp/x; mv tmp/victim \\"\\$DEFAULTS_ROOT\\""'
            echo $?; ls tmp/defaults-*; ls -A tmp/x
            """)
        #expect(outcome.text == "74\nfile\n", "\(outcome.text)\(outcome.error)")
    }

    @Test("the folder of an editor is known in the same way")
    func editor() throws {
        let outcome = try scratch.inSandboxes(
            """
            EDITOR='f() { d=$(dirname "$1"); rm -r "$d"; cp -r outside "$d"; }; f' defaults edit D
            echo $?; ls "$TMPDIR"/*
            """)
        outcome.expect(text: "74\nfile\n", complaints: 1)
        #expect(
            outcome.error.hasSuffix("' is not the folder that was created there; its contents are not used\n"),
            "\(outcome.error)")
    }

    @Test("a text is not taken from another folder that has got the path, and stays where it was moved")
    func movedText() throws {
        let outcome = try scratch.inSandboxes(
            """
            EDITOR='f() { d=$(dirname "$1"); mv "$d" x; cp -r x "$d"; sed -i s/decoy/new/ "$1"; }; f' defaults edit D
            echo $?; defaults read D k; ls "$TMPDIR"/*; grep -c decoy x/preferences.json
            """)
        outcome.expect(text: "74\ndecoy\npreferences.json\n1\n", complaints: 1)
        let place = try scratch.bash("realpath x").text.dropLast()
        #expect(outcome.error.hasSuffix("' was moved to '\(place)' while the editor ran\n"), "\(outcome.error)")
    }

    @Test(
        "if the folder of an editor stays, the status is 74, and the message says whether there was a change",
        MountSpace.condition,
        arguments: [
            ("", ":", "decoy", 2), ("", "sed -i s/decoy/new/ \"$1\"", "new", 1),
            ("-n", "sed -i s/decoy/new/ \"$1\"", "decoy", 1),
        ])
    func editedText(option: String, editor: String, value: String, lines: Int) throws {
        let outcome = try scratch.inSandboxes(
            """
            export EDITOR='f() { d=$(dirname "$1")/m; mkdir "$d"; mount -t tmpfs none "$d"; \(editor); }; f'
            \(MountSpace.prefix) defaults edit \(option) D >/dev/null
            echo $?; defaults read D k; ls "$TMPDIR"/*
            """)
        outcome.expect(text: "74\n\(value)\nm\n", complaints: lines)
        let change = value == "new" ? "; the change has been made" : ""
        #expect(
            outcome.error.hasSuffix("/m': a file system is or may be mounted there\(change)\n"), "\(outcome.error)")
    }
}
