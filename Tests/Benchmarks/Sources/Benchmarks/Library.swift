import CoreFoundation
import DefaultsPreferences
import Foundation
import Synchronization

/// Measures the library against what it is made of, and against Foundation.
struct LibraryBenchmark {
    let folder: String

    private var store: FileDomainStore { FileDomainStore(folders: DomainFolders(root: folder)) }

    func run() throws {
        try setsAndGets()
        try userDefaults()
        try strings()
        try property()
        for count in [1, 100_000] { try synchronizeUnchanged(count) }
        try observeChanges()
        try ManyObservers(store: store, folder: folder).run()
        for format in [PropertyListFormat.xml, .binary] { try saveManyKeys(format) }
        for format in [PropertyListFormat.binary, .xml] { try saveLargeValue(format) }
        try saveBesideAutomaticSaves()
    }

    /// 100,000 typed sets and gets and one save, against the same on a dictionary and one write of a file.
    private func setsAndGets() throws {
        let keys = (0..<100_000).map { PreferenceKey<Int>("key.\($0)", default: 0) }
        let (ours, plain) = try Clock.processor.medians(5) { round in
            let preferences = Preferences(domain: try Domain("ours.\(round)"), store: store, saving: .explicit)
            for (index, key) in keys.enumerated() { preferences[key] = index }
            var sum = 0
            for key in keys { sum += preferences[key] }
            precondition(sum == 4_999_950_000)
            try preferences.synchronize()
        } _: { round in
            var values: [String: PropertyListValue] = [:]
            for (index, key) in keys.enumerated() { values[key.name] = .integer(PropertyListInteger(Int64(index))) }
            var sum = 0
            for key in keys {
                if case .integer(let number)? = values[key.name] { sum += number.exactly(as: Int.self) ?? 0 }
            }
            precondition(sum == 4_999_950_000)
            let contents = PropertyListDictionary(values.map { ($0.key, $0.value) })
            let data = try PropertyListWriter.data(of: .dictionary(contents), as: .xml)
            try data.write(to: URL(fileURLWithPath: "\(folder)/plain.\(round)"))
        }
        Row(work: "sets, gets, synchronize", subject: "100,000 keys")
            .print(ours, beside: "dictionary, one write", plain, bar: .atMost(2))
    }

    private func userDefaults() throws {
        let count = 10_000
        guard let defaults = UserDefaults(suiteName: folder + "/foundation") else { return }
        let preferences = Preferences(domain: "sets", store: store, saving: .explicit)
        let (ours, theirs) = Clock.processor.medians(1) { _ in
            for index in 0..<count { preferences[PreferenceKey<Int>("key.\(index)", default: 0)] = index }
        } _: { _ in
            for index in 0..<count { defaults.set(index, forKey: "key.\(index)") }
        }
        Row(work: "sets", subject: "10,000 keys").print(ours, beside: "UserDefaults", theirs, bar: .timesFaster(100))
    }

    /// XBUserDefaults states that this costs it 0.4 s more than nothing.
    private func strings() throws {
        let keys = (0..<100_000).map { PreferenceKey<String>("key.\($0)", default: "") }
        let preferences = Preferences(domain: "strings", store: store, saving: .explicit)
        let duration = Clock.processor.time {
            for key in keys { preferences[key] = key.name }
            for key in keys { precondition(preferences[key] == key.name) }
        }
        Row(work: "strings set and read", subject: "100,000 keys").print(duration, atMost: 400)
    }

    /// GVUserDefaults states that this costs it 0.05 ms more than nothing.
    private func property() throws {
        let owner = Preference(
            PreferenceKey<Int>("count", default: 0),
            in: Preferences(domain: "property", store: store, saving: .explicit))
        let duration = Clock.processor.time { for _ in 0..<100_000 { owner.wrappedValue += 1 } }
        Row(work: "a property read and set", subject: "one key").print(duration / 100_000, atMost: 0.05)
    }

    private func synchronizeUnchanged(_ count: Int) throws {
        let preferences = Preferences(domain: try Domain("unchanged.\(count)"), store: store, saving: .explicit)
        for index in 0..<count { preferences[PreferenceKey<Int>("key.\(index)", default: 0)] = index }
        try preferences.synchronize()
        // A file is trusted to be unchanged if it was last changed more than two seconds before it was read.
        sleep(4)
        try preferences.synchronize()
        compareWithStatus(preferences, "unchanged.\(count)", "\(count) keys")
        let observation = preferences.observe {}
        // The first synchronization reads what changed before the watch.
        try preferences.synchronize()
        compareWithStatus(preferences, "unchanged.\(count)", "\(count) keys, observed")
        observation.cancel()
    }

    /// The status of each file of the search list is the least that tells whether a file has changed.
    private func compareWithStatus(_ preferences: Preferences, _ name: String, _ subject: String) {
        let calls = 200
        let names = ["ByHost/\(name).", name, "ByHost/.GlobalPreferences.", ".GlobalPreferences"]
        let paths = names.map { "\(folder)/\($0).plist" }
        let (ours, theirs) = Clock.processor.medians(51) { _ in
            for _ in 0..<calls { check((try? preferences.synchronize()) != nil) }
        } _: { _ in
            var status = stat()
            for _ in 0..<calls { for path in paths { stat(path, &status) } }
        }
        let row = Row(work: "synchronize, unchanged", subject: subject)
        // On a machine with slow system calls, they are the floor.
        let isReachable = 1.2 * theirs <= 0.005 * Double(calls)
        if isReachable { row.print(ours / Double(calls), atMost: 0.005) }
        row.print(
            ours / Double(calls), beside: "stat of 4 files", theirs / Double(calls),
            bar: isReachable ? .none : .atMost(1.2))
    }

    /// The time from a rename over the file of a domain to the call of an observer. `PollingTests` checks that nothing
    /// runs while nothing changes.
    private func observeChanges() throws {
        let domain = Domain("observed")
        let bytes = try PropertyListWriter.data(of: ["a": 1], as: .xml)
        try bytes.write(to: file(domain))
        let reports = DispatchSemaphore(value: 0)
        let observation = store.observe(domain) { reports.signal() }
        defer { observation?.cancel() }
        let rounds = 51
        let times = try (0..<rounds).map { _ in
            try bytes.write(to: URL(fileURLWithPath: folder + "/observed.new"))
            usleep(20_000)
            while reports.wait(timeout: .now()) == .success {}
            return Clock.wall.time {
                rename(folder + "/observed.new", file(domain).path)
                reports.wait()
            }
        }
        Row(work: "a change is observed", subject: "after a rename").print(times.sorted()[rounds / 2], atMost: 10)
    }

    /// One saved change of 100,000 keys: all of the file is read and written. If CoreFoundation alone already takes
    /// more than a third of the time of its peer, it is the floor that a save is compared with.
    private func saveManyKeys(_ format: PropertyListFormat) throws {
        let domain = try Domain("many.\(format.rawValue)")
        let contents = Kind.flat.contents(100_000)
        try PropertyListWriter.data(of: .dictionary(contents), as: format).write(to: file(domain))
        var objects: [String: Any] = [:]
        for (key, value) in contents { if case .string(let text) = value { objects[key] = text } }
        let (ours, theirs, floor) = try Clock.processor.medians(9) { round in
            try store.update([domain]) { $0[domain]["changed"] = .string("\(round)") }
        } _: { round in
            objects["changed"] = "\(round)"
            let data = try PropertyListSerialization.data(
                fromPropertyList: objects, format: format == .xml ? .xml : .binary, options: 0)
            try data.write(to: URL(fileURLWithPath: folder + "/many"), options: .atomic)
        } floor: { _ in
            encodeWithCoreFoundation(contents, as: format)
        }
        let row = Row(work: "save", subject: "100,000 keys, \(format.rawValue)")
        let isReachable = 3 * floor <= theirs
        row.print(ours, beside: "PLS, [String: Any]", theirs, bar: isReachable ? .timesFaster(3) : .none)
        row.print(ours, beside: "CoreFoundation", floor, bar: isReachable ? .none : .atMost(1.5))
    }

    /// Does what no save with CoreFoundation can do without: creates an object for each string, and encodes them.
    private func encodeWithCoreFoundation(_ contents: PropertyListDictionary, as format: PropertyListFormat) {
        var keyCallbacks = kCFTypeDictionaryKeyCallBacks
        var valueCallbacks = kCFTypeDictionaryValueCallBacks
        let object = CFDictionaryCreateMutable(kCFAllocatorDefault, contents.count, &keyCallbacks, &valueCallbacks)
        func string(_ text: String) -> CFString? {
            var text = text
            return text.withUTF8 {
                let encoding = CFStringBuiltInEncodings.UTF8.rawValue
                return CFStringCreateWithBytes(kCFAllocatorDefault, $0.baseAddress, $0.count, encoding, false)
            }
        }
        for (key, value) in contents {
            guard case .string(let text) = value, let key = string(key), let value = string(text) else { continue }
            CFDictionarySetValue(
                object, Unmanaged.passUnretained(key).toOpaque(), Unmanaged.passUnretained(value).toOpaque())
        }
        let kind: CFPropertyListFormat = format == .xml ? .xmlFormat_v1_0 : .binaryFormat_v1_0
        let data = CFPropertyListCreateData(kCFAllocatorDefault, object, kind, 0, nil)?.takeRetainedValue()
        precondition(data.map { CFDataGetLength($0) > 0 } == true)
    }

    /// One value of 60 MiB, against writing its bytes. If encoding it and writing the bytes leave less than a sixth of
    /// three times as long for everything else, they are the floor that a save is compared with.
    private func saveLargeValue(_ format: PropertyListFormat) throws {
        let size = 60 << 20
        let values: [(String, PropertyListValue)] = [
            ("data", .data(Data(repeating: 65, count: size))),
            ("text", .string(String(repeating: "0123456789", count: size / 10))),
        ]
        let small = try PropertyListWriter.data(of: ["a": 1], as: format)
        // Other rows have written without waiting for the disk.
        sync()
        for (name, value) in values {
            let domain = try Domain("large.\(name).\(format.rawValue)")
            let bytes = try PropertyListWriter.data(of: ["a": 1, "value": value], as: format)
            let (ours, theirs, encoding) = try Clock.wall.medians(9) { _ in
                try small.write(to: file(domain))
                try store.update([domain]) { $0[domain]["value"] = value }
            } _: { _ in
                try writeDurably(bytes)
            } floor: { _ in
                _ = try PropertyListWriter.data(of: value, as: format)
            }
            let row = Row(work: "save 60 MiB", subject: "\(name), \(format.rawValue)")
            let isReachable = 1.2 * (encoding + theirs) <= 3 * theirs
            row.print(ours, beside: "raw, durable", theirs, bar: isReachable ? .atMost(3) : .none)
            row.print(
                ours, beside: "encoding + raw", encoding + theirs, bar: isReachable ? .none : .atMost(1.2))
        }
    }

    /// Saves of 60 MiB beside automatic saves of the same domain by the same program. None may time out.
    private func saveBesideAutomaticSaves() throws {
        let domain = Domain("both")
        let errors = Mutex<[String]>([])
        let automatic = Preferences(
            domain: domain, store: store, saving: .automatic { error in errors.withLock { $0.append("\(error)") } })
        let text = String(repeating: "0123456789", count: 6 << 20)
        let rounds = 5
        let duration = Clock.wall.time {
            for round in 0..<rounds {
                for key in 0..<10 { automatic[PreferenceKey<Int>("\(key)", default: 0)] = round }
                do {
                    try store.update([domain]) { $0[domain]["value"] = .string("\(round)" + text) }
                } catch {
                    errors.withLock { $0.append("\(error)") }
                }
                usleep(300_000)
            }
        }
        try automatic.synchronize()
        let failures = errors.withLock { $0 }
        for failure in failures { FileHandle.standardError.write(Data((failure + "\n").utf8)) }
        Row(work: "60 MiB, automatic saves", subject: "timed out or failed")
            .print(count: failures.count, of: rounds, in: duration)
    }

    private func file(_ domain: Domain) -> URL {
        URL(fileURLWithPath: "\(folder)/\(domain).plist")
    }

    /// Writes, waits for the disk, renames, and waits for the folder.
    private func writeDurably(_ data: Data) throws {
        let temporary = open(folder + "/raw.new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer {
            close(temporary)
            close(parent)
        }
        let isWritten = data.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = write(temporary, bytes.baseAddress?.advanced(by: done), bytes.count - done)
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
        guard isWritten, fsync(temporary) == 0, rename(folder + "/raw.new", folder + "/raw") == 0, fsync(parent) == 0
        else { throw CocoaError(.fileWriteUnknown) }
    }
}
