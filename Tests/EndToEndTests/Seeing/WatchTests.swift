import Foundation
import Glibc
import TestExtent
import Testing

/// `watch`: what it prints, when it ends, and what it does if it cannot go on.
@Suite(.waiting) struct WatchTests {
    let scratch = Scratch()

    /// Runs a script beside a watch, whose output is in the file `out` and whose errors are in `err`.
    ///
    /// The functions `start` with the words after `watch`, `saw TEXT`, which waits until the output has a text, and
    /// `finish`, which ends the watch, are for the script.
    @discardableResult
    private func watching(_ script: String) throws -> Outcome {
        let functions = """
            until_true() { for ((i = 0; i < 60000; i++)); do "$@" && return; sleep 0.01; done; echo "waited for: $*"; }
            start() {
                rm -f out err
                defaults watch --initial "$@" >out 2>err & watch=$!
                until_true test -s out  # from now on, nothing is missed
            }
            saw() { until_true grep -qF -- "$1" out; }
            finish() { kill $watch; wait $watch; echo "ended $?"; }
            defaults write D a -int 1
            """
        let outcome = try scratch.bash(functions + "\n" + script)
        #expect(outcome.error.isEmpty, "\(outcome)")
        #expect(!outcome.text.contains("waited for"), "\(outcome)")
        return outcome
    }

    private func file(_ name: String) throws -> String {
        try String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
    }

    @Test("changes of all domains are printed with their domains, as diff prints them")
    func allDomains() throws {
        let outcome = try watching(
            """
            start; saw '+ a: integer 1'
            defaults write D a -int 2; saw '+ a: integer 2'
            defaults write -currentHost E h -bool true; saw '+ h: boolean true'
            defaults write -g language en; saw '+ language: string "en"'
            defaults delete D; saw '- a: integer 2'
            finish
            """)
        #expect(outcome.text == "ended 143\n")
        #expect(
            try file("out") == """
                [D]
                + a: integer 1
                [D]
                - a: integer 1
                + a: integer 2
                [-currentHost E]
                + h: boolean true
                [NSGlobalDomain]
                + language: string "en"
                [D]
                - a: integer 2

                """)
        #expect(try file("err").isEmpty)
    }

    @Test("signals end it silently", arguments: [SIGINT, SIGHUP])
    func interrupted(signal: Int32) throws {
        let watch = try scratch.start([Executable.defaults, "watch"])
        while !Disk.exists("/proc/\(watch.identifier)/task") { sched_yield() }
        watch.send(signal: signal)
        #expect(try watch.outcome() == Outcome(status: 128 + signal, output: [], error: ""))
    }

    @Test("one domain needs no heading, and a key hides the others")
    func oneKey() throws {
        try watching(
            """
            start D a; saw '+ a: integer 1'
            defaults write D b 1; defaults write D a -int 5; saw '+ a: integer 5'
            finish
            """)
        #expect(try file("out") == "+ a: integer 1\n- a: integer 1\n+ a: integer 5\n")
    }

    @Test("several domains and keys are watched at once")
    func severalDomains() throws {
        try watching(
            """
            start D a E b D c F; saw '+ a: integer 1'
            defaults write E a 1; defaults write D b 2
            defaults write E b 3; saw '+ b: string "3"'
            defaults write D c 4; saw '+ c: string "4"'
            defaults write F a 5; saw '+ a: string "5"'
            finish
            """)
        #expect(
            try file("out") == """
                [D]
                + a: integer 1
                [E]
                + b: string "3"
                [D]
                + c: string "4"
                [F]
                + a: string "5"

                """)
    }

    @Test("a key path, and patterns of keys")
    func paths() throws {
        try watching(
            """
            defaults write D w '{ x = 1; y = 2; }'
            start --path w.x D; saw '+ w: dictionary {"x":"1"}'
            defaults write --path w.y D 3; defaults write --path w.x D 4; saw '+ w.x: string "4"'
            finish; mv out first
            start D --ignore w.y --ignore a; defaults write --path w.y D 9
            defaults write D z 1; saw '+ z: string "1"'
            finish
            """)
        #expect(
            try file("first") == """
                + w: dictionary {"x":"1"}
                - w.x: string "1"
                + w.x: string "4"

                """)
        #expect(try file("out") == "+ w: dictionary {\"x\":\"4\"}\n+ z: string \"1\"\n")
    }

    @Test("JSON: a line for each value, with date, domain, path, old and new")
    func json() throws {
        try watching(
            """
            export SOURCE_DATE_EPOCH=1706702400
            start --format json; saw '"new":1'
            defaults write -currentHost D a.b -float 1; saw '$real'
            defaults write D a -int 2; saw '"new":2'
            finish
            """)
        #expect(
            try file("out") == """
                {"date":"2024-01-31T12:00:00Z","domain":"D","new":1,"path":["a"]}
                {"date":"2024-01-31T12:00:00Z","domain":"D","host":"current","new":{"$real":"1.0"},"path":["a.b"]}
                {"date":"2024-01-31T12:00:00Z","domain":"D","new":2,"old":1,"path":["a"]}

                """)
    }

    @Test("commands name neither the root nor the folder, so that they can be replayed elsewhere")
    func commands() throws {
        try watching(
            """
            start --format commands --root root; saw 'a -int 1'
            defaults write -currentHost D h "it's"; saw 'write D h'
            defaults delete D; saw 'delete D'
            finish
            """)
        #expect(
            try file("out") == """
                defaults write D a -int 1
                defaults -currentHost write D h -string 'it'\\''s'
                defaults delete D

                """)
    }

    @Test("it ends after a number of changes, or with 1 if the time is up before")
    func ends() throws {
        let outcome = try watching(
            """
            start --count 2 D; defaults write D a 2; saw '"2"'; defaults write D a 3; wait $watch; echo $?
            # On a slow machine, a short time can be up before the change.
            ends_after_a_change() {
                for time in 0.3 1 5 25 125; do
                    value="$time seconds, $# options"
                    start "$@" --timeout $time D; defaults write D a "$value"; wait $watch; status=$?
                    grep -q "^+ a: .*$value" out && break
                done
                echo $status
            }
            ends_after_a_change --count 2
            ends_after_a_change
            start --timeout 0 D; wait $watch; echo $?
            """)
        #expect(outcome.text == "0\n1\n0\n1\n")
    }

    @Test("a watch whose reader has left ends at once and silently")
    func brokenPipe() throws {
        let outcome = try scratch.bash("defaults watch | head -0; echo ${PIPESTATUS[0]}")
        #expect(outcome == Outcome(status: 0, output: Array("141\n".utf8), error: ""))
        let ignoring = try scratch.bash("trap '' PIPE; defaults watch | head -0; echo ${PIPESTATUS[0]}")
        #expect(ignoring == Outcome(status: 0, output: Array("74\n".utf8), error: ""))
    }

    @Test("what cannot be read keeps its last contents, and is reported once")
    func unreadable() throws {
        try watching(
            """
            start; saw '+ a: integer 1'
            # Not in place: the file without contents, in between, would be another error.
            echo '{ broken' >new; mv new root/D.plist; until_true grep -q broken\\\\\\|missing err
            defaults write E other 1; saw '+ other'
            echo '{ a = 2; }' >new; mv new root/D.plist; saw '+ a: string "2"'
            finish
            """)
        #expect(
            try file("out") == """
                [D]
                + a: integer 1
                [E]
                + other: string "1"
                [D]
                - a: integer 1
                + a: string "2"

                """)
        let lines = try file("err").split(separator: "\n")
        #expect(lines.count == 1, "\(lines)")
        #expect(lines[0].hasPrefix("defaults: "), "\(lines)")
        #expect(lines[0].contains("root/D.plist"), "\(lines)")
    }

    @Test("folders and links may come, go and lead elsewhere")
    func places() throws {
        try watching(
            """
            start; rm -r root; saw '- a: integer 1'
            defaults write D a 1; saw '+ a: string "1"'
            rm -r root; saw '- a: string "1"'
            mkdir elsewhere other; ln -s elsewhere root
            defaults write D b 2; saw '+ b: string "2"'
            DEFAULTS_ROOT=other defaults write D c 3
            ln -sfn other root; saw '+ c: string "3"'
            printf '{ x = y; }' >file.plist; ln -s ../file.plist root/L.plist; saw '+ x: string "y"'
            finish
            """)
        #expect(try file("err") == "")
    }

    @Test("a writer is not held up by a reader that reads nothing, which gets the latest state later")
    func slowReader() throws {
        let outcome = try scratch.bash(
            """
            mkfifo pipe
            defaults watch D >pipe & watch=$!
            exec 3<pipe
            long=$(printf '%0900d' 0)
            for i in {1..200}; do defaults write D "k$i" "$long" || exit; done
            defaults write D last "$long$long" || exit
            until read -ru 3 line && [[ $line == *' last: '* ]]; do :; done
            kill $watch
            echo done
            """)
        outcome.expect(0, text: "done\n")
    }

    @Test("thousands of domains are watched, with subfolders")
    func manyDomains() throws {
        try watching(
            """
            mkdir -p root/sub
            for i in {1..3000}; do echo "{ k = $i; }"; done | split -l 1 -d -a 5 --additional-suffix=.plist - root/sub/x
            start; saw '+ k: string "3000"'
            defaults write sub/x01234 k new; saw '+ k: string "new"'
            finish
            """)
        #expect(try file("out").hasSuffix("[sub/x01234]\n- k: string \"1235\"\n+ k: string \"new\"\n"))
    }

    @Test("of many domains, the one that has changed is read alone", Strace.condition)
    func changedDomain() throws {
        let outcome = try scratch.bash(
            """
            mkdir root
            for i in {1..300}; do echo "{ k = $i; }" >root/x$i.plist; done
            strace -f -q -e "trace=\(Strace.calls("open,openat"))" -o trace defaults watch --initial >out & watch=$!
            until_true() { for ((i = 0; i < 60000; i++)); do "$@" && return; sleep 0.01; done; exit 99; }
            until_true grep -q x300 out
            opened() { grep -c 'x[0-9]*[.]plist' trace; }
            defaults write x7 k first; until_true grep -q first out; before=$(opened)
            defaults write x8 k second; until_true grep -q second out
            XDG_CONFIG_HOME=$PWD/root "$PROBE" set x9 k string third; until_true grep -q third out; rm root/x10.plist
            until_true grep -q -- '- k: string "10"' out; after=$(opened)
            pkill -P $watch; wait $watch
            echo $((after - before))
            """, environment: scratch.environment.merging(["PROBE": Executable.userDefaultsProbe]) { $1 })
        let count = Int(outcome.text.dropLast()) ?? .max
        // A domain is read for each event that comes after a read of it.
        #expect(count >= 3, "\(outcome)")
        #expect(count < 30, "\(outcome)")
    }

    @Test("the state after more events than the kernel keeps is printed")
    func overflow() throws {
        try watching(
            """
            start; saw '+ a: integer 1'
            kill -STOP $watch
            limit=$(cat /proc/sys/fs/inotify/max_queued_events)
            python3 -c '
            import sys
            for i in range(int(sys.argv[1])):
                for name in ("x", "y"):
                    with open(f"root/{name}.plist", "w"): pass
            ' "$limit"
            rm root/x.plist root/y.plist; defaults write D a -int 2
            kill -CONT $watch; saw '+ a: integer 2'
            finish
            """)
    }

    @Test("nothing runs while nothing changes", Strace.condition)
    func idle() throws {
        let outcome = try scratch.bash(
            """
            defaults write D a 1
            strace -f -q -o trace defaults watch --initial >out & watch=$!
            for ((i = 0; i < 60000; i++)); do test -s out && break; sleep 0.01; done
            # On a busy machine, the start can take longer. Polling would be seen in each of these times.
            for ((i = 0; i < 30; i++)); do
                sleep 0.5; before=$(wc -l <trace); sleep \(Extent.count(10, short: 3)); after=$(wc -l <trace)
                if [ $after = $before ]; then break; fi
            done
            pkill -P $watch; wait $watch
            echo $((after - before))
            """)
        #expect(outcome.text == "0\n", "\(outcome)")
    }

    @Test("options that cannot take effect are refused")
    func usage() throws {
        for words in [
            ["--count", "0"], ["--count", "x"], ["--timeout", "-1"], ["--path", "a"], ["--keyring"],
            ["--format", "json", "--color", "always"], ["--reveal"],
        ] {
            let outcome = try scratch.defaults(["watch"] + words)
            outcome.expect(255, text: "", complaints: 1, comment: "\(words)")
        }
    }

    @Test("without watches of the kernel the command looks at the files, and says so", Strace.condition)
    func polling() throws {
        for fault in ["inotify_init1:error=ENOSYS", "inotify_init1:error=EMFILE", "inotify_add_watch:error=ENOSPC"] {
            let outcome = try scratch.bash(
                """
                defaults write D a 1; rm -f out
                words=(defaults watch --initial --count 1 --timeout 600 D)
                strace -f -q -o trace --inject=\(fault) "${words[@]}" >out & watch=$!
                until [ -s out ] || ! kill -0 $watch; do sleep 0.01; done
                defaults write D a 2; wait $watch && cat out
                """)
            let expected = "+ a: string \"1\"\n- a: string \"1\"\n+ a: string \"2\"\n"
            outcome.expect(0, text: expected)
            // strace may report a thread that has ended.
            let lines = outcome.errorLines.filter { !$0.hasPrefix("strace: ") }
            #expect(lines.count == 1, "\(lines)")
            #expect(lines[0].hasSuffix("looking at the files once a second"), "\(lines)")
        }
    }
}
