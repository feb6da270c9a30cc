/// The complaints about how the command is called, and about files.
enum CallComplaints {
    static let all: [Complaint] = verbs + options + names + files

    private static let verbs: [Complaint] = [
        Complaint("defaults write", 255, Synopsis.write),
        Complaint("defaults write D", 255, Synopsis.write),
        Complaint("defaults rename", 255, Synopsis.rename),
        Complaint("defaults rename D", 255, Synopsis.rename),
        Complaint("defaults rename D K", 255, Synopsis.rename),
        Complaint("defaults rename D K L M", 255, Synopsis.rename),
        Complaint("defaults delete", 255, Synopsis.delete),
        Complaint("defaults delete D K L", 255, Synopsis.delete),
        Complaint("defaults remove D K L", 255, Synopsis.delete),
        Complaint("defaults delete-all", 255, Synopsis.deleteAll),
        Complaint("defaults delete-all D K ''", 255, Synopsis.deleteAll),
        Complaint("defaults read-type", 255, Synopsis.readType),
        Complaint("defaults read-type D", 255, Synopsis.readType),
        Complaint("defaults find", 255, "wrong operands; use 'defaults find <word>'"),
        Complaint(
            "defaults find dark mode", 255,
            "unexpected operand 'mode'; quote the whole text: defaults find 'dark mode'"),
        Complaint("defaults read - < /dev/null", 255, noDomain),
        Complaint("defaults read-type - K", 255, noDomain),
        Complaint("defaults exists -", 255, noDomain),
        Complaint("defaults export - -", 255, noDomain),
        Complaint(
            "defaults import", 255,
            "wrong operands; use 'defaults import <domain> <path to plist>' or 'defaults import <domain> -'"),
        Complaint(
            "defaults export", 255,
            "wrong operands; use 'defaults export <domain> <path to plist>' or 'defaults export <domain> -'"),
        Complaint(
            "defaults read -app", 255,
            "wrong operands; use 'defaults read' or 'defaults read <domain>' or 'defaults read <domain> <key>'"),
        Complaint("defaults diff D", 255, Synopsis.diff),
        Complaint("defaults diff D E F", 255, Synopsis.diff),
        Complaint("defaults reed D", 255, "unknown verb 'reed'; did you mean 'read'?"),
        Complaint("defaults help raed", 255, "unknown verb 'raed'; did you mean 'read'?"),
        Complaint("defaults help nope", 255, "unknown verb 'nope'; see 'defaults help'"),
        Complaint("defaults help read x", 255, "unexpected operand 'x'; see 'defaults help help'"),
        Complaint("defaults help read ''", 255, "unexpected operand ''; see 'defaults help help'"),
        Complaint("defaults completions bash zsh", 255, "unexpected operand 'zsh'; see 'defaults help completions'"),
        Complaint("defaults --help nope", 255, "unknown verb 'nope'; see 'defaults help'"),
        Complaint("defaults read --path a", 255, "wrong operands; use 'defaults read --path <key path> <domain>'"),
        Complaint(
            "defaults read-type --path a", 255,
            "wrong operands; use 'defaults read-type --path <key path> <domain>'"),
        Complaint(
            "defaults write --path a D", 255,
            "wrong operands; use 'defaults write --path <key path> <domain> <value>'"),
        Complaint(
            "defaults rename --path a D", 255,
            "wrong operands; use 'defaults rename --path <key path> <domain> <new key path>'"),
        Complaint(
            "defaults delete --path a D K", 255, "wrong operands; use 'defaults delete --path <key path> <domain>'"),
        Complaint(
            "defaults delete-all --path a", 255,
            "wrong operands; use 'defaults delete-all --path <key path> <domain>'"),
    ]

    /// Wrong options. `ArgumentReaderTests` has the others.
    private static let options: [Complaint] = [
        Complaint("defaults --foo read", 255, "unknown option '--foo'; see 'defaults help'"),
        Complaint("defaults --root '' write D K v", 255, "option '--root' needs a value"),
        Complaint("defaults read -host", 255, "option '-host' needs a value"),
    ]

    private static let names: [Complaint] = [
        Complaint("defaults read ''", 255, "'' is not a domain: a name is not empty"),
        Complaint("defaults write a//b K v", 255, "'a//b' \(components)"),
        Complaint("defaults delete /", 255, "'/' is not a domain: a path ends in the name of a file"),
        Complaint("defaults export a//b -", 255, "'a//b' \(components)"),
        Complaint("defaults write ../.. K v", 255, "'../..' is not a domain: a path ends in the name of a file"),
        Complaint("defaults write .. K v", 255, "'..' \(components)"),
        Complaint("defaults write a/../b K v", 255, "'a/../b' \(components)"),
        Complaint("defaults -host a/b write D K v", 255, "'a/b' is not a domain: the name of a host has no '/'"),
        Complaint("defaults write $'a\\nb' K v", 255, #"'a\nb' is not a domain: a name has no NUL and no newline"#),
        Complaint("defaults write $'a\\xff' K v", 255, "argument 2 is not valid UTF-8"),
        Complaint("defaults write D K $'\\xed\\xa0\\x80'", 255, "argument 4 is not valid UTF-8"),
    ]

    private static let files: [Complaint] = [
        Complaint(
            "defaults import D ./none", 74,
            "Could not read data from ./none: cannot read './none': No such file or directory"),
        Complaint("defaults convert ./none", 74, "cannot read './none': No such file or directory"),
        Complaint("defaults convert root -o out", 65, "cannot read 'root': it is a directory"),
        Complaint("defaults import D root", 65, "Could not read data from root: cannot read 'root': it is a directory"),
        Complaint(
            "defaults import D bad", 65,
            "Could not parse property list from bad due to invalid old-style text, "
                + "a missing value after '=' on line 1, column 5",
            setup: "printf '{a = ' > bad"),
        Complaint(
            "defaults import D - < /dev/null", 65, "Could not parse property list from - due to empty input"),
        Complaint(
            "echo hello you | defaults import D -", 65,
            "Could not parse property list from - due to an unknown format"),
        Complaint(
            "echo '(a)' | defaults import D -", 65,
            "Property list - was not a dictionary. Defaults have not been changed."),
        Complaint(
            #"echo '{a = "\Udc00";}' | defaults import D -"#, 65,
            "Could not parse property list from - due to an unpaired surrogate at 'a', which cannot be stored"),
        Complaint(
            "defaults export D .", 74,
            "Could not export domain D to . due to an error: cannot write '.': Is a directory"),
        Complaint("defaults read E", 65, "cannot read '$PWD/root/E.plist': not a property list", setup: junk),
        Complaint("defaults read E K", 65, "cannot read '$PWD/root/E.plist': not a property list", setup: junk),
        Complaint("defaults export E -", 65, "cannot read '$PWD/root/E.plist': not a property list", setup: junk),
        Complaint(
            "defaults write E K v", 65,
            "Could not write domain E; exiting: cannot read '$PWD/root/E.plist': not a property list" + wayOut,
            setup: junk),
        Complaint(
            "defaults write E '{a = 1;}'", 65,
            "Could not write domain E; exiting: cannot read '$PWD/root/E.plist': not a property list" + wayOut,
            setup: junk),
        Complaint(
            "defaults delete E", 65,
            "Could not write domain E; exiting: cannot read '$PWD/root/E.plist': not a property list" + wayOut,
            setup: junk),
        Complaint(
            "defaults write -g K v", 65,
            "Could not write domain Apple Global Domain; exiting: cannot read '$PWD/root/.GlobalPreferences.plist': "
                + "not a property list" + wayOut,
            setup: "echo hello > root/.GlobalPreferences.plist"),
        Complaint(
            "defaults write E K v", 65,
            "Could not write domain E; exiting: cannot read '$PWD/root/E.plist': it is a directory",
            setup: "mkdir root/E.plist"),
        Complaint(
            "defaults write ./file/E K v", 74,
            "Could not write domain ./file/E.plist; exiting: cannot write './file/E.plist': Not a directory",
            setup: "touch file"),
    ]

    private enum Synopsis {
        static let write =
            "wrong operands; use 'defaults write <domain> <domain_rep>' or 'defaults write <domain> <key> <value>'"
        static let rename = "wrong operands; use 'defaults rename <domain> <old_key> <new_key>'"
        static let delete = "wrong operands; use 'defaults delete <domain>' or 'defaults delete <domain> <key>'"
        static let deleteAll =
            "wrong operands; use 'defaults delete-all <domain>' or 'defaults delete-all <domain> <key>'"
        static let diff = "wrong operands; use 'defaults diff <domain> <domain>' or 'defaults diff <folder> <folder>'"
        static let readType = "wrong operands; use 'defaults read-type <domain> <key>'"
    }

    private static let noDomain = "'-' is not a domain; use '/dev/stdin' to read standard input"
    private static let components =
        "is not a domain: a name has no empty, '.' or '..' component (a path begins with '/', './', '../' or '~/')"
    private static let junk = "echo hello > root/E.plist"
    /// What the errors of changes say of a file that cannot be read.
    private static let wayOut = "; use 'delete --force' to remove the file, or 'import --replace --force' to replace it"
}
