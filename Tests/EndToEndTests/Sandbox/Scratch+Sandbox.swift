import Foundation

extension Scratch {
    /// The folder in which sandboxes are made. It is empty when none is left.
    var sandboxes: String { path + "/tmp" }

    /// The environment of the tests of sandboxes: the user has preferences and a journal of their own.
    var sandboxEnvironment: [String: String] {
        var environment = environment
        environment["TMPDIR"] = sandboxes
        environment["XDG_CONFIG_HOME"] = home + "/.config"
        environment["DEFAULTS_JOURNAL"] = path + "/journal"
        return environment
    }

    /// Creates the folder of sandboxes, and preferences of the user with the value `decoy`.
    func prepareSandboxes() throws {
        try Disk.makeFolder(sandboxes)
        for folder in [root, home + "/.config", home + "/.config/ByHost"] {
            try Disk.makeFolder(folder)
            for name in ["D", ".GlobalPreferences", "D."] {
                try Disk.write(Disk.xml("<key>k</key><string>decoy</string>"), to: "\(folder)/\(name).plist")
            }
        }
        try Disk.write(Self.state, to: path + "/state.json")
    }

    /// A state document.
    static let state = """
        {
          "-currentHost D": {
            "host": true
          },
          "D": {
            "Recent": [
              "a",
              "b"
            ],
            "k": 1
          },
          "NSGlobalDomain": {
            "Language": "en"
          }
        }

        """

    /// Runs a command line of the shell in which sandboxes are made in their folder.
    func inSandboxes(_ script: String, environment changes: [String: String] = [:]) throws -> Outcome {
        try bash(script, environment: sandboxEnvironment.merging(changes) { $1 })
    }

    /// The names of the sandboxes that are left.
    func leftSandboxes() throws -> [String] {
        try Disk.names(in: sandboxes)
    }
}
