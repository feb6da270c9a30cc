import DefaultsKeyring
import DefaultsTesting
import Dispatch
import Foundation

// A service: tokens in the keyring, settings in a file, and a hook that saves both when the service is stopped.

struct Tokens: Codable, Equatable {
    var access = ""
    var refresh: String?
    /// Valid in this run only.
    var nonce = ""
}

extension PreferenceKey<Int> {
    static let requestCount = Self("RequestCount", default: 0)
}

final class TokenService: Sendable {
    let tokens: StoredObject<Tokens>
    let preferences: Preferences

    init(keyring: SecretDomainStore, files: any DomainStore) async throws {
        let domain = Domain("com.example.Service")
        tokens = try await keyring.async { try StoredObject(in: domain, store: $0, ignoring: ["nonce"]) { Tokens() } }
        preferences = Preferences(domain: domain, store: files, arguments: .none)
    }

    func serve() {
        tokens.modify { tokens in
            tokens.access = "s3cret"
            tokens.nonce = "1"
        }
        preferences[.requestCount] += 1
    }

    /// Saves, without an error that keeps the service from ending.
    func stop() {
        do {
            try tokens.save()
            try preferences.synchronize()
        } catch {
            print("not saved: \(error)")
        }
    }
}

@main
struct Program {
    static func main() async throws {
        let files = try TemporaryStore()
        let folders = DomainFolders(root: files.folder)
        let keyring = SecretDomainStore(folders: folders, environment: try fakeKeyring(in: files.folder))
        let service = try await TokenService(keyring: keyring, files: files)

        let termination = DispatchSource.makeSignalSource(signal: SIGTERM, queue: DispatchQueue(label: "termination"))
        let (stopped, continuation) = AsyncStream.makeStream(of: Void.self)
        // The handlers run on the queue. Without `@Sendable`, they would belong to the main actor, as `main` does.
        termination.setEventHandler { @Sendable in
            service.stop()
            continuation.finish()
        }
        service.serve()
        // As soon as the signal is handled, another program stops the service.
        termination.setRegistrationHandler { @Sendable in kill(getpid(), SIGTERM) }
        termination.resume()
        for await _ in stopped {}
        termination.cancel()

        let domain = service.preferences.domain
        try check(files.contents(of: domain) == ["RequestCount": 1])
        try check(keyring.contents(of: domain) == ["StoredObject": ["access": "s3cret"]])
        print("service: ok")
    }

    /// Creates a program that replaces `secret-tool` and keeps secrets in a folder.
    static func fakeKeyring(in folder: String) throws -> ProcessEnvironment {
        let script = """
            #!/bin/sh
            verb=$1
            until [ "$1" = -- ]; do shift; done
            item=${0%/*}/item.$(printf '%s\\n' "$@" | cksum | cut -d ' ' -f 1)
            case $verb in
            store) cat >"$item" ;;
            clear) rm -f "$item" ;;
            lookup) cat "$item" ;;
            search) if [ -e "$item" ]; then printf '[/1]\\nsecret = x\\n'; fi ;;
            esac
            """
        let tool = folder + "/secret-tool"
        try script.write(toFile: tool, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
        let variables = ["PATH": "\(folder):/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=none"]
        return ProcessEnvironment(variable: { variables[$0] }, accountHome: { folder })
    }
}

/// Ends the program if a condition is false.
private func check(_ condition: Bool, line: UInt = #line) {
    guard condition else { fatalError("line \(line)") }
}
