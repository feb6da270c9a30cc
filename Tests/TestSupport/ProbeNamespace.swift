import Foundation
import TestExtent

/// The namespaces of the kernel in which a probe runs. The probe is their superuser.
package enum ProbeNamespace: Sendable {
    /// A limit of `/proc/sys/user` is 0.
    case limit(String)
    /// Mounts belong to the probe. A line of the shell changes them, whose `$HOME` is the folder of the probe.
    case mounts(String)
    /// No other process is visible, and mounts and the name of the host belong to the probe, as in a container.
    case container

    /// The words before a program.
    var prefix: [String] {
        let (kinds, script): ([String], String) =
            switch self {
            case .limit(let name): ([], "echo 0 >/proc/sys/user/\(name)")
            case .mounts(let script): (["--mount"], script)
            case .container: (["--mount-proc", "--pid", "--fork", "--uts", "--ipc"], "hostname container")
            }
        return ["/usr/bin/env", "unshare", "--user", "--map-root-user"] + kinds
            + ["/bin/sh", "-c", script + " && exec \"$0\" \"$@\""]
    }

    /// Whether the system lets a user have these namespaces.
    package var isPossible: Bool {
        let (home, process) = (Home(), Process())
        process.executableURL = URL(fileURLWithPath: prefix[0])
        process.arguments = prefix.dropFirst() + ["/bin/true"]
        process.environment = ["HOME": home.folder]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.wait()
        return process.terminationStatus == 0
    }
}
