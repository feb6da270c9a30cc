import Testing

/// Colors and columns of `diff`, `watch` and `explain`, on terminals and in pipes.
@Suite(.waiting) struct ColorTests {
    let scratch = Scratch()

    init() throws {
        try scratch.succeed("write", "D", "key", "-int", "1")
        try scratch.succeed("write", "E", "key", "-int", "2")
    }

    private static let difference = """
        \u{1B}[31m-\u{1B}[0m \u{1B}[1mkey\u{1B}[0m: \u{1B}[31minteger 1\u{1B}[0m
        \u{1B}[32m+\u{1B}[0m \u{1B}[1mkey\u{1B}[0m: \u{1B}[32minteger 2\u{1B}[0m

        """

    /// Returns the output of a command on a terminal, without the carriage returns that the terminal adds.
    private func onTerminal(_ command: String, variables: String = "") throws -> String {
        try Disk.write("export TERM=xterm; \(variables)\nexec \(command)", to: scratch.path + "/command")
        return try scratch.bash(#"script -qec "exec bash ./command" /dev/null </dev/null | tr -d '\r'"#).text
    }

    @Test(
        "differences are colored on a terminal, unless the environment or an option says otherwise",
        Executable.condition("script"),
        arguments: [
            ("", "", true), ("--color=auto", "", true), ("--color never", "", false), ("", "export NO_COLOR=1", false),
            ("", "export NO_COLOR=", true), ("", "export TERM=dumb", false), ("", "unset TERM", false),
            ("--color=always", "export NO_COLOR=1 TERM=dumb", true),
        ])
    func terminal(option: String, variables: String, isColored: Bool) throws {
        let plain = "- key: integer 1\n+ key: integer 2\n"
        #expect(
            try onTerminal("defaults diff \(option) D E", variables: variables)
                == (isColored ? Self.difference : plain))
        let watched = try onTerminal("defaults watch --initial --timeout 0 \(option) D", variables: variables)
        let added = isColored ? Self.difference.split(separator: "\n")[1].replacing("2\u{1B}", with: "1\u{1B}") : nil
        #expect(watched == (added ?? "+ key: integer 1") + "\n")
        #expect(
            try onTerminal("defaults explain \(option) D key", variables: variables).contains("\u{1B}") == isColored)
    }

    @Test("output in a pipe is colored only if always wanted, without control characters of values")
    func pipe() throws {
        for verb in [["diff", "D", "E"], ["explain", "D", "key"], ["watch", "--initial", "--timeout", "0", "D"]] {
            let environment = scratch.environment.merging(["TERM": "xterm"]) { $1 }
            let plain = try scratch.defaults(verb, environment: environment).text
            let colored = try scratch.defaults(verb + ["--color=always"], environment: environment).text
            #expect(!plain.isEmpty)
            #expect(!plain.contains("\u{1B}"))
            #expect(colored != plain)
            #expect(colored.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
        }
        #expect(try scratch.defaults("diff", "--color=always", "D", "E").text == Self.difference)
        try scratch.succeed("write", "E", "key", "-string", "\u{1B}[0mx\u{7}")
        let hostile = try scratch.defaults("diff", "--color=always", "D", "E").text
        #expect(hostile.hasSuffix("\u{1B}[32mstring \"\\u001b[0mx\\u0007\"\u{1B}[0m\n"), "\(hostile.debugDescription)")
    }

    @Test(
        "explain aligns columns on a terminal, and shortens long values to 80 columns",
        Executable.condition("script"))
    func columns() throws {
        try scratch.succeed("write", "D", "key", "日本")
        try scratch.succeed("write", "-g", "key", String(repeating: "long ", count: 20))
        let root = scratch.root
        let explained = try onTerminal("defaults explain --color=never D key")
        #expect(
            explained == """
                *  D               string "日本"
                    \(root)/D.plist
                   NSGlobalDomain  string "long long long long long long long long long long lo…
                    \(root)/.GlobalPreferences.plist

                """)
        #expect(explained.split(separator: "\n").allSatisfy { $0.contains("/") || $0.count <= 80 })
        #expect(try onTerminal("defaults explain D").hasPrefix("D               1 key\n    /"))
    }

    @Test(
        "explain shortens long names on a terminal before their hosts, and prints them in full in a pipe",
        Executable.condition("script"))
    func longNames() throws {
        let name = "com.example." + String(repeating: "long.", count: 12) + "Editor"
        let value = String(repeating: "long ", count: 20)
        try scratch.succeed("write", name, "key", "-int", "1")
        try scratch.succeed("-currentHost", "write", name, "key", value)
        let (root, host) = (scratch.root, "\(name.prefix(43))…, this host")
        #expect(
            try onTerminal("defaults explain --color=never \(name) key") == """
                *  \(host)  string "long long l…
                    \(root)/ByHost/\(name)..plist
                   \(name.prefix(54))…  integer 1
                    \(root)/\(name).plist

                """)
        let keys = try onTerminal("defaults explain \(name)").split(separator: "\n")
        #expect(keys.count == 4)
        for (line, start) in [(keys[0], "\(name.prefix(61))…, this host  "), (keys[2], "\(name.prefix(72))…  ")] {
            #expect(line == start + "1 key")
            #expect(line.count == 80)
        }
        #expect(
            try scratch.defaults("explain", name, "key").text == """
                *\t\(name), this host\tstring "\(value)"\t\(root)/ByHost/\(name)..plist
                \t\(name)\tinteger 1\t\(root)/\(name).plist

                """)
    }
}
