import Foundation
import Testing

/// The files that `convert` reads and writes.
@Suite(.waiting) struct ConvertedFilesTests {
    let scratch = Scratch()

    init() throws {
        for name in ["a", "b"] { try Disk.write("{ name = \(name); }", to: "\(scratch.path)/\(name).strings") }
    }

    private func path(_ name: String) -> String { "\(scratch.path)/\(name)" }

    private func text(_ name: String) throws -> String { String(decoding: try Disk.bytes(path(name)), as: UTF8.self) }

    @Test("several files get another extension, go to a folder, or are replaced")
    func severalFiles() throws {
        try scratch.succeed("convert", "--json", "-e", "json", "a.strings", "b.strings")
        #expect(try text("b.json") == "{\n  \"name\": \"b\"\n}\n")
        try Disk.makeFolder(path("folder"))
        try scratch.succeed("convert", "-o", "folder", "-e", ".plist", "a.strings", "./b.strings")
        try scratch.succeed("convert", "--format", "binary", "-o", "folder/", path("a.strings"))
        #expect(try Disk.names(in: path("folder")) == ["a.plist", "a.strings", "b.plist"])
        #expect(try text("folder/b.plist").hasPrefix("<?xml"))
        #expect(try text("folder/a.strings").hasPrefix("bplist00"))
        try scratch.succeed("convert", "--format", "xml", "--in-place", "a.strings", "b.strings")
        #expect(try text("a.strings").hasPrefix("<?xml") && text("b.strings").hasPrefix("<?xml"))
        let names = [(".hidden", ".hidden.json"), (".a.plist", ".a.json"), ("x.tar.gz", "x.tar.json"), ("é", "é.json")]
        for (name, expected) in names {
            try Disk.write("{}", to: path(name))
            try scratch.succeed("convert", "--json", "-e", "json", name)
            #expect(Disk.exists(path(expected)), "\(name)")
        }
    }

    @Test("failing files are reported, the others are converted, and the first error decides the status")
    func failingFiles() throws {
        try Disk.write("junk junk", to: path("c.strings"))
        let outcome = try scratch.defaults(
            "convert", "--json", "-e", "json", "missing", "a.strings", "c.strings", ".", "b.strings")
        outcome.expect(74, text: "", complaints: 3)
        for (line, name) in zip(outcome.errorLines, ["missing", "c.strings", "."]) {
            #expect(line.contains(name), "\(line)")
        }
        #expect(Disk.exists(path("a.json")) && Disk.exists(path("b.json")) && !Disk.exists(path("c.json")))
        #expect(try scratch.defaults("convert", "--json", "-e", "json", "c.strings", "missing").status == 65)
    }

    @Test("mode, links and owner of a replaced file stay, and a file that is the same is not touched")
    func replacedFile() throws {
        try scratch.bash("chmod 640 a.strings; ln -s a.strings link; mkdir d; ln -s ../a.strings d/a.strings")
        try scratch.succeed("convert", "--format", "xml", "--in-place", "link")
        #expect(try FileFacts(path("a.strings")).permissions == 0o640 && FileFacts(path("link")).isLink)
        #expect(try text("a.strings").hasPrefix("<?xml"))
        let before = try FileFacts(path("a.strings"))
        try scratch.succeed("convert", "--format", "xml", "--in-place", "d/a.strings")
        #expect(try FileFacts(path("a.strings")) == before)
        try scratch.succeed("convert", "--json", "-o", "link", "a.strings")
        #expect(try text("a.strings").hasPrefix("{") && FileFacts(path("link")).isLink)
        #expect(try FileFacts(path("a.strings")).permissions == 0o640)
        #expect(try Disk.names(in: scratch.path).filter { $0.hasPrefix(".a") } == [])
    }

    @Test("a new file lets nobody read it who cannot read the old one")
    func newFile() throws {
        try scratch.bash("umask 022; chmod 600 a.strings; chmod 444 b.strings; defaults convert -e x *.strings")
        #expect(try FileFacts(path("a.x")).permissions == 0o600)
        #expect(try FileFacts(path("b.x")).permissions == 0o644)
        try scratch.bash("umask 027; defaults convert -o c.x <a.strings; defaults convert -o b.y b.strings")
        #expect(try FileFacts(path("c.x")).permissions == 0o640)
        #expect(try FileFacts(path("b.y")).permissions == 0o640)
    }

    @Test("FIFOs and descriptors are read and written, and cannot be replaced")
    func streams() throws {
        let script = """
            mkfifo in out; cat a.strings >in & cat out >copy & defaults convert --json -o out in && wait && cat copy
            defaults convert --json -o /dev/stdout <(cat b.strings) | cat
            """
        #expect(try scratch.bash(script).text == "{\n  \"name\": \"a\"\n}\n{\n  \"name\": \"b\"\n}\n")
        for name in ["in", "/dev/stdin", ".", "/dev/fd/0"] {
            let outcome = try scratch.bash("timeout 600 defaults convert --json --in-place \(name) <b.strings")
            #expect([65, 74].contains(outcome.status) && outcome.complains(), "\(name): \(outcome)")
        }
        #expect(try text("b.strings") == "{ name = b; }")
    }

    @Test("changes that others make under the lock are not lost")
    func concurrentChange() throws {
        let script = """
            exec 3<"$PWD"; flock 3
            defaults convert --lock-timeout 600 --json --in-place a.strings 3<&- & job=$!
            until grep -q -- "-> FLOCK.* $job " /proc/locks || ! kill -0 $job; do sleep 0.01; done
            echo '{ name = changed; }' >new; mv new a.strings; flock -u 3; wait $job; cat a.strings
            """
        #expect(try scratch.bash(script).text == "{\n  \"name\": \"changed\"\n}\n")
    }

    @Test("nobody waits forever for a lock")
    func lockTimeout() throws {
        let script = "exec 3<\"$PWD\"; flock 3; defaults convert --lock-timeout 0 --json --in-place a.strings 3<&-"
        let outcome = try scratch.bash(script)
        outcome.expect(75, complaints: 1, containing: "Could not convert a.strings")
    }

    @Test("a full disk leaves the old file and nothing else", MountSpace.condition)
    func fullDisk() throws {
        let script = """
            mkdir disk; mount -t tmpfs -o size=64k tmpfs disk || exit 99; cp a.strings disk
            head -c 60000 /dev/zero >disk/zero
            printf '{ name = "%s"; }' "$(head -c 20000 /dev/zero | tr '\\0' x)" >large; before=$(ls -A disk)
            for words in '-o disk/a.strings large' '-o disk/new large' '-o disk large'; do
                defaults convert $words && exit 98; echo $?; done
            [ "$(ls -A disk)" = "$before" ] && cmp disk/a.strings a.strings && echo same
            """
        let outcome = try scratch.bashInMountSpace(script)
        outcome.expect(text: "74\n74\n74\nsame\n", complaints: 3)
        let output = try scratch.bash("defaults convert a.strings >/dev/full")
        output.expect(74, complaints: 1)
    }
}
