// swift-tools-version: 6.2

import PackageDescription

// The sources of the articles about other packages. `check.py` runs them. They are not part of the tests of this
// package, because they need the other packages.
let package = Package(
    name: "Adapters",
    dependencies: [
        .package(name: "defaults", path: "../.."),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.11.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(
            url: "https://github.com/apple/swift-configuration", from: "1.2.0", traits: ["Logging", "PropertyList"]),
        .package(url: "https://github.com/pointfreeco/swift-sharing", from: "2.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "ServiceProgram",
            dependencies: [
                .product(name: "DefaultsPreferences", package: "defaults"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .executableTarget(
            name: "ConfigurationProgram",
            dependencies: [
                .product(name: "DefaultsCore", package: "defaults"),
                .product(name: "DefaultsKeyring", package: "defaults"),
                .product(name: "DefaultsPreferences", package: "defaults"),
                .product(name: "PropertyList", package: "defaults"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .executableTarget(
            name: "SharingProgram",
            dependencies: [
                .product(name: "DefaultsCore", package: "defaults"),
                .product(name: "DefaultsPreferences", package: "defaults"),
                .product(name: "PropertyList", package: "defaults"),
                .product(name: "Sharing", package: "swift-sharing"),
            ]),
    ]
)
