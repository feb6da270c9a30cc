import Testing

extension Scratch {
    /// Creates the repository `work`, with the recipes of the man page for `git diff`.
    func makeRepository() throws {
        let page = try ManualPage(.repositories)
        try Disk.write(page.recipe(with: "# .gitattributes"), to: path + "/attributes")
        try Disk.write(page.recipe(with: "[diff \"plist\"]"), to: path + "/configuration")
        let outcome = try bash(
            """
            set -e; mkdir work; git init -q work; cp attributes work/.gitattributes; cd work
            cat ../configuration >>.git/config; git config user.email a@example.com; git config user.name A
            """, environment: gitEnvironment)
        try #require(outcome == .silence)
    }

    /// Runs a script in the repository.
    @discardableResult
    func inRepository(_ script: String) throws -> Outcome {
        try bash("cd work; \(script)", environment: gitEnvironment)
    }

    /// The environment in which git reads no configuration but that of the repository.
    private var gitEnvironment: [String: String] {
        environment.merging(["GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null"]) { $1 }
    }
}
