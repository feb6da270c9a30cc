import Foundation
import Glibc
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsPreferences

/// Synchronizing with files that are known to be unchanged, which are not read again.
struct UnchangedFileTests {
    let home = Home()

    private var path: String { home.path(Home.domain) }

    /// Changes of the domain's file, which contains a font size.
    enum Change: CaseIterable, Sendable {
        case rewriteInPlace
        case rewriteWithOldTime
        case replacement
        case replacementWithOldTime
        case removal
        case otherLink
        case linkedFile
    }

    @Test("synchronizing sees every change of a file that was known to be unchanged")
    func changes() async throws {
        let tests = Change.allCases.map { (change: $0, test: UnchangedFileTests()) }
        for (change, test) in tests {
            try test.home.write(["FontSize": 11])
            if change == .otherLink || change == .linkedFile {
                rename(test.path, test.path + ".1")
                symlink(test.path + ".1", test.path)
            }
        }
        // All files become old enough at the same time.
        for (change, test) in tests { try await test.expectSeen(change) }
    }

    private func expectSeen(_ change: Change) async throws {
        let preferences = home.preferences()
        try await synchronizeUntilKnown(preferences)
        #expect(preferences[.fontSize] == 11)
        var status = stat()
        #expect(stat(path, &status) == 0)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let changed = Data(String(decoding: bytes, as: UTF8.self).replacing("11", with: "22").utf8)
        switch change {
        case .rewriteInPlace, .rewriteWithOldTime, .linkedFile:
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.write(contentsOf: changed)
            try file.close()
        case .replacement, .replacementWithOldTime:
            try changed.write(to: URL(fileURLWithPath: path + ".new"))
            rename(path + ".new", path)
        case .removal: unlink(path)
        case .otherLink:
            try changed.write(to: URL(fileURLWithPath: path + ".2"))
            unlink(path)
            symlink(path + ".2", path)
        }
        if change == .rewriteWithOldTime || change == .replacementWithOldTime {
            utimensat(AT_FDCWD, path, [status.st_atim, status.st_mtim], 0)
        }
        try await preferences.async { try $0.synchronize() }
        let expected = change == .removal ? PreferenceKey<Int>.fontSize.defaultValue : 22
        #expect(preferences[.fontSize] == expected, "\(change)")
    }

    @Test("synchronizing sees a new file")
    func newFile() async throws {
        let preferences = home.preferences()
        try await preferences.async { try $0.synchronize() }
        let versions = preferences.layers.map { $0.values.withLock { $0.domainVersion } }
        #expect(!versions.contains(nil), "missing files are certain")
        try home.write(["FontSize": 11])
        try await preferences.async { try $0.synchronize() }
        #expect(preferences[.fontSize] == 11)
    }

    @Test("synchronizing sees changes of all layers, also soon after they were read or saved")
    func layers() async throws {
        let preferences = home.preferences()
        let global = Preferences(domain: .global, store: home.store, arguments: .none, saving: .explicit)
        for size in 1...50 {
            try await global.async { try $0.update { $0[.fontSize] = size } }
            try await preferences.async { try $0.synchronize() }
            #expect(preferences[.fontSize] == size)
        }
        for size in 51...99 {
            preferences[.theme] = size.isMultiple(of: 2) ? .dark : .light
            try await preferences.async { try $0.synchronize() }
            try home.write(["FontSize": size])
            try await preferences.async { try $0.synchronize() }
            #expect(preferences[.fontSize] == size)
        }
    }

    @Test("an unreadable file is an error each time")
    func unreadable() async throws {
        let preferences = home.preferences()
        try home.write(bytes: "no property list")
        for _ in 0..<2 {
            await #expect(throws: PreferencesError.self) { try await preferences.async { try $0.synchronize() } }
        }
        #expect(preferences.layers.contains { $0.values.withLock { $0.domainVersion } == nil })
    }

    /// Synchronizes until the file is known: it must be some seconds old.
    private func synchronizeUntilKnown(_ preferences: Preferences) async throws {
        repeat {
            try await Task.sleep(for: .milliseconds(50))
            try await preferences.async { try $0.synchronize() }
        } while preferences.layers.contains { $0.values.withLock { $0.domainVersion } == nil }
    }
}
