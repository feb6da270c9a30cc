import Foundation
import Glibc
import TestExtent
import Testing

/// Many writers at once lose no update, and readers beside them always see a whole file.
@Suite(.waiting, .serialized)
struct ConcurrencyTests {
    let scratch = Scratch()

    @Test("sixteen processes write many keys each, and readers see them come")
    func manyWriters() throws {
        try scratch.defaults("write", "D", "seed", "1")
        let count = Extent.count(100, short: 15)
        let writers = try (0..<16).map { try startWriter($0, count: count, domain: "D", waitsForReaders: true) }
        try read("D", while: writers)
        try expectSuccess(of: writers)
        try expectKeys(["seed"] + keys(writers: 16, count: count), in: scratch.file("D"))
        #expect(try Disk.names(in: scratch.root) == ["D.plist"])
    }

    @Test("links to one file are one domain")
    func links() throws {
        let other = scratch.path + "/other"
        try Disk.makeFolder(other)
        try Disk.makeFolder(scratch.root)
        try Disk.link(scratch.file("First"), to: "../other/Real.plist")
        try Disk.link(scratch.file("Second"), to: "First.plist")
        try Disk.link(scratch.path + "/folder", to: "other")
        let domains = ["First", "Second", scratch.path + "/folder/Real", other + "/Real.plist"]
        try expectAllKeys(writersOf: domains, in: other + "/Real.plist")
        #expect(try Disk.names(in: other) == ["Real.plist"])
        #expect(try Disk.names(in: scratch.root) == ["First.plist", "Second.plist"])
        #expect(try FileFacts(scratch.file("First")).isLink)
        #expect(try FileFacts(scratch.file("Second")).isLink)
    }

    @Test("the spellings of the global domain are one domain")
    func globalDomain() throws {
        let domains = ["-g", "NSGlobalDomain", "Apple Global Domain", ".GlobalPreferences"]
        try expectAllKeys(writersOf: domains, in: scratch.file(".GlobalPreferences"))
        #expect(try Disk.names(in: scratch.root) == [".GlobalPreferences.plist"])
    }

    @Test("eight processes make a root that is not there yet together", arguments: 0..<5)
    func newRoot(round: Int) throws {
        let root = "\(scratch.path)/new/\(round)/root"
        let writers = try (0..<8).map { writer in
            try startDefaults("--root", root, "--lock-timeout", "600", "write", "a/b/D", "k\(writer)", "1")
        }
        try expectSuccess(of: writers)
        try expectKeys((0..<8).map { "k\($0)" }, in: root + "/a/b/D.plist")
        #expect(try Disk.names(in: root + "/a/b") == ["D.plist"])
        for folder in ["/a/b", "/a", ""] {
            #expect(try FileFacts(root + folder).permissions == 0o700, "\(folder)")
        }
    }

    @Test("writers and deleters that make and remove one file get in nobody's way")
    func writeAndDelete() throws {
        let script = """
            for ((i = 0; i < 30; i++)); do
                defaults --lock-timeout 600 write D "k$1" "$i" || exit 1
                defaults --lock-timeout 600 delete D "k$1" || exit 1
            done
            """
        let writers = try (0..<6).map { try startBash(script, "\($0)") }
        try expectSuccess(of: writers)
        #expect(try Disk.names(in: scratch.root).isEmpty)
    }

    @Test("a read and a write by two commands are not one change, but adding to an array is")
    func twoCommands() throws {
        try scratch.succeed("write", "D", "k", "old")
        let script = """
            for ((i = 0; i < 10; i++)); do defaults write D list -array-add "$1.$i" || exit 1; done
            """
        let writers = try ["a", "b"].map { try startBash(script, $0) }
        let value = try scratch.defaults("read", "D", "k").text
        try scratch.succeed("write", "D", "k", "theirs")
        try scratch.succeed("write", "D", "k", value.trimmingCharacters(in: .newlines) + "er")
        try expectSuccess(of: writers)
        let contents = try Foreign.foundation(scratch.file("D"))
        #expect(contents["k"] as? String == "older")
        #expect((contents["list"] as? [Any])?.count == 20)
    }

    // MARK: - Writers

    private func startBash(_ script: String, _ arguments: String...) throws -> ChildProcess {
        try scratch.start(["/bin/bash", "-c", script, "writer"] + arguments)
    }

    private func startDefaults(_ arguments: String...) throws -> ChildProcess {
        try scratch.start([Executable.defaults] + arguments)
    }

    /// A process that writes one key after the other and stops at the first failure.
    ///
    /// - Parameter waitsForReaders: Whether to wait before the last key until ``read(_:while:)`` has read some times.
    private func startWriter(
        _ writer: Int, count: Int, domain: String, waitsForReaders: Bool = false
    ) throws -> ChildProcess {
        // Without `bin`, the test has ended.
        let script = """
            for ((i = 0; i < $3; i++)); do
                if [ $((i + 1)) = "$3" ] && \(waitsForReaders); then
                    until [ -e enough ] || [ ! -e bin ]; do sleep 0.01; done
                fi
                defaults --lock-timeout 600 write "$1" "$2.$i" "$i" || exit 1
            done
            """
        return try startBash(script, domain, "\(writer)", "\(count)")
    }

    private func keys(writers: Int, count: Int) -> [String] {
        (0..<writers).flatMap { writer in (0..<count).map { "\(writer).\($0)" } }
    }

    /// Two writers for each name of one file.
    private func expectAllKeys(writersOf domains: [String], in file: String) throws {
        let writers = try (0..<2 * domains.count).map { writer in
            try startWriter(writer, count: 20, domain: domains[writer % domains.count])
        }
        try expectSuccess(of: writers)
        try expectKeys(keys(writers: writers.count, count: 20), in: file)
    }

    private func expectSuccess(of writers: [ChildProcess]) throws {
        for writer in writers {
            #expect(try writer.outcome() == .silence)
        }
    }

    private func expectKeys(_ keys: [String], in file: String) throws {
        let found = Set(try Foreign.foundation(file).allKeys.compactMap { $0 as? String })
        #expect(found.count == keys.count)
        #expect(Set(keys).subtracting(found).isEmpty)
    }

    // MARK: - Readers

    /// Reads by turns with Foundation and with the command, for as long as there are writers. No key goes that has
    /// come.
    private func read(_ domain: String, while writers: [ChildProcess]) throws {
        var last = 0
        var rounds = 0
        while writers.contains(where: \.isRunning) {
            let file = try Foreign.foundation(scratch.file(domain)).count
            let command = try scratch.defaults("export", domain, "-")
            #expect(command.status == 0, "\(command.error)")
            let exported = try PropertyListSerialization.propertyList(
                from: Data(command.output), options: [], format: nil)
            let count = try #require(
                exported as? NSDictionary ?? (exported as? [String: Any]).map { $0 as NSDictionary }
            )
            .count
            #expect(last <= file)
            #expect(file <= count)
            last = count
            rounds += 1
            if rounds == 10 { try Disk.write("", to: scratch.path + "/enough") }
        }
        #expect(rounds >= 10)
    }
}

extension ChildProcess {
    /// Whether the program has not ended yet; its outcome can still be asked for.
    var isRunning: Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0
            && information.si_signo == 0
    }
}
