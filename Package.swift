// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "defaults",
    products: [
        .executable(name: "defaults", targets: ["defaults"]),
        .library(name: "DefaultsCore", targets: ["DefaultsCore"]),
        .library(name: "DefaultsObjects", targets: ["DefaultsObjects"]),
        .library(name: "PropertyList", targets: ["PropertyList"]),
        .library(name: "DefaultsTesting", targets: ["DefaultsTesting"]),
    ],
    targets: [
        .target(name: "PropertyList"),
        // Functions of the C library that Swift's module of it does not have.
        .target(name: "CDefaults"),
        .target(name: "DefaultsCore", dependencies: ["CDefaults", "PropertyList"]),
        // Whole objects in domains, on the public API of DefaultsCore alone.
        .target(name: "DefaultsObjects", dependencies: ["DefaultsCore", "PropertyList"]),
        .target(name: "DefaultsCLI", dependencies: ["DefaultsCore", "PropertyList"]),
        .executableTarget(name: "defaults", dependencies: ["DefaultsCLI", "DefaultsCore"]),
        .target(name: "DefaultsTesting", dependencies: ["DefaultsCore", "DefaultsObjects", "PropertyList"]),

        .testTarget(name: "PropertyListTests", dependencies: ["PropertyList"], exclude: ["Fixtures"]),
        .testTarget(
            name: "DefaultsCoreTests",
            dependencies: ["DefaultsCore", "DefaultsObjects", "DefaultsTesting", "PropertyList"]),
        .testTarget(
            name: "PreferencesTests",
            dependencies: ["DefaultsCore", "DefaultsObjects", "DefaultsTesting", "PropertyList", "PreferencesProbe"]),
        .testTarget(
            name: "DocumentationTests",
            dependencies: ["DefaultsCore", "DefaultsObjects", "DefaultsTesting", "PropertyList"]),
        // A program that keeps its preferences with this library: the second process of the tests, and what is measured.
        .executableTarget(
            name: "PreferencesProbe", dependencies: ["DefaultsCore", "DefaultsObjects", "PropertyList"],
            path: "Tests/PreferencesProbe"),
        .testTarget(name: "DefaultsCLITests", dependencies: ["DefaultsCLI", "DefaultsCore", "PropertyList"]),
        .testTarget(
            name: "EndToEndTests", dependencies: ["PropertyList", "UserDefaultsProbe"], exclude: ["Fixtures"]),
        // A program that keeps its preferences with Foundation's UserDefaults, for the tests to run beside the command.
        .executableTarget(name: "UserDefaultsProbe", path: "Tests/UserDefaultsProbe"),
    ],
    swiftLanguageModes: [.v6]
)

// MemberImportVisibility is left out: which module the C library's structures belong to depends on the order in which a build meets
// them, and a file that compiles in one build would be refused in the next.
for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
