/// The rows about where a file is, and who else may use it.
extension ChangeRow {
    static let errors = [
        ChangeRow("a link in a circle is an error", nil, .refused(74, "Too many levels of symbolic links")) {
            $0.setUp = "ln -s ${p##*/} $p"
        },
        ChangeRow("a folder is an error", nil, .refused(65, "it is a directory")) { $0.setUp = "mkdir $p" },
        ChangeRow("a file that cannot be read stays", .xml(), .refused(77, "Permission denied")) {
            $0.setUp = "chmod 000 $p"
            $0.isUnprivileged = true
        },
        ChangeRow("a file that cannot be written stays", .xml(), .refused(77, "not writable")) {
            $0.setUp = "chmod 444 $p"
            $0.isUnprivileged = true
        },
        ChangeRow("a file in a folder that cannot be written stays", .xml(), .refused(77, "Permission denied")) {
            $0.setUp = "chmod 555 ."
            $0.isUnprivileged = true
        },
        ChangeRow(
            "the same value needs no right to write", .xml(), .untouched, [.extracting: .refused(1, "not writable")]
        ) {
            $0.value = .same
            $0.setUp = "chmod 444 $p; chmod 555 ."
            $0.isUnprivileged = true
        },
        ChangeRow(
            "folders with the names of temporary files are an error", .xml(), .refused(74, "must be removed first")
        ) {
            $0.setUp = "n=.${p##*/}; mkdir -p $n.defaults-new/x $n.$EUID.defaults-new/x"
        },
        ChangeRow("on a full disk, the file stays", .xml(), .refused(74, "No space left on device")) {
            $0.folder = "./disk"
            $0.run = """
                cp -a disk ../kept; mount -t tmpfs -o size=64k tmpfs disk || exit 99; cp -a ../kept/. disk
                head -c 1000000 /dev/zero 2>/dev/null >disk/filler
                state() { ls -A disk; stat -c '%n %i %y %s' disk/*; cat disk/* | cksum; }
                before=$(state); change; status=$?; [ "$(state)" = "$before" ] || state >&2; exit $status
                """
            $0.needsMounts = true
        },
        ChangeRow(
            "a file is recognized by another path", .old("/* c */"), .inapplicable("The front has one operand."),
            [
                [.convertTo]: .refused(65, "comments, which the change would remove"), [.merge]: .changed(),
                [.replaceTo]: oldStyle, .extracting: .changed("@ had comments, which the change has removed"),
            ]
        ) {
            ($0.folder, $0.output) = ("./o", "./m/f.plist")
            $0.setUp = "mkdir m"
            $0.run = "mount --bind o m || exit 99; change"
            $0.needsMounts = true
        },
    ]

    private static let stream = ChangeResult.refused(65, "it is not a regular file")

    static let streams =
        [
            ChangeRow("a FIFO stays", .xml(), stream, [.withOutput: .streamed]) {
                $0.setUp = "mv $p ../src; mkfifo $p"
                $0.run = """
                    set -m; { cat ../src >$f && cat $f; } 2>/dev/null & job=$!; set +m
                    change; status=$?; [ $status = 0 ] || kill -- -$job 2>/dev/null; wait $job; exit $status
                    """
            },
            ChangeRow(
                "a FIFO without a writer is refused at once", nil, stream,
                [[.convertTo, .merge, .replaceTo] + .extracting: .inapplicable("The front waits for a writer.")]
            ) { $0.setUp = "mkfifo $p" },
            ChangeRow(
                "a dash is standard input", .xml(), .streamed,
                [
                    [.name, .path, .document, .edit]: .inapplicable("The operand is a domain."),
                    [.convert]: .refused(255, "standard input has none"),
                    [.plistBuddy]: .refused(1, "unexpected argument"),
                ]
            ) {
                $0.operand = "-"
                $0.setUp = "mv $p ../src"
                $0.run = "change <../src"
            },
        ]
        + ["/dev/stdin", "/dev/fd/9"].map { operand in
            ChangeRow(
                "a descriptor is not changed: \(operand)", .xml(), stream,
                [[.name]: .inapplicable("A name is not a path."), .withOutput: .streamed]
            ) {
                ($0.operand, $0.output) = (operand, "/dev/stdout")
                $0.setUp = "mv $p ../src"
                $0.run = "change <../src 9<../src"
            }
        }

    static let locks = [
        ChangeRow(
            "a change does not wait forever for the lock", .xml(), .refused(75, "its folder is still locked"),
            [.apple: .inapplicable("The front waits ten seconds, and has no option.")]
        ) {
            $0.options = "--lock-timeout 0"
            $0.run = "exec 3<.; flock 3; change 3<&-"
        },
        ChangeRow(
            "a change that another program makes under the lock is not lost", .xml(), .changed(),
            [
                [.edit]: .inapplicable("`edit` compares with the text that it has shown; see EditFailureTests.")
            ]
        ) {
            $0.setUp = "sed -i 's|v<|u<|' $p"
            $0.run = whileLocked("s|u<|v<|; s|<dict>|&<key>M</key><string>n</string>|")
            $0.members = ["M": "n"]
        },
    ]

    /// Returns lines that change the file as another program would, once the front waits for the lock.
    private static func whileLocked(_ change: String) -> String {
        """
        exec 3<.; flock 3; change 3<&- & job=$!
        until grep -q -- "-> FLOCK.*:$(stat -c %i .) " /proc/locks || ! kill -0 $job; do sleep 0.01; done
        sed '\(change)' $p >../other; chmod 640 ../other; mv ../other $p; flock -u 3; wait $job
        """
    }

    static let refusals =
        [
            ChangeRow(
                "the schema of a domain is kept", .xml(), .refused(65, "K is the string 'w'"),
                [
                    [.plistBuddy]: .refused(65, "K is the string 'w'", apple: 65),
                    .reformatting + .extracting: .changed(),
                ]
            ) {
                $0.name = "D.plist"
                $0.setUp = #"mkdir ../schemas; echo '{"properties": {"K": {"const": "v"}}}' >../schemas/D.json"#
                $0.variables = "export DEFAULTS_ROOT=$PWD DEFAULTS_SCHEMAS=$PWD/../schemas"
            },
            ChangeRow(
                "the file is not the journal", .xml(), .refused(255, "so it cannot be the journal"),
                [
                    .converting + [.merge]: .refused(255, "is the journal, so it cannot be the output"),
                    [.plutilConvert]: .refused(1, "is the journal, so it cannot be the output"),
                    .extracting: .refused(1, "cannot be recorded in a journal"),
                ]
            ) { $0.variables = "export DEFAULTS_JOURNAL=$PWD/${p#./}" },
        ]
        + [".a.plist.defaults-new", ".a.plist.defaults-old", ".defaults.lock", "f.plist"].map { name in
            ChangeRow(
                "a file with a reserved name is not changed: \(name)", .xml(),
                .refused(255, "is the name of a temporary file"),
                [
                    [.name]: name == "f.plist" ? .refused(255, "is the name of a temporary file") : .changed(),
                    .converting + [.merge]: .refused(255, "is reserved for temporary files"),
                ]
            ) {
                $0.name = name
                if name == "f.plist" { $0.setUp = "mv $p .a.defaults-new; ln -s .a.defaults-new $p" }
            }
        }

    static let records = [
        ChangeRow(
            "a change is recorded in the journal, and can be undone", .xml(), .changed(),
            [
                [.name, .path]: undone("write"), [.document]: undone("import"), [.edit]: undone("edit"),
                [.merge]: undone("merge"), [.plistBuddy]: undone("PlistBuddy"), .replacing: undone("plutil"),
                .extracting: unrecorded,
            ], record),
        ChangeRow(
            "a change of JSON is recorded in the journal, and can be undone", .json(" "), .changed(),
            [
                .withoutJSON: noJSON, [.path]: undone("write"), [.document]: undone("import"),
                [.edit]: undone("edit"), [.merge]: undone("merge"), .replacing: undone("plutil"),
                .extracting: unrecorded,
            ], record),
    ]

    private static let unrecorded = ChangeResult.refused(
        1, "cannot be recorded in a journal; unset DEFAULTS_JOURNAL")

    /// Returns the result of a recorded change, with the name that the journal has for the command.
    private static func undone(_ command: String) -> ChangeResult { .changed(observed: "\(command)\nundone\n") }

    private static func record(_ row: inout ChangeRow) {
        row.setUp = "cp $p ../kept"
        row.variables = "export DEFAULTS_JOURNAL=$PWD/../journal"
        row.observe = #"""
            [ -e ../journal ] || exit; sed 's/.*"command":\["\([^"]*\)".*/\1/' ../journal
            defaults undo --journal ../journal >/dev/null; cmp $p ../kept && echo undone
            """#
    }

    /// Prepares a row for files that do not exist yet. The fronts with `-o` read another file.
    private static func beginNew(_ row: inout ChangeRow) {
        row.input = "../in"
        row.variables = "commands=(-c 'Add :K string w'); umask 027"
        row.observe = "[ -e $p ] && stat -Lc %a $p || echo none"
        row.setUp = "echo '<plist><dict><key>K</key><string>v</string></dict></plist>' >../in; chmod 644 ../in"
    }

    private static func new(
        _ promise: String, _ path: ChangeResult, name: ChangeResult, output: ChangeResult,
        _ adjust: (inout ChangeRow) -> Void
    ) -> ChangeRow {
        let missing = ChangeResult.refused(74, "No such file or directory")
        return ChangeRow(promise, nil, path, [[.name]: name, .withOutput: output, .inPlace: missing]) {
            beginNew(&$0)
            adjust(&$0)
        }
    }

    private static func made(_ permissions: String) -> ChangeResult { .changed(observed: permissions + "\n") }

    static let newFiles =
        [("022", "644"), ("027", "640"), ("077", "600")].map { mask, permissions in
            new(
                "a new file has the permissions that the mask leaves: \(mask)", made(permissions), name: made("600"),
                output: made(permissions)
            ) { $0.variables += "; umask \(mask)" }
        }
        + [("600", "600"), ("444", "640")].map { input, permissions in
            new(
                "a new file is not for users who cannot read the input: \(input)", made("640"), name: made("600"),
                output: made(permissions)
            ) { $0.setUp += "; chmod \(input) ../in" }
        }
        + [
            new(
                "a new file does not have the permissions of a pipe that is read", made("640"), name: made("600"),
                output: made("640")
            ) {
                $0.input = "/dev/fd/7"
                $0.run = "change 7< <(cat ../in)"
            },
            new(
                "a new file from standard input has other permissions", made("640"), name: made("600"),
                output: made("640")
            ) {
                $0.input = "-"
                $0.run = "change <../in"
            },
            new("a link to no file is written through", made("640"), name: made("600"), output: made("640")) {
                $0.setUp += "; ln -s real $p"
            },
            ChangeRow(
                "comments of the input that a new file lacks are noticed", nil,
                .inapplicable("The front has no other input."),
                [
                    [.convertTo]: .refused(255, "--rewrite"), .extracting: made("640"),
                    [.merge]: made("640"),
                    [.replaceTo]: .changed("@ has comments, which './f.plist' does not contain", observed: "640\n"),
                ]
            ) {
                beginNew(&$0)
                $0.options = "--rewrite"
                $0.setUp += "; sed -i 's|<key>|<!-- c -->&|' ../in"
            },
            ChangeRow(
                "a new file has no reserved name", nil, .inapplicable("The name gets the suffix '.plist'."),
                [
                    [.plutilConvert, .replace]: .refused(1, "No such file or directory"),
                    [.plistBuddy, .replaceTo] + .extracting: .refused(1, "is the name of a temporary file"),
                    .converting + [.merge]: .refused(255, "is reserved for temporary files"),
                ]
            ) {
                beginNew(&$0)
                $0.name = ".a.defaults-new"
            },
            new(
                "a full disk keeps a new file away", .refused(74, "No space left on device"),
                name: .refused(74, "No space left on device"), output: .refused(74, "No space left on device")
            ) {
                $0.folder = "./disk"
                $0.run = """
                    mount -t tmpfs -o size=64k tmpfs disk || exit 99; head -c 1000000 /dev/zero 2>/dev/null >disk/filler
                    change; status=$?; [ "$(ls -A disk)" = filler ] || ls -A disk >&2; exit $status
                    """
                $0.needsMounts = true
            },
            new(
                "a full device is an error", .inapplicable("The front has no output."),
                name: .inapplicable("The front has no output."), output: .refused(74, "No space left on device")
            ) { $0.output = "/dev/full" },
        ]
}
