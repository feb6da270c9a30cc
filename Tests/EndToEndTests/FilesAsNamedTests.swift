import Foundation
import Testing

/// Which file a path without `.plist` at its end is.
@Suite(.waiting) struct FilesAsNamedTests {
    private static let contents = "{ K = v; }"

    private let scratch = Scratch()

    init() throws {
        try scratch.bash("echo '\(Self.contents)' >App.entitlements")
    }

    @Test("a file without the suffix is read by its own name")
    func read() throws {
        let path = "./App.entitlements"
        #expect(try scratch.defaults("read", path, "K").text == "v\n")
        #expect(try scratch.defaults("read-type", path, "K").text == "Type is string\n")
        #expect(try scratch.defaults("read", "--lines", path).text == "K\n")
        #expect(try scratch.defaults("export", "--format", "json", path, "-").text == "{\n  \"K\": \"v\"\n}\n")
        #expect(try scratch.defaults("read", scratch.path + "/App.entitlements", "K").text == "v\n")
        #expect(try scratch.bash("mkdir inner; cd inner; defaults read ../App.entitlements K").text == "v\n")
        #expect(try scratch.bash("mv App.entitlements home; defaults read '~/App.entitlements' K").text == "v\n")
    }

    @Test("a file without the suffix is changed in its place, and no other is made")
    func change() throws {
        let outcome = try scratch.bash(
            """
            defaults convert --format xml --in-place App.entitlements
            defaults write ./App.entitlements a -bool yes && defaults rename ./App.entitlements K L
            defaults delete ./App.entitlements a && echo '{ M = w; }' | defaults import ./App.entitlements -
            defaults migrate --id m ./App.entitlements ./App.entitlements N=M
            ls; defaults read --json ./App.entitlements | grep -v Migrations | grep '"[LN]"'
            defaults migrate --rollback m ./App.entitlements && defaults read --json ./App.entitlements
            """)
        #expect(
            outcome.text == """
                App.entitlements
                bin
                home
                  "L": "v",
                  "N": "w"
                {
                  "L": "v",
                  "M": "w"
                }

                """)
        #expect(outcome.error == "")
    }

    @Test("a file with the suffix takes precedence, also over a broken link")
    func precedence() throws {
        try scratch.bash("echo '{ K = other; }' >App.entitlements.plist")
        #expect(try scratch.defaults("read", "./App.entitlements", "K").text == "other\n")
        try scratch.bash("rm App.entitlements.plist; ln -s target App.entitlements.plist")
        #expect(try scratch.defaults("write", "./App.entitlements", "K", "new").status == 0)
        #expect(try scratch.defaults("read", "./target", "K").text == "new\n")
        #expect(try scratch.bash("cat App.entitlements").text == Self.contents + "\n")
    }

    @Test("a path with the suffix is never the file without it")
    func suffix() throws {
        #expect(try scratch.defaults("read", "./App.entitlements.plist").status == 1)
        #expect(try scratch.defaults("write", "./App.entitlements.plist", "K", "new").status == 0)
        #expect(try scratch.bash("cat App.entitlements").text == Self.contents + "\n")
        #expect(try scratch.bash("test -f App.entitlements.plist").status == 0)
    }

    @Test("a link is followed, and one that leads nowhere yet is written through")
    func links() throws {
        try scratch.bash("ln -s App.entitlements linked; ln -s later.bin pending")
        #expect(try scratch.defaults("read", "./linked", "K").text == "v\n")
        #expect(try scratch.defaults("write", "./linked", "K", "new").status == 0)
        #expect(try scratch.defaults("read", "./App.entitlements", "K").text == "new\n")
        #expect(try scratch.defaults("write", "./pending", "K", "w").status == 0)
        #expect(try scratch.bash("test -h pending && defaults read ./later.bin K").text == "w\n")
    }

    @Test("a folder is no such file, and a new file gets the suffix")
    func others() throws {
        try scratch.bash("mkdir folder")
        for path in ["./folder", "./new"] {
            let outcome = try scratch.defaults("read", path)
            outcome.expect(1, error: "defaults: Domain \(path).plist does not exist\n")
            #expect(try scratch.defaults("write", path, "K", "w").status == 0)
            #expect(try scratch.bash("test -f \(path).plist").status == 0)
        }
    }

    @Test(
        "a pipe, a FIFO and a descriptor are read to their end",
        arguments: [
            "defaults read <(sleep 0.1; echo '{ K = v; }') K", "mkfifo f; echo '{ K = v; }' >f & defaults read ./f K",
            "defaults read /dev/stdin K <App.entitlements", "defaults read /dev/fd/7 K 7<App.entitlements",
            "echo '{ K = v; }' | defaults read /dev/stdin | tr -d '{}; \n' | cut -d= -f2; echo",

        ])
    func streams(script: String) throws {
        #expect(try scratch.bash(script).text.trimmingCharacters(in: .newlines) == "v", "\(script)")
    }

    @Test("a stream that is no property list is an error, and is not waited for again")
    func badStreams() throws {
        let outcome = try scratch.bash("mkfifo f; printf '{ K = ' >f & defaults read ./f K")
        outcome.expect(65, complaints: 1)
        #expect(try scratch.bash("defaults write <(echo '{}') K v").status == 65)
    }

    @Test("messages name the file that was tried")
    func messages() throws {
        let missing = "defaults: The domain/default pair of (./App.entitlements, no) does not exist\n"
        #expect(try scratch.defaults("read", "./App.entitlements", "no").error == missing)
        #expect(
            try scratch.defaults("delete", "~/none", "K").error
                == "defaults: Key (K) of Domain (\(scratch.home)/none.plist) not found. "
                + "Defaults have not been changed.\n")
    }
}
