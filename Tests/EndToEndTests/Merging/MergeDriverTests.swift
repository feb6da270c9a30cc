import Foundation
import Testing

/// `merge` as a driver of git, in real repositories.
@Suite(.waiting, Executable.condition("git"))
struct MergeDriverTests {
    private let scratch = Scratch()

    init() throws {
        try scratch.makeRepository()
        let outcome = try scratch.inRepository(
            """
            set -e; defaults merge --git-config >>.git/config
            defaults merge --git-config | sed -n 's/^#   //p' >>.gitattributes; git add -A; git commit -qm start
            """)
        try #require(outcome.status == 0, "\(outcome)")
    }

    private static let base = """
        <plist version="1.0">
        <dict>
        	<key>A</key>
        	<integer>1</integer>
        	<key>B</key>
        	<integer>1</integer>
        </dict>
        </plist>

        """

    private static let catalog = "{\n  \"A\" : 1,\n  \"B\" : 1\n}\n"

    /// Commits a file and changes of it on two branches. The script ends on the branch `ours`.
    private func diverge(_ name: String, base: String = Self.base, ours: String, theirs: String) throws {
        try Disk.write(base, to: scratch.path + "/base")
        let outcome = try scratch.inRepository(
            """
            set -e; name=\(name); mkdir -p sub; cp ../base "$name"; git add -A; git commit -qm base
            git checkout -qb theirs; \(theirs); git add -A; git commit -qm theirs
            git checkout -qb ours HEAD~; \(ours); git add -A; git commit -qm ours
            """)
        try #require(outcome.status == 0, "\(outcome)")
    }

    private static func change(_ key: String, to number: Int) -> String {
        "defaults write \"$PWD/$name\" \(key) -int \(number)"
    }

    @Test(
        "neighbouring changes are merged, also by rebase, cherry-pick and stash",
        arguments: [
            "git merge theirs -m m", "git rebase theirs", "git cherry-pick theirs",
            "{ git reset -q --soft HEAD~; git stash -q; git merge -q --ff-only theirs; git stash pop; }",
        ],
        [
            ("x.plist", base), ("'sub/a b.plist'", base), ("\"it's \\$x.strings\"", base), ("L.xcstrings", catalog),
        ])
    func commands(command: String, file: (name: String, base: String)) throws {
        let (name, base) = file
        try diverge(name, base: base, ours: Self.change("A", to: 2), theirs: Self.change("B", to: 2))
        let outcome = try scratch.inRepository(
            "name=\(name); \(command) >/dev/null; echo $?; cat \"$name\"")
        let merged = base.replacing("<integer>1<", with: "<integer>2<").replacing(" : 1", with: " : 2")
        #expect(outcome.text == "0\n" + merged, "\(outcome)")
    }

    @Test("a conflict has markers with the names of the sides, and git knows of it")
    func conflict() throws {
        try diverge(
            "x.plist", ours: "name=x.plist; " + Self.change("A", to: 2),
            theirs: "name=x.plist; " + Self.change("A", to: 3))
        let outcome = try scratch.inRepository("git merge theirs -m m; echo $?; cat x.plist; git status --short")
        #expect(outcome.text.contains("\n1\n"))
        #expect(outcome.text.contains("UU x.plist"))
        #expect(outcome.text.contains("\t<integer>2</integer>\n=======\n\t<integer>3</integer>\n>>>>>>> "))
        #expect(outcome.error.contains("x.plist: a conflict in 'A'"), "\(outcome)")
    }

    @Test("an added file is merged without a base, and a binary one keeps our values in conflicts")
    func addedAndBinary() throws {
        let add = { (key: String, number: Int) in
            "name=new.plist; echo '{\"\(key)\": \(number), \"E\": 1}' | defaults convert --format binary >new.plist"
        }
        try diverge("x.plist", ours: add("A", 2), theirs: add("B", 2))
        let outcome = try scratch.inRepository(
            "git merge -q theirs -m m >/dev/null; echo $?; head -c 6 new.plist; defaults convert --json=plain new.plist"
        )
        #expect(outcome.text == "0\nbplist{\n  \"A\": 2,\n  \"B\": 2,\n  \"E\": 1\n}\n", "\(outcome)")
        try scratch.inRepository(
            "git checkout -q master 2>/dev/null || git checkout -q main; git branch -qD ours theirs")
        try diverge("y.plist", ours: add("C", 2), theirs: add("C", 3))
        let conflict = try scratch.inRepository(
            "git merge -q theirs -m m >/dev/null; echo $?; head -c 6 new.plist; defaults convert --json=plain new.plist"
        )
        #expect(conflict.text == "1\nbplist{\n  \"C\": 2,\n  \"E\": 1\n}\n", "\(conflict)")
    }

    @Test("binary and XML sides, and UTF-16, are merged into our format")
    func formats() throws {
        try diverge(
            "x.plist",
            ours: "name=x.plist; defaults convert --format binary --in-place x.plist; " + Self.change("A", to: 2),
            theirs: "name=x.plist; " + Self.change("B", to: 2))
        let outcome = try scratch.inRepository(
            "git merge -q theirs -m m >/dev/null; echo $?; head -c 6 x.plist; defaults convert --json=plain x.plist")
        #expect(outcome.text == "0\nbplist{\n  \"A\": 2,\n  \"B\": 2\n}\n", "\(outcome)")
    }

    @Test("a file that one side deletes and the other changes is left to git")
    func deleted() throws {
        try diverge("x.plist", ours: "git rm -q x.plist", theirs: "name=x.plist; " + Self.change("B", to: 2))
        let outcome = try scratch.inRepository("git merge -q theirs -m m >/dev/null; echo $?; git status --short")
        #expect(outcome.text == "1\nDU x.plist\n", "\(outcome)")
    }

    @Test("a mode that changes on one side stays changed")
    func mode() throws {
        try diverge(
            "x.plist", ours: "name=x.plist; chmod +x x.plist; " + Self.change("A", to: 2),
            theirs: "name=x.plist; " + Self.change("B", to: 2))
        let outcome = try scratch.inRepository("git merge -q theirs -m m >/dev/null; echo $?; test -x x.plist; echo $?")
        #expect(outcome.text == "0\n0\n", "\(outcome)")
    }

    @Test("a file that is no property list is merged by lines, with status 1 and markers")
    func otherFiles() throws {
        try diverge("x.plist", ours: "echo ours >x.plist", theirs: "echo theirs >x.plist")
        let outcome = try scratch.inRepository("git merge theirs -m m >/dev/null; echo $?; cat x.plist")
        #expect(outcome.text.hasPrefix("1\n<<<<<<< "), "\(outcome)")
        #expect(outcome.text.contains("ours\n=======\ntheirs\n>>>>>>> "), "\(outcome)")
        outcome.expect(containing: "our version: cannot read 'x.plist'")
        outcome.expect(containing: "lines are merged instead")
    }

    @Test(
        "the cause of a merge by lines is printed, and the status is 0 only if the result has no errors",
        arguments: [
            ("s/A = 1;/A = 1/", "2s/$/;/", "s/E = 1/E = 2/", 0, "their version: cannot read 'x.plist'"),
            ("s/A = 1;/A = 1/", "s/E = 1/E = 2/", "2s/$/;/", 0, "our version: cannot read 'x.plist'"),
            ("s/A = 1;/A = 1/", "s/E = 1/E = 2/", "s/C = 1/C = 2/", 1, "the merged lines: cannot read 'x.plist'"),
            ("", "s/E = 1/E = 2/", "2s/$/ A = 2;/", 1, "the merged lines: "),
            ("", "s/E = 1;/E = 2/", "s/E = 1/E = 3/", 1, "our version: cannot read 'x.plist'"),
            ("s/A/bplist00\\x00/", "s/E = 1/E = 2/", "s/C = 1/C = 2/", 1, "x.plist: git has not merged the lines"),
        ])
    func lines(base: String, ours: String, theirs: String, status: Int32, cause: String) throws {
        let outcome = try scratch.bash(
            """
            printf '{\\nA = 1;\\nB = 1;\\nC = 1;\\nD = 1;\\nE = 1;\\n}\\n' | sed '\(base)' >b
            sed '\(ours)' b >o; sed '\(theirs)' b >t
            defaults merge --driver b o t 7 x.plist; status=$?
            [ $status != 0 ] || defaults read "$PWD/o" E; exit $status
            """)
        outcome.expect(status, text: status == 0 ? "2\n" : "", containing: cause)
        outcome.expect(containing: "lines are merged instead")
    }

    @Test("an operand is never an option, whatever the name of the file is")
    func names() throws {
        try Disk.write(Self.base, to: scratch.path + "/base")
        let outcome = try scratch.inRepository(
            """
            set -e; echo '* merge=plist' >>.gitattributes
            names=(--help --version --diff3 --lock-timeout=0 --driver --git-config --none)
            names+=(-- -o -L -h -app - $'caf\\351')
            save() { for name in "${names[@]}"; do sed "$1" ../base >"./$name"; done; git add -A; git commit -qm save; }
            save ''; git checkout -qb theirs; save '6s/1/2/'; git checkout -qb ours HEAD~; save '4s/1/2/'
            git merge -q theirs -m m >/dev/null
            sed 's/>1</>2</' ../base >../merged; for name in "${names[@]}"; do cmp "./$name" ../merged; done
            """)
        outcome.expect(0, text: "", error: "")
    }

    @Test("a driver that is killed leaves nothing in the working tree", .withoutSanitizer, Strace.condition)
    func killed() throws {
        try diverge(
            "x.plist", ours: "name=x.plist; " + Self.change("A", to: 2),
            theirs: "name=x.plist; " + Self.change("B", to: 2))
        let outcome = try scratch.inRepository(
            """
            for call in write ftruncate; do
                driver="strace -qq -o ../trace --inject=$call:signal=KILL:when=1 defaults merge --driver %O %A %B %L %P"
                git config merge.plist.driver "$driver"
                git merge -q theirs -m m >/dev/null 2>&1 && echo $call: not killed
                git status --porcelain | grep -v '^UU'; git reset -q --hard
            done
            """)
        outcome.expect(text: "", error: "")
    }

    @Test("criss-cross merges and bases that cannot be read do not lose anything")
    func crissCross() throws {
        try diverge(
            "x.plist", ours: "name=x.plist; " + Self.change("A", to: 2),
            theirs: "name=x.plist; " + Self.change("B", to: 2))
        let outcome = try scratch.inRepository(
            """
            set -e; name=x.plist; ours=$(git rev-parse ours); theirs=$(git rev-parse theirs)
            exec 3>&1 >/dev/null
            git merge -q theirs -m one; git checkout -q theirs; git merge -q $ours -m two
            \(Self.change("C", to: 3)); git commit -qam three; git checkout -q ours
            \(Self.change("D", to: 4)); git commit -qam four; git merge -q theirs -m five
            defaults convert --json=plain x.plist >&3
            """)
        #expect(outcome.text == "{\n  \"A\": 2,\n  \"B\": 2,\n  \"C\": 3,\n  \"D\": 4\n}\n", "\(outcome)")
        let other = try scratch.bash(
            """
            echo '{ a = 1; }' >o; echo '{ b = 1; }' >t; echo '<<<<<<< x' >b
            defaults merge --driver b o t 7 p.plist '%S' '%X' '%Y'; echo $?; cat o
            """)
        #expect(other.text == "0\n{ a = 1; b = 1; }\n", "\(other)")
    }

    @Test("a result that cannot be written has a status at which git stops, and our version stays")
    func unwritable() throws {
        let outcome = try scratch.bash(
            """
            echo '{ a = 1; }' >b; echo '{ a = 2; }' >o; echo '{ b = 1; }' >t
            (ulimit -f 0; trap '' XFSZ; defaults merge --driver b o t 7 p.plist; echo $?) | cat; cat o
            """)
        #expect(outcome.text == "255\n{ a = 2; }\n", "\(outcome)")
    }

    @Test("a file that cannot be read has a status at which git stops, since it may be a property list")
    func unreadable() throws {
        let outcome = try scratch.bash(
            """
            echo '{ a = 1; }' >b; echo '{ a = 2; }' >o; echo '{ b = 1; }' >t
            defaults merge --driver b o none 7 p.plist; echo $?; cat o
            defaults merge --driver b none t 7 p.plist; echo $?; ls none
            defaults merge --driver none o t 7 p.plist; echo $?; cat o
            """)
        outcome.expect(text: "255\n{ a = 2; }\n255\n255\n{ a = 2; }\n", containing: "none")
    }
}
