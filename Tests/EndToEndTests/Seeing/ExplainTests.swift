import Foundation
import TestExtent
import Testing

/// `explain` and `read --effective` beside other programs. Transcripts show what they print.
@Suite(.waiting) struct ExplainTests {
    let scratch = Scratch()

    /// The files of the layers, in order of precedence.
    private static let layers = [
        "config/ByHost/com.example.Editor..plist", "config/com.example.Editor.plist",
        "config/ByHost/.GlobalPreferences..plist", "config/.GlobalPreferences.plist",
        "/usr/local/etc/ByHost/com.example.Editor.plist", "/usr/local/etc/com.example.Editor.plist",
        "/usr/local/etc/ByHost/.GlobalPreferences.plist", "/usr/local/etc/.GlobalPreferences.plist",
    ]

    @Test("of random combinations of layers, the one that Foundation uses", MountSpace.condition)
    func oracle() throws {
        let count = Extent.count(200, short: 25)
        // Each file has the key, another key, or does not exist.
        let script = """
            mount -t tmpfs tmpfs /usr/local/etc || exit 99
            mkdir -p config/ByHost /usr/local/etc/ByHost
            unset DEFAULTS_ROOT; export XDG_CONFIG_HOME=$PWD/config
            layers=(\(Self.layers.joined(separator: " ")))
            RANDOM=7
            for ((i = 0; i < \(count); i++)); do
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
        #expect(lines.count == count)
        var winners: Set<String> = []
        for line in lines {
            let found = line[0] == "nothing" ? "\"nothing\"" : line[0]
            #expect(line[1] == found, "\(line)")
            #expect(line[2] == found, "\(line)")
            winners.insert(found)
        }
        #expect(winners.count > 6, "\(winners)")
    }

    @Test("read without --effective accesses no schema", Strace.condition)
    func accesses() throws {
        try scratch.succeed("write", "D", "key", "-int", "14")
        func accesses(_ words: String...) throws -> [String] {
            let script = """
                unset DEFAULTS_ROOT; export XDG_CONFIG_HOME=$PWD/root
                exec strace -f -q -o trace -e trace=file defaults \(words.joined(separator: " "))
                """
            #expect(try scratch.bash(script).status == 0)
            let trace = try String(contentsOfFile: scratch.path + "/trace", encoding: .utf8)
            return trace.components(separatedBy: "\n").filter { $0.contains("/defaults/schemas") }
        }
        #expect(try accesses("read", "D", "key").isEmpty)
        #expect(try accesses("read", "D").isEmpty)
        #expect(try accesses("read", "--effective", "--no-schema", "D", "key").isEmpty)
        #expect(try !accesses("read", "--effective", "D", "key").isEmpty)
    }
}
