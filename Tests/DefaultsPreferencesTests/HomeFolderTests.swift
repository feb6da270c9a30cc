import DefaultsPreferences
import TestExtent
import TestSupport
import Testing

/// Programs whose home folders are not those of ordinary accounts.
@Suite(.waiting, .withoutSanitizer) struct HomeFolderTests {
    let home = Home()

    @Test(
        "if the home folder is read-only, or the file is mounted, values are read, and a save reports the error",
        .enabled(if: ProbeNamespace.mounts("true").isPossible, "the system refuses a user mounts of their own"),
        arguments: [
            (#"mount --bind "$HOME" "$HOME" && mount -o remount,bind,ro "$HOME""#, "Read-only file system"),
            (#"cd "$HOME" && mount --bind \#(Home.domain).plist \#(Home.domain).plist"#, "Device or resource busy"),
        ])
    func mounted(script: String, error: String) throws {
        try home.write(["FontSize": 2])
        #expect(try home.start(["read-typed", Home.domain], in: .mounts(script)).finish() == "2")
        let probe = try home.start(["set-and-fail", Home.domain], in: .mounts(script))
        _ = try probe.finish()
        #expect(probe.errors.contains(error))
        #expect(try home.disk() == ["FontSize": 2])
    }

    @Test(
        "containers that share a folder lose no increment, and see the changes of each other",
        .enabled(if: ProbeNamespace.container.isPossible, "the system refuses a user the namespaces of a container"))
    func containers() async throws {
        let preferences = home.preferences()
        let changes = Counter()
        let observation = preferences.observe { changes.next() }
        let probes = try (0..<3).map { _ in try home.start(["count-up", Home.domain, "100"], in: .container) }
        for probe in probes { _ = try probe.finish() }
        #expect(try home.disk() == ["Count": 299])
        try await waitUntil { changes.value > 0 && preferences[PreferenceKey<Int>("Count", default: 0)] == 299 }
        observation.cancel()
    }
}
