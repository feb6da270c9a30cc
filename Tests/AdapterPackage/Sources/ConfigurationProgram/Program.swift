import Configuration
import DefaultsKeyring
import DefaultsPreferences
import Logging

/// Reads the file of a domain once, with the provider of swift-configuration.
func portOfFile() async throws -> Int {
    let path = DomainFolders().path(of: Domain("com.example.Server"))
    let file = try await FileProvider<PropertyListSnapshot>(
        parsingOptions: .init(secretsSpecifier: .specific(["Token"])), filePath: .init(path), allowMissing: true)
    let config = ConfigReader(provider: file)
    return config.int(forKey: "Port", default: 8080)
}

/// Only compiled, because the keyring of the session is the user's.
func keyringProvider() -> PreferencesProvider {
    PreferencesProvider(Preferences(domain: "com.example.Server", store: SecretDomainStore()))
}

@main
struct Program {
    static func main() async throws {
        let logger = Logger(label: "com.example.Server")
        let portAtStart = try await portOfFile()
        logger.info("port in the file: \(portAtStart)")

        let preferences = Preferences(domain: "com.example.Server")
        let config = ConfigReader(
            providers: [
                EnvironmentVariablesProvider(),
                PreferencesProvider(preferences, secrets: .specific(["Token"])),
            ],
            accessReporter: AccessLogger(logger: logger, level: .info))

        let token = config.string(forKey: "Token", default: "")
        let isVerbose = config.bool(forKey: "Verbose", default: false)
        let ratio = config.double(forKey: "Limits.Ratio", default: 1)
        logger.info("the token has \(token.count) characters, verbose: \(isVerbose), ratio: \(ratio)")

        async let ports: Void = followPort(config, logger)
        try await config.watchSnapshot { snapshots in
            for await snapshot in snapshots {
                let host = snapshot.string(forKey: "Host", default: "localhost")
                let port = snapshot.int(forKey: "Port", default: 8080)
                logger.info("listens on \(host):\(port)")
            }
        }
        try await ports
    }

    static func followPort(_ config: ConfigReader, _ logger: Logger) async throws {
        try await config.watchInt(forKey: "Port", default: 8080) { ports in
            for await port in ports {
                logger.info("the port is \(port)")
            }
        }
    }
}
