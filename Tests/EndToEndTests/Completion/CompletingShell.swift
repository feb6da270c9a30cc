import Foundation
import Testing

/// An interactive shell on a terminal of its own, with the completions where `Scripts/install` puts them.
enum CompletingShell: String, CaseIterable, CustomTestStringConvertible {
    case bash
    /// Bash with the package bash-completion, which loads the script when it is needed.
    case bashWithPackage = "bash with bash-completion"
    case zsh, fish

    var testDescription: String { rawValue }

    /// The file of the package bash-completion.
    private static let package = "/usr/share/bash-completion/bash_completion"

    private var program: String {
        switch self {
        case .bash, .bashWithPackage: "bash"
        case .zsh, .fish: rawValue
        }
    }

    var condition: ConditionTrait { .enabled(if: isInstalled, "\(rawValue) or script is not installed") }

    private var isInstalled: Bool {
        let hasPackage = self != .bashWithPackage || FileManager.default.fileExists(atPath: Self.package)
        return hasPackage && Executable.isInstalled(program) && Executable.isInstalled("script")
    }

    static let installed = allCases.filter(\.isInstalled)

    /// The installed script of the shell, below the home folder.
    private var script: String {
        switch self {
        case .bash, .bashWithPackage: ".local/share/bash-completion/completions/defaults"
        case .zsh: ".local/share/zsh/site-functions/_defaults"
        case .fish: ".local/share/fish/vendor_completions.d/defaults.fish"
        }
    }

    /// The file that the shell reads when it starts, below the home folder, and its lines.
    private var startFile: (path: String, text: String) {
        switch self {
        case .bash: (".bashrc", ". ~/\(script)\n")
        case .bashWithPackage: (".bashrc", ". \(Self.package)\n")
        case .zsh:
            (
                ".zshrc",
                "fpath=(~/.local/share/zsh/site-functions $fpath)\nautoload -Uz compinit && compinit -u -D\n"
            )
        case .fish: (".config/fish/config.fish", "set -g fish_greeting\n")
        }
    }

    /// Types lines into the shell, and returns the arguments with which each of them ran `defaults`.
    ///
    /// The last lines are missing if a line does not run the command within ten minutes. A tab completes the word
    /// before it, and a carriage return ends a line.
    func type(_ lines: [String], in scratch: Scratch) throws -> [[String]] {
        try record(lines, in: scratch, options: [:])
    }

    /// Types lines into the shell as ``type(_:in:)`` does, and runs the commands. Returns the status of each, and what
    /// it printed on standard output and standard error.
    func run(_ lines: [String], in scratch: Scratch) throws -> [(status: String, output: String)] {
        try record(lines, in: scratch, options: ["RUNS": "yes"]).map { record in
            let result = record.last ?? ""
            let status = result.split(separator: "=").last ?? ""
            return (String(status), String(result.dropLast(status.count + 1)))
        }
    }

    /// Returns a record of each line: the arguments, and with the option `RUNS` one more element.
    private func record(_ lines: [String], in scratch: Scratch, options: [String: String]) throws -> [[String]] {
        try prepare(scratch)
        try Disk.write(lines.map { $0 + "\0" }.joined(), to: scratch.path + "/lines")
        var environment = scratch.environment.merging(options) { $1 }
        environment["PATH"] = "\(scratch.path)/recording:\(scratch.environment["PATH"] ?? "")"
        environment["LC_ALL"] = "C.UTF-8"
        environment["TERM"] = "vt100"
        environment["SCRATCH"] = scratch.path
        // bash-completion finds no script by a path with blanks.
        if scratch.home.contains(" ") { environment["BASH_COMPLETION_USER_DIR"] = "home/.local/share/bash-completion" }
        let outcome = try scratch.bash(Self.typing(into: program), environment: environment)
        return Self.records(in: outcome.output)
    }

    private func prepare(_ scratch: Scratch) throws {
        // Without this folder, fish makes completions of all man pages in the background.
        try Disk.makeFolder("\(scratch.home)/.local/share/fish/generated_completions")
        let outcome = try scratch.defaults("completions", program)
        for (path, text) in [(script, outcome.text), (startFile.path, startFile.text + "tty >tty\n")] {
            let path = "\(scratch.home)/\(path)"
            try Disk.makeFolder((path as NSString).deletingLastPathComponent)
            try Disk.write(text, to: path)
        }
    }

    /// A script that runs an interactive shell, types each line when the shell waits for one, and prints the records.
    private static func typing(into shell: String) -> String {
        """
        # A line in the first FIFO means that a command has run. Nobody writes to the second one.
        mkfifo "$SCRATCH/ran" "$SCRATCH/nothing"
        exec 8<>"$SCRATCH/ran" 9<>"$SCRATCH/nothing"
        edits() { [[ $(stty -F "$(<"$SCRATCH/tty")" -a 2>&1) == *' -icanon'* ]]; }
        await_editor() {
            local i
            for ((i = 0; i < 60000; i++)); do
                if edits; then return; fi
                read -rt 0.01 -u 9
            done 2>/dev/null
            false
        }
        type_lines() {
            while IFS= read -r -d '' line; do
                await_editor || break
                printf %s "$line"
                read -rt 600 -u 8 || break
            done <"$SCRATCH/lines"
            # The program that has the terminal ends with the shell. It would wait for one that a signal does not end.
            kill -KILL "$(<"$SCRATCH/shell")" || kill "$(<"$SCRATCH/script")"
        }
        cd "$SCRATCH"
        # In place of the command: records the arguments, and may run the command and record output and status. Requests
        # for completions reach the command.
        mkdir -p recording
        cat >recording/defaults <<'END'
        #!/bin/bash
        if [ "$1" = __complete ]; then exec "\(Executable.defaults)" "$@"; fi
        [ -z "$RUNS" ] || set -- "$@" "$("\(Executable.defaults)" "$@" 2>&1; echo "=$?")"
        printf '%s\\0' $# "$@" >>"$SCRATCH/records"
        echo >"$SCRATCH/ran"
        END
        chmod 755 recording/defaults
        : >records
        type_lines | sh -c 'echo $$ >script; exec script -qec "echo \\$\\$ >shell; exec \(shell) -i" log >/dev/null'
        cat records
        """
    }

    /// Each record is a number of arguments, and the arguments.
    private static func records(in output: [UInt8]) -> [[String]] {
        var words = output.split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }[...]
        var records: [[String]] = []
        while let count = words.popFirst().flatMap({ Int($0) }) {
            records.append(Array(words.prefix(count)))
            words = words.dropFirst(count)
        }
        return records
    }
}
