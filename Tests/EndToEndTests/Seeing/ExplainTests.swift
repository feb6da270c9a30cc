import Foundation
import Testing

/// `explain`, `read --effective` and the hint of `read`: which layer takes precedence.
@Suite(.waiting) struct ExplainTests {
    let scratch = Scratch()

    /// The files of the layers, in order of precedence.
    private static let layers = [
        "config/ByHost/com.example.Editor..plist", "config/com.example.Editor.plist",
        "config/ByHost/.GlobalPreferences..plist", "config/.GlobalPreferences.plist",
        "/usr/local/etc/ByHost/com.example.Editor.plist", "/usr/local/etc/com.example.Editor.plist",
        "/usr/local/etc/ByHost/.GlobalPreferences.plist", "/usr/local/etc/.GlobalPreferences.plist",
    ]

    @Test("of 200 random combinations of layers, the one that Foundation uses", MountSpace.condition)
    func oracle() throws {
        // Each file has the key, another key, or does not exist.
        let script = """
            mount -t tmpfs tmpfs /usr/local/etc || exit 99
            mkdir -p config/ByHost /usr/local/etc/ByHost
            unset DEFAULTS_ROOT; export XDG_CONFIG_HOME=$PWD/config
            layers=(\(Self.layers.joined(separator: " ")))
            RANDOM=7
            for ((i = 0; i < 200; i++)); do
                expected=none
                for ((n = 7; n >= 0; n--)); do
                    rm -f "${layers[n]}"
                    case $((RANDOM % 5)) in
                    0 | 1) printf '{ key = %d; }' $n >"${layers[n]}"; expected=$n ;;
                    2) echo '{ other = 1; }' >"${layers[n]}" ;;
                    esac
                done
                found=$("$PROBE" get com.example.Editor key)
                read -r effective < <(defaults read --effective com.example.Editor key 2>/dev/null || echo nothing)
                explained=$(defaults explain com.example.Editor key | sed -n 's/^\\*.*string "\\(.*\\)".*/\\1/p')
                echo "$found \\"$effective\\" \\"${explained:-nothing}\\""
            done
            """
        var environment = scratch.environment
        environment["PROBE"] = Executable.userDefaultsProbe
        let outcome = try scratch.bashInMountSpace(script, environment: environment)
        #expect(outcome.status == 0, "\(outcome.error)")
        let lines = outcome.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines.count == 200)
        var winners: Set<String> = []
        for line in lines {
            let found = line[0] == "nothing" ? "\"nothing\"" : line[0]
            #expect(line[1] == found && line[2] == found, "\(line)")
            winners.insert(found)
        }
        #expect(winners.count > 6, "\(winners)")
    }

    @Test("a table for programs, with the files that exist and that of the domain")
    func table() throws {
        try scratch.succeed("write", "D", "key", "-int", "14")
        try scratch.succeed("write", "-g", "key", "-int", "9")
        let outcome = try scratch.defaults("explain", "D", "key")
        #expect(
            outcome.text == """
                *\tD\tinteger 14\t\(scratch.root)/D.plist
                \tNSGlobalDomain\tinteger 9\t\(scratch.root)/.GlobalPreferences.plist

                """)
        #expect(outcome.status == 0)
        #expect(
            try scratch.defaults("explain", "D").text == """
                \tD\t1 key\t\(scratch.root)/D.plist
                \tNSGlobalDomain\t1 key\t\(scratch.root)/.GlobalPreferences.plist

                """)
        #expect(
            try scratch.defaults("explain", "E", "key").text == """
                \tE\tno file\t\(scratch.root)/E.plist
                *\tNSGlobalDomain\tinteger 9\t\(scratch.root)/.GlobalPreferences.plist

                """)
    }

    @Test("a key that no layer has, a path that leads nowhere, and a file that cannot be read")
    func failures() throws {
        try scratch.succeed("write", "D", "key", "-dict", "a", "1")
        try scratch.succeed("write", "-g", "key", "-dict", "b", "1")
        #expect(try scratch.defaults("explain", "D", "nope").status == 1)
        #expect(try scratch.defaults("explain", "Nope").status == 0)
        #expect(try scratch.defaults("explain", "--path", "key.a", "D").text.contains("*\tD\tstring \"1\""))
        // The dictionary in D takes precedence as a whole.
        let behind = try scratch.defaults("explain", "--path", "key.b", "D")
        #expect(behind.status == 1 && !behind.text.contains("*"))
        #expect(try scratch.defaults("read", "--effective", "--path", "key.b", "D").status == 1)
        try Disk.write("{ broken", to: scratch.file("D"))
        let unreadable = try scratch.defaults("explain", "D", "key")
        #expect(unreadable.status == 65 && unreadable.complains() && unreadable.text.contains("\tD\tunreadable\t"))
        #expect(try scratch.defaults("read", "--effective", "D", "key").status == 65)
    }

    @Test("JSON has the same layers")
    func json() throws {
        try scratch.succeed("write", "D", "key", "-float", "1")
        let script = """
            defaults explain --json D key | python3 -c '
            import json, sys
            for layer in json.load(sys.stdin)["layers"]:
                print(layer["domain"], layer.get("host", "any"), layer["user"], layer["exists"],
                      layer["takesPrecedence"], layer.get("type"), layer.get("value"))'
            """
        #expect(
            try scratch.bash(script).text == """
                D current current False False None None
                D any current True True float {'$real': '1.0'}
                NSGlobalDomain current current False False None None
                NSGlobalDomain any current False False None None

                """)
    }

    @Test("read --effective prints the keys of all layers; read names the layer that has a missing key")
    func effective() throws {
        try scratch.succeed("write", "D", "a", "1")
        try scratch.succeed("write", "-g", "a", "2")
        try scratch.succeed("write", "-g", "b", "3")
        try scratch.succeed("write", "-currentHost", "D", "c", "4")
        #expect(
            try scratch.defaults("read", "--effective", "D").text == "{\n    a = 1;\n    b = 3;\n    c = 4;\n}\n")
        #expect(try scratch.defaults("read", "D", "--effective", "b").text == "3\n")
        let hint = "programs find the key in"
        #expect(
            try scratch.defaults("read", "D", "b").error == """
                defaults: The domain/default pair of (D, b) does not exist; \(hint) (NSGlobalDomain), \
                as 'read --effective' does

                """)
        #expect(try scratch.defaults("read", "D", "c").error.contains("\(hint) (D, this host)"))
        #expect(
            try scratch.defaults("read", "D", "d").error
                == "defaults: The domain/default pair of (D, d) does not exist\n")
        #expect(try scratch.defaults("read", "--effective", "--keyring", "D").status == 255)
        #expect(try scratch.defaults("read", "--effective").status == 255)
    }
}
