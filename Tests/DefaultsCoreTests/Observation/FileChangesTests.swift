import Foundation
import Glibc
import Synchronization
import TestExtent
import TestStores
import TestSupport
import Testing

@testable import DefaultsCore

@Suite("Observation of files", .serialized, .waiting)
struct FileChangesTests {
    private let scratch = Scratch()
    private let store: FileDomainStore
    private let domain = Domain("com.example.Editor")

    init() {
        store = FileDomainStore(folders: DomainFolders(root: scratch("base")))
    }

    private func set(_ number: Int, in base: String = "base") throws {
        let store = FileDomainStore(folders: DomainFolders(root: scratch(base)))
        try store.update([domain]) { $0[domain]["n"] = .integer(PropertyListInteger(Int64(number))) }
    }

    private func number(_ number: Int) -> Result<DomainSnapshot, PreferencesError> {
        .holds(["n": .integer(PropertyListInteger(Int64(number)))])
    }

    private func xml(_ number: Int) -> String {
        "<plist version=\"1.0\"><dict><key>n</key><integer>\(number)</integer></dict></plist>"
    }

    @Test("The state at the start comes first, then each change, then nothing after the end")
    func statesInOrder() async throws {
        try set(1)
        let observer = Observer(store.changes(of: domain))
        #expect(await observer.state(1) == number(1))
        try set(2)
        #expect(await observer.state(2) == number(2))
        try set(2)  // no change
        try set(3)
        #expect(await observer.state(3) == number(3))
        await observer.cancel()
        try set(4)
        #expect(observer.states == [number(1), number(2), number(3)])
    }

    @Test("A value of a part of a domain comes if its form has changed, and if it can be read")
    func part() async throws {
        let (store, domain) = (store, domain)
        let observer = Observer(
            store.changes(of: domain) {
                guard let value = try store.contents(of: domain)["n"] else { throw CancellationError() }
                return (value: value, form: value)
            })
        try store.update([domain]) { $0[domain]["other"] = 1 }
        try set(1)
        #expect(await observer.state(1) == 1)
        try store.update([domain]) { $0[domain]["other"] = 2 }
        try store.update([domain]) { $0[domain]["n"] = nil }
        try set(2)
        #expect(await observer.state(2) == 2)
        await observer.cancel()
        let unobservable = HookedStore(store) {
            $0.onObserve = { _, _ throws(PreferencesError) in
                throw PreferencesError(FileAccess.list("nowhere").error(SystemError(ENOSYS)))
            }
        }
        let last = unobservable.changes(of: domain) { (value: 3, form: 3) }
        #expect(await last.reduce(into: []) { $0.append($1) } == [3])
    }

    @Test("The state of a domain without keys is not exact if its file has text behind the end")
    func trailingText() async throws {
        try scratch.write("<plist version=\"1.0\"><dict/></plist>junk", to: "base/com.example.Editor.plist")
        let observer = Observer(store.changes(of: domain))
        #expect(try await observer.state(1)?.get().isExact == false)
        try scratch.write(xml(2), to: "base/com.example.Editor.plist")
        #expect(await observer.state(2) == number(2))
        await observer.cancel()
    }

    @Test("A domain without keys whose file has text behind the end has the same state in all domains")
    func trailingTextInAllDomains() async throws {
        try scratch.write("<plist version=\"1.0\"><dict/></plist>junk", to: "base/com.example.Editor.plist")
        try scratch.write("<plist version=\"1.0\"><dict/></plist>", to: "base/com.example.Empty.plist")
        let observer = Observer(store.changes(of: domain))
        let state = try #require(await observer.state(1))
        await observer.cancel()
        let all = Observer(store.changes())
        let states = await all.state(where: { _ in true })
        await all.cancel()
        #expect(states?.domains == [domain: state])
    }

    @Test("A file that another program writes in its place is seen")
    func inPlace() async throws {
        try scratch.write(xml(1), to: "base/com.example.Editor.plist")
        // A file that is torn for longer than usual is not an error, even if other programs stop this thread.
        let patient = FileDomainStore(
            folders: store.folders, lockTimeout: store.lockTimeout, sizeLimit: store.sizeLimit, layout: nil,
            retryTime: .seconds(600))
        let observer = Observer(patient.changes(of: domain))
        await observer.state(1)
        for value in 2...20 {
            let file = try #require(fopen(scratch("base/com.example.Editor.plist"), "w"))
            let text = Array(xml(value).utf8)
            fwrite(text, 1, 40, file)
            fflush(file)  // torn for a moment
            if value % 3 == 0 { usleep(5000) }
            fwrite(Array(text[40...]), 1, text.count - 40, file)
            fclose(file)
            #expect(await observer.state(value) == number(value))
        }
        await observer.cancel()
        #expect(observer.states == (1...20).map(number))
    }

    @Test("A file that stays torn is an error, and the next whole one a state")
    func torn() async throws {
        try set(1)
        let observer = Observer(store.changes(of: domain))
        await observer.state(1)
        try scratch.replace("base/com.example.Editor.plist", with: "<plist><dict><key>n</key>")
        let state = await observer.state(2)
        #expect(throws: PreferencesError.self) { try state?.get() }
        try scratch.replace("base/com.example.Editor.plist", with: xml(2))
        #expect(await observer.state(3) == number(2))
        await observer.cancel()
    }

    @Test("A removed file is an empty domain, and a new one is seen")
    func removed() async throws {
        try set(1)
        let observer = Observer(store.changes(of: domain))
        await observer.state(1)
        for round in 0..<5 {
            unlink(scratch("base/com.example.Editor.plist"))
            #expect(await observer.state(2 * round + 2) == .holds([:]))
            try set(round)
            #expect(await observer.state(2 * round + 3) == number(round))
        }
        await observer.cancel()
    }

    @Test("Folders that are missing at the start, are removed, moved away and come back are followed")
    func folders() async throws {
        let deep = FileDomainStore(folders: DomainFolders(root: scratch("a/b/base")))
        let observer = Observer(deep.changes(of: domain))
        #expect(await observer.state(1) == .holds([:]))
        try set(1, in: "a/b/base")
        #expect(await observer.state(2) == number(1))
        try FileManager.default.removeItem(atPath: scratch("a"))
        #expect(await observer.state(3) == .holds([:]))
        try set(2, in: "a/b/base")
        #expect(await observer.state(4) == number(2))
        rename(scratch("a"), scratch("elsewhere"))
        #expect(await observer.state(5) == .holds([:]))
        try set(3, in: "a/b/base")
        #expect(await observer.state(6) == number(3))
        try set(9, in: "elsewhere/b/base")
        rename(scratch("a/b"), scratch("a/c"))
        #expect(await observer.state(7) == .holds([:]))
        rename(scratch("elsewhere/b"), scratch("a/b"))
        #expect(await observer.state(8) == number(9))
        await observer.cancel()
    }

    @Test("A folder that is removed while another program has it open is followed")
    func openFolder() async throws {
        let deep = FileDomainStore(folders: DomainFolders(root: scratch("a/base")))
        try set(1, in: "a/base")
        let observer = Observer(deep.changes(of: domain))
        await observer.state(1)
        let held = [open(scratch("a/base"), O_RDONLY), open(scratch("a"), O_RDONLY)]
        try FileManager.default.removeItem(atPath: scratch("a"))
        #expect(await observer.state(2) == .holds([:]))
        try set(2, in: "a/base")
        #expect(await observer.state(3) == number(2))
        for descriptor in held { close(descriptor) }
        await observer.cancel()
    }

    @Test("Links in the place of the file and of folders are followed, also to other targets")
    func links() async throws {
        for (index, folder) in ["one", "two", "three"].enumerated() { try set(index + 1, in: folder) }
        symlink("one", scratch("base"))
        let observer = Observer(store.changes(of: domain))
        #expect(await observer.state(1) == number(1))
        symlink("two", scratch("new"))
        rename(scratch("new"), scratch("base"))
        #expect(await observer.state(2) == number(2))
        try set(5, in: "two")
        #expect(await observer.state(3) == number(5))
        // The file becomes a link.
        symlink("../three/com.example.Editor.plist", scratch("two/new"))
        rename(scratch("two/new"), scratch("two/com.example.Editor.plist"))
        #expect(await observer.state(4) == number(3))
        try set(6, in: "three")
        #expect(await observer.state(5) == number(6))
        // A link that leads nowhere, then somewhere.
        unlink(scratch("two/com.example.Editor.plist"))
        #expect(await observer.state(6) == .holds([:]))
        symlink("../four/file.plist", scratch("two/com.example.Editor.plist"))
        try scratch.replace("four/file.plist", with: xml(7))
        #expect(await observer.state(7) == number(7))
        await observer.cancel()
    }

    @Test("A link on the way to the folder is followed when it leads elsewhere, nowhere, or to a folder made later")
    func parentLink() async throws {
        for (index, folder) in ["one", "two"].enumerated() { try set(index + 1, in: "\(folder)/b/base") }
        symlink("one", scratch("link"))
        let linked = FileDomainStore(folders: DomainFolders(root: scratch("link/b/base")))
        let observer = Observer(linked.changes(of: domain))
        #expect(await observer.state(1) == number(1))
        symlink("two", scratch("new"))
        rename(scratch("new"), scratch("link"))
        #expect(await observer.state(2) == number(2))
        unlink(scratch("link"))
        #expect(await observer.state(3) == .holds([:]))
        symlink("three/deep", scratch("link"))
        try set(3, in: "three/deep/b/base")
        #expect(await observer.state(4) == number(3))
        await observer.cancel()
    }

    @Test("A domain by path is the file with or without the suffix")
    func pathDomain() async throws {
        let named = try Domain(scratch("App"))
        let observer = Observer(store.changes(of: named))
        #expect(await observer.state(1) == .holds([:]))
        try scratch.replace("App", with: xml(1))
        #expect(await observer.state(2) == number(1))
        try scratch.replace("App.plist", with: xml(2))
        #expect(await observer.state(3) == number(2))
        await observer.cancel()
    }

    @Test("All domains of a base")
    func all() async throws {
        try set(1)
        let observer = Observer(store.changes())
        #expect(await observer.state(1)?.domains == [domain: number(1)])
        let inner = Domain("team/com.example.Other")
        try store.update([inner]) { $0[inner]["n"] = 2 }
        #expect(await observer.state(where: { $0.domains == [domain: number(1), inner: number(2)] }) != nil)
        let onHost = try Domain("com.example.Editor", host: .current)
        try store.update([onHost]) { $0[onHost]["n"] = 3 }
        let three = [domain: number(1), inner: number(2), onHost: number(3)]
        #expect(await observer.state(where: { $0.domains == three }) != nil)
        try store.update([.global]) { $0[.global]["n"] = 4 }
        let four = three.merging([.global: number(4)]) { $1 }
        #expect(await observer.state(where: { $0.domains == four }) != nil)
        symlink("elsewhere.txt", scratch("base/linked.plist"))
        try scratch.write(xml(5), to: "base/elsewhere.txt")
        let linked = Domain("linked")
        #expect(await observer.state(where: { $0.domains[linked] == number(5) }) != nil)
        try scratch.write(xml(6), to: "base/elsewhere.txt")
        #expect(await observer.state(where: { $0.domains[linked] == number(6) }) != nil)
        await observer.cancel()
    }

    @Test("A handler that takes a lock of its own and uses the store meets nobody who holds the lock")
    func lockingHandler() async throws {
        try set(0)
        let lock = Mutex(0)
        let (calls, continuation) = AsyncStream.makeStream(of: Int.self)
        let observation = store.observe(domain) { [store, domain] in
            lock.withLock { count in
                count += 1
                _ = try? store.snapshot(of: domain)
                if count <= 3 {
                    _ = try? store.update([domain]) {
                        $0[domain]["count"] = .integer(PropertyListInteger(Int64(count)))
                    }
                }
                continuation.yield(count)
            }
        }
        try lock.withLock { _ in try set(1) }
        for await count in calls where count > 3 { break }
        try #require(observation).cancel()
    }

    @Test("Nothing is left after the last observer")
    func nothingLeft() async throws {
        try set(1)
        let observers = (0..<8).map { _ in Observer(store.changes(of: domain)) }
        let all = Observer(store.changes())
        for observer in observers { await observer.state(1) }
        await all.state(1)
        #expect(FolderWatcher.watchCount(below: scratch.path) == 9)
        for observer in observers { await observer.cancel() }
        await all.cancel()
        // An iterator that is dropped, and one that never waited.
        do {
            var iterator = store.changes(of: domain).makeAsyncIterator()
            _ = await iterator.next()
            _ = store.changes(of: domain).makeAsyncIterator()
        }
        #expect(FolderWatcher.watchCount(below: scratch.path) == 0)
    }

    @Test("Observations that begin and end at the same time leave nothing")
    func churn() async throws {
        try set(1)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for round in 0..<50 {
                        let observer = Observer(store.changes(of: domain))
                        if round % 2 == 0 { await observer.state(1) }
                        await observer.cancel()
                    }
                }
            }
        }
        #expect(FolderWatcher.watchCount(below: scratch.path) == 0)
    }

    @Test(
        "Eight tasks see only stored values of another process, and end with the last one",
        .enabled(if: InstalledProgram.path(of: "python3") != nil, "python3 is not installed"),
        arguments: [
            ("replace", Int64(Extent.count(10_000, short: 2000))), ("in place", Int64(Extent.count(1000, short: 300))),
            ("mixed", Int64(Extent.count(2000, short: 500))),
        ])
    func load(mode: String, count: Int64) async throws {
        try FileManager.default.createDirectory(atPath: scratch("base"), withIntermediateDirectories: true)
        let observers = (0..<8).map { _ in Observer(store.changes(of: domain)) }
        for observer in observers { await observer.state(1) }
        let writer = Process()
        writer.executableURL = URL(fileURLWithPath: try #require(InstalledProgram.path(of: "python3")))
        writer.arguments = ["-I", "-c", Self.writer, scratch("base"), mode, "\(count)"]
        try writer.run()
        // The values at both ends of the file are equal in each state that was stored.
        for observer in observers {
            let last = await observer.state { state in
                let contents = (try? state.get())?.contents ?? [:]
                return contents["first"] == .integer(PropertyListInteger(count))
            }
            #expect(last != nil)
        }
        writer.wait()
        for observer in observers {
            let states = observer.states
            var latest: Int64 = -1
            for state in states {
                // A writer in place may be stopped for as long as a file must be incomplete to be an error.
                if mode != "replace", case .failure(let error) = state, error.isAboutContents { continue }
                let contents = try state.get().contents
                #expect(contents["first"] == contents["last"])
                guard case .integer(let number)? = contents["first"], let value: Int64 = number.exactly(as: Int64.self)
                else { continue }
                #expect(value > latest)
                latest = value
            }
            #expect(latest == count)
            await observer.cancel()
        }
    }

    /// Stores numbers from 1 on at both ends of a file of several pages.
    private static let writer = """
        import os, sys
        os.chdir(sys.argv[1])
        name = 'com.example.Editor.plist'
        for n in range(1, int(sys.argv[3]) + 1):
            entry = lambda key: '<key>%s</key><integer>%d</integer>' % (key, n)
            padding = '<key>middle</key><string>%s</string>' % ('x' * 20000)
            text = '<plist version="1.0"><dict>%s%s%s</dict></plist>' % (entry('first'), padding, entry('last'))
            if sys.argv[2] == 'replace' or sys.argv[2] == 'mixed' and n % 2:
                with open('new', 'w') as file: file.write(text)
                os.rename('new', name)
            else:
                file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
                os.write(file, text[:10000].encode())
                os.write(file, text[10000:].encode())
                os.close(file)
        """
}
