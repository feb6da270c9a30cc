import Foundation
import Glibc
import TestExtent
import TestStores
import TestSupport
import Testing

@testable import DefaultsCore

/// The observation of all domains reads only what may have changed.
@Suite("Observation of many domains", .serialized, .waiting)
struct ManyDomainsTests {
    private let scratch = Scratch()
    private let store: HookedStore
    private let reports = DispatchSemaphore(value: 0)
    private let observation: DomainObservation
    /// The number of times that the kernel had lost events of this process before the test.
    private let losses: Int

    init() throws {
        try FileManager.default.createDirectory(atPath: scratch("base"), withIntermediateDirectories: true)
        // Not by this process: a program that another test starts could inherit a file that is being written. That the
        // program closes it would be an event.
        try Self.run(
            """
            for ((n = 0; n < 200; n++)); do echo "{ n = $n; }" >D$n.plist; done
            mkdir ByHost; echo '{ n = 0; }' >ByHost/D7..plist; echo '{ n = other; }' >../elsewhere.txt
            """, in: scratch("base"))
        store = HookedStore(FileDomainStore(folders: DomainFolders(root: scratch("base"))))
        let observed = try store.observe(nil) { [reports] in _ = reports.signal() }
        observation = try #require(observed)
        losses = FolderWatcher.lossCount
    }

    /// The states that a reader finds that has read nothing before.
    private var present: Domain.States {
        let files = FileDomainStore(folders: DomainFolders(root: scratch("base")))
        return Self.reader(of: files, files.observe(nil) {} ?? DomainObservation {}).states
    }

    /// Returns a reader that has read once. It is asked again if files were written meanwhile, or if the kernel lost
    /// events of another test.
    private static func reader(of store: any DomainStore, _ observation: DomainObservation) -> DomainStatesReader {
        var reader = DomainStatesReader(of: store)
        while reader.read(observation) == nil {}
        return reader
    }

    /// Expects that only these domains were read, and few others.
    ///
    /// If the kernel has lost events, all domains that exist may be read instead. The tests of this process share their
    /// queue, and one of them can fill it.
    private func expectReads(of domains: [Domain]) {
        let read = Set(store.reads)
        let isWhole = FolderWatcher.lossCount > losses && read.isSuperset(of: present.domains.keys)
        #expect(isWhole || read.isSuperset(of: domains), "\(read)")
        #expect(isWhole || read.count < domains.count + 10, "\(read)")
    }

    /// Reads after each report until the states are those of the files.
    private func settle(_ reader: inout DomainStatesReader) {
        let expected = present
        while reader.states != expected {
            guard reports.wait(timeout: .now() + 600) == .success else { return }
            _ = reader.read(observation)
        }
    }

    @Test(
        "A change of one domain reads that domain alone",
        arguments: [
            ("echo '{ n = new; }' >new; mv new D7.plist", "D7"), ("echo '{ n = new; }' >D7.plist", "D7"),
            ("rm D7.plist", "D7"), ("echo '{ n = new; }' >other.plist", "other"),
            ("echo '{ n = new; }' >.GlobalPreferences.plist", "NSGlobalDomain"),
            ("echo '{ n = new; }' >\"$(printf 'e\\314\\201').plist\"", "e\u{301}"),
            ("mv D7.plist D8.plist", "D7 D8"),
        ])
    func one(script: String, domains: String) throws {
        var reader = Self.reader(of: store, observation)
        #expect(reader.states.domains.count == 201)
        store.reads = []
        try run(script)
        settle(&reader)
        #expect(reader.states == present)
        expectReads(of: try domains.split(separator: " ").map { try Domain(String($0)) })
    }

    @Test("A domain on this host is read without the domains of any host")
    func host() throws {
        var reader = Self.reader(of: store, observation)
        store.reads = []
        try run("echo '{ n = 2; }' >ByHost/D7..plist")
        settle(&reader)
        #expect(reader.states == present)
        expectReads(of: [try Domain("D7", host: .current)])
    }

    @Test("A domain that could not be read for want of a descriptor is read again")
    func transient() throws {
        let domain = Domain("D7")
        store.failures = [domain: PreferencesError(FileAccess.read("D7").error(SystemError(EMFILE)))]
        var reader = Self.reader(of: store, observation)
        #expect(throws: PreferencesError.self) { try reader.states.domains[domain]?.get() }
        store.failures = [:]
        try run("echo '{ n = new; }' >D9.plist")
        settle(&reader)
        #expect(reader.states == present)
    }

    /// Writes a domain, unless a process that reads a FIFO would have to come first.
    private static let put = #"put() { [ -p "$1" ] || echo "{ n = $i; }" >"$1"; }"#

    /// Operations on files, folders and links of few names, so that each one meets what others have left.
    private static let operations = [
        "put D$n.plist", "put new; mv new D$n.plist", "rm -f D$n.plist",
        "rm -rf S$s; mkdir S$s; put S$s/D$n.plist", "rm -rf S$s; ln -s ../outside S$s",
        "rm -rf S$s; ln -s . S$s", "put ../outside/D$n.plist",
        "put ../target; ln -sf ../target D$n.plist", "put ../target",
        "rm -f D$n.plist; ln D$m.plist D$n.plist", "rm -rf S0; mv S1 S0", "put S$s/D$n.plist",
        "put S$s/new; mv S$s/new S$s/D$n.plist", "[ -p D$n.plist ] || echo '( array )' >D$n.plist",
        "chmod 600 D$n.plist",
        "mkdir -p ByHost; put ByHost/D$n..plist", "rm -rf ByHost",
        "rm -rf D$n.plist; mkdir D$n.plist",
        "mv base moved$i; mkdir base; put base/D$n.plist", "mkfifo D$n.plist",
        "rm -rf base; mkdir base", "echo \"{ n = $i; }\" >$(printf '\\377').plist",
    ]

    @Test(
        "Random changes of files, folders and links are read as by a reader that reads everything",
        arguments: Extent.sample(1...4, short: 2))
    func random(seed: Int) throws {
        var reader = Self.reader(of: store, observation)
        var generator = SeededGenerator(seed: UInt64(seed))
        for step in 0..<60 {
            let operations = (0..<Int.random(in: 1...4, using: &generator)).map { number in
                let operation = Self.operations.randomElement(using: &generator) ?? ""
                let isOutside = operation.contains(" base")
                let (n, m) = (Int.random(in: 0..<4, using: &generator), Int.random(in: 0..<4, using: &generator))
                return "i=\(step)\(number) n=\(n) m=\(m) s=\(n % 2); cd $top\(isOutside ? "" : "/base"); \(operation)"
            }
            try run("\(Self.put); top=${PWD%/base}; mkdir -p ../outside; " + operations.joined(separator: "\n"))
            settle(&reader)
            #expect(reader.states == present, "\(operations.joined(separator: "\n"))")
        }
    }

    @Test("Lost events lead to a read of all domains")
    func overflow() throws {
        var reader = Self.reader(of: store, observation)
        try loseEvents { rename(scratch("elsewhere.txt"), scratch("base/D7.plist")) }
        settle(&reader)
        #expect(try reader.states.domains[Domain("D7")]?.get().contents["n"] == "other")
    }

    @Test("Lost events lead to a read of the domain that is observed alone")
    func overflowOfOne() async throws {
        let observer = Observer(store.changes(of: Domain("D7")))
        await observer.state(1)
        try loseEvents { rename(scratch("elsewhere.txt"), scratch("base/D7.plist")) }
        #expect(await observer.state(2) == .holds(["n": "other"]))
        await observer.cancel()
    }

    /// Fills the queue of events before a change, so that the change is not reported.
    ///
    /// All observations of the process share the queue, so only this suite fills it on purpose: the others would read
    /// more.
    private func loseEvents(of change: () -> Int32) throws {
        let text = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        let limit = try #require(Int(text.dropLast()))
        FolderWatcher.whileStopped {
            // Two equal events in a row would be one.
            for index in 0...limit { _ = chmod(scratch("base/D\(index % 2).plist"), 0o600) }
            #expect(change() == 0)
        }
    }

    private func run(_ script: String) throws {
        try Self.run(script, in: scratch("base"))
    }

    private static func run(_ script: String, in folder: String) throws {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        shell.environment = ["PATH": "/usr/bin:/bin"]
        shell.arguments = ["-c", "cd \"$1\" && exec 2>/dev/null && { \(script); }; true", "bash", folder]
        try shell.run()
        shell.wait()
    }
}
