import Foundation
import Testing

/// What `watch` records, replayed elsewhere, gives the state at its end.
@Suite(.waiting) struct WatchReplayTests {
    let scratch = Scratch()

    /// A thousand changes of five domains: by the command, by a program that rewrites the file in its place, by `mv`,
    /// by `rm` and by an editor that writes a new file. Each value is stored once and listed before, so that one that
    /// was never stored would show. After each fifty changes, both watches must have printed a marker.
    private static let changes = """
        RANDOM=42
        for ((i = 1; i <= 1000; i++)); do
            domain=D$((RANDOM % 5)) key=k$((RANDOM % 7))
            echo "$domain $key v$i" >>stored
            case $((RANDOM % 20)) in
            0) rm -f "root/$domain.plist" ;;
            1) defaults delete "$domain" 2>/dev/null ;;
            2) XDG_CONFIG_HOME=$PWD/root "$PROBE" set "$domain" "$key" string "v$i" ;;
            3) printf '{ %s = v%d; other = "it'\\''s %d"; }' "$key" "$i" "$i" >new; mv new "root/$domain.plist" ;;
            4) printf '{ %s = v%d; }' "$key" "$i" >"root/$domain.plist" ;;
            5) defaults write "$domain" "$key" -dict a "v$i" b '<array><real>1</real></array>' ;;
            6) defaults write "$domain" "$key" -int "$i" ;;
            *) defaults write "$domain" "$key" "v$i" ;;
            esac
            if ((i % 50 == 0)); then
                defaults write Marker n -int $i
                until_true grep -qx "defaults write Marker n -int $i" commands
                until_true grep -qF '"domain":"Marker","new":'$i, lines
            fi
        done
        """

    @Test("what watch prints as commands repeats the changes in another domain")
    func replay() throws {
        var environment = scratch.environment
        environment["PROBE"] = Executable.userDefaultsProbe
        let outcome = try scratch.bash(
            """
            defaults write D1 k1 start; echo D1 k1 start >stored
            defaults watch --initial --format commands >commands & first=$!
            defaults watch --initial --format json >lines & second=$!
            until_true() { for ((j = 0; j < 60000; j++)); do "$@" && return; sleep 0.01; done; exit 99; }
            until_true test -s commands; until_true test -s lines
            \(Self.changes)
            defaults write End end now
            until_true grep -q 'write End' commands; until_true grep -q '"End"' lines
            kill $first $second
            defaults batch --root replayed commands || exit
            defaults diff ./root ./replayed || exit
            grep -c '"domain":"Marker"' lines
            """, environment: environment)
        outcome.expect(0, text: "20\n")
        try expectStoredValuesOnly()
    }

    /// Expects that the old value of each line is the new one of the line before, and that its text was stored there.
    private func expectStoredValuesOnly() throws {
        let lines = try String(contentsOfFile: scratch.path + "/lines", encoding: .utf8).split(separator: "\n")
        let stored = Set(try String(contentsOfFile: scratch.path + "/stored", encoding: .utf8).split(separator: "\n"))
        var values: [String: String] = [:]
        for line in lines {
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
            let domain = try #require(object["domain"] as? String)
            let path = try #require(object["path"] as? [String]).joined(separator: " ")
            let place = "\(domain) \(path)"
            // A path of two components leads into a dictionary, which is one value when it is set.
            if let old = object["old"] as? String, !path.contains(" ") { #expect(values[place] == old, "\(line)") }
            values[place] = object["new"] as? String
            guard let text = object["new"] as? String, path.hasPrefix("k") else { continue }
            let key = path.prefix { $0 != " " }
            // The value of a key can be a dictionary with the keys a and b.
            if !path.hasSuffix(" b") { #expect(stored.contains("\(domain) \(key) \(text)"), "\(line)") }
        }
    }
}
