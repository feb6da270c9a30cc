import Foundation
import Testing

/// The preferences that a command leaves are those in the folder that was created, and none that get its path.
@Suite(.waiting) struct SandboxPlaceTests {
    let scratch = Scratch()
    private static let expected = #"{"x":{"k":"1"}}"#

    init() throws {
        try scratch.prepareSandboxes()
        try Disk.makeFolder(scratch.path + "/foreign")
        try Disk.write("{a=1;}", to: scratch.path + "/foreign/F.plist")
        try Disk.write(Self.expected, to: scratch.path + "/expected.json")
    }

    /// The use of the preferences after the command, and what is kept.
    struct Use: CustomTestStringConvertible {
        let purpose: String
        let options: String

        static let all = ["-o out.json", "--expect expected.json", "--expect expected.json --update"].flatMap {
            purpose in
            ["", "--keep", "--home", "--home --keep"].map { Use(purpose: purpose, options: $0) }
        }

        var testDescription: String { "\(purpose) \(options)" }
    }

    private static let replacements = [
        "mv \"$DEFAULTS_ROOT\" x",
        "mv \"$DEFAULTS_ROOT\" x; mv foreign \"$DEFAULTS_ROOT\"",
        "mv \"$DEFAULTS_ROOT\" x; ln -s \"$PWD/foreign\" \"$DEFAULTS_ROOT\"",
        "rm -rf \"$DEFAULTS_ROOT\"; mv foreign \"$DEFAULTS_ROOT\"",
        "mv \"$DEFAULTS_SANDBOX\" x; mkdir -p \"$DEFAULTS_ROOT\"; cp foreign/* \"$DEFAULTS_ROOT\"",
    ]

    @Test(
        "preferences that are not in the folder that was created are neither saved, compared nor accepted",
        arguments: Use.all, replacements)
    func replaced(use: Use, replacement: String) throws {
        try expectNothing(of: use, after: replacement)
    }

    @Test("nor are those of a folder that is mounted over it", MountSpace.condition, arguments: Use.all)
    func mounted(use: Use) throws {
        try expectNothing(of: use, after: "mount --bind foreign \"$DEFAULTS_ROOT\"", prefix: MountSpace.prefix)
    }

    /// Checks that one sentence names the place, with 74 or the status of the command, and that nothing is written.
    private func expectNothing(of use: Use, after replacement: String, prefix: String = "") throws {
        for status in [0, 4] {
            try Disk.write("defaults write x k 2; \(replacement); exit \(status)", to: scratch.path + "/command")
            let outcome = try scratch.inSandboxes(
                """
                cp -r foreign copy
                \(prefix) bash -c 'exec defaults sandbox \(use.options) \(use.purpose) -- bash command'; echo $?
                rm -rf foreign x tmp/*; mv copy foreign
                """)
            outcome.expect(text: "\(status == 0 ? 74 : 4)\n", complaints: 1)
            #expect(outcome.error.contains(scratch.sandboxes + "/defaults-sandbox-"), "\(outcome.error)")
            #expect(!outcome.error.contains("the preferences are in"), "\(outcome.error)")
            #expect(!Disk.exists(scratch.path + "/out.json"))
            #expect(try Disk.bytes(scratch.path + "/expected.json") == Array(Self.expected.utf8))
        }
    }

    @Test("a folder that is to be kept is named if it is in its place, and the error says what became of it")
    func kept() throws {
        let place = try scratch.bash("pwd -P").text.dropLast()
        for (command, ending) in [
            ("mv \"$DEFAULTS_ROOT\" x", "' was moved to '\(place)/x' while the command ran\n"),
            (
                "rm -rf \"$DEFAULTS_ROOT\"; mkdir \"$DEFAULTS_ROOT\"",
                "' is not the folder that was created there; its contents are not used\n"
            ),
            ("rm -rf \"$DEFAULTS_ROOT\"", "' was removed while the command ran; there is nothing to keep\n"),
        ] {
            let outcome = try scratch.inSandboxes("rm -rf x; defaults sandbox --keep -- sh -c '\(command)'")
            outcome.expect(74, complaints: 1, beginning: "defaults: '\(scratch.sandboxes)/defaults-sandbox-")
            #expect(outcome.error.hasSuffix(ending), "\(outcome.error)")
        }
    }

    /// The process is stopped after the first file that it publishes.
    @Test(
        "a folder that is moved or removed while it is filled is not used",
        Strace.condition,
        arguments: [
            ("mv $d x", "/x' while the sandbox was filled\n"),
            ("mv $d x; mv foreign $d", "/x' while the sandbox was filled\n"),
            ("rm -r $d; mv foreign $d", "' is not the folder that was created there; its contents are not used\n"),
            ("rm -r $d", "' was removed while the sandbox was filled\n"),
        ])
    func filling(change: String, ending: String) throws {
        let outcome = try scratch.inSandboxes(
            """
            strace -f -q -o trace --inject=renameat:signal=STOP:when=1 \
                bash -c 'echo $$ >pid; exec defaults sandbox --from D=foreign/F.plist -- touch ran' &
            while ! [ -e tmp/*/D.plist ] && kill -0 $!; do sleep 0.01; done
            d=$(echo tmp/*); \(change)
            # Until it ends: a signal to continue that comes before the stop has no effect.
            while kill -CONT $(cat pid) 2>/dev/null; do sleep 0.01; done
            wait $!; echo $?; [ ! -e ran ] || echo ran
            """)
        #expect(outcome.text == "74\n" && outcome.complains() && outcome.error.hasSuffix(ending), "\(outcome)")
    }

    @Test("a folder that is moved stays with its contents on request")
    func movedAndKept() throws {
        let outcome = try scratch.inSandboxes(
            """
            defaults sandbox --keep -- sh -c 'defaults write x k 1; mv "$DEFAULTS_ROOT" moved'; echo $?; ls -A moved
            """)
        #expect(outcome.text == "74\nx.plist\n", "\(outcome)")
    }

    @Test("a command that removes its preferences leaves none", arguments: ["", "--home"], ["ROOT", "SANDBOX"])
    func removed(options: String, variable: String) throws {
        let outcome = try scratch.inSandboxes(
            "defaults sandbox \(options) --from state.json -o - -- sh -c 'rm -rf \"$DEFAULTS_\(variable)\"'")
        #expect(outcome == Outcome(status: 0, output: Array("{}\n".utf8), error: ""), "\(outcome)")
    }
}
