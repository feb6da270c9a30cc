// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "defaults",
    products: [
        .executable(name: "defaults", targets: ["defaults"]),
        .library(name: "DefaultsPreferences", targets: ["DefaultsPreferences"]),
        .library(name: "DefaultsKeyring", targets: ["DefaultsKeyring"]),
        .library(name: "DefaultsCore", targets: ["DefaultsCore"]),
        .library(name: "DefaultsSchemas", targets: ["DefaultsSchemas", "SettingsCommand"]),
        .library(name: "SafeUserDefaults", targets: ["SafeUserDefaults"]),
        .library(name: "PropertyList", targets: ["PropertyList"]),
        .library(name: "DefaultsTesting", targets: ["DefaultsTesting"]),
    ],
    targets: [
        .target(name: "PropertyList"),
        // Functions of the C library that the Glibc module does not declare.
        .target(name: "CDefaults"),
        .target(name: "DefaultsCore", dependencies: ["CDefaults", "PropertyList"]),
        .target(name: "DefaultsPreferences", dependencies: ["DefaultsCore", "PropertyList"]),
        // What tests expect of domains, and what the commands apply and record.
        .target(name: "DefaultsState", dependencies: ["DefaultsCore", "PropertyList"]),
        .target(name: "DefaultsKeyring", dependencies: ["DefaultsCore", "PropertyList"]),
        // Foundation's UserDefaults with safe saving. Uses only public API.
        .target(
            name: "SafeUserDefaults", dependencies: ["DefaultsCore", "DefaultsPreferences", "PropertyList"],
            packageAccess: false),
        // Keys with their descriptions, and what is made from them.
        .target(name: "DefaultsSchemas", dependencies: ["DefaultsCore", "DefaultsPreferences", "PropertyList"]),
        // What the commands need.
        .target(
            name: "ToolSupport", dependencies: ["DefaultsCore", "DefaultsSchemas", "DefaultsState", "PropertyList"]),
        // A command for the settings of any program.
        .target(
            name: "SettingsCommand",
            dependencies: ["DefaultsCore", "DefaultsPreferences", "DefaultsSchemas", "PropertyList", "ToolSupport"]),
        .target(name: "PlistBuddy", dependencies: ["DefaultsCore", "DefaultsState", "PropertyList", "ToolSupport"]),
        .target(
            name: "DefaultsCLI",
            dependencies: [
                "DefaultsCore", "DefaultsKeyring", "DefaultsPreferences", "DefaultsSchemas",
                "DefaultsState", "PropertyList", "ToolSupport",
            ]),
        // Runs before the Swift runtime starts.
        .target(name: "CStart"),
        .executableTarget(
            name: "defaults", dependencies: ["CStart", "DefaultsCLI", "DefaultsCore", "PlistBuddy", "ToolSupport"]),
        .target(
            name: "DefaultsTesting",
            dependencies: [
                "DefaultsCore", "DefaultsPreferences", "DefaultsSchemas", "DefaultsState",
                "PropertyList",
            ]),

        // Shared by the tests of every module: the extent of a test, for every change or at night, random values,
        // invalid property lists, values that Foundation has read, programs, surroundings, and waiting for programs.
        .target(name: "TestExtent", dependencies: ["PropertyList"], path: "Tests/TestExtent"),
        .testTarget(
            name: "PropertyListTests", dependencies: ["PropertyList", "TestExtent"], exclude: ["Fixtures"]),
        .testTarget(
            name: "DefaultsCoreTests",
            dependencies: [
                "DefaultsCore", "DefaultsPreferences", "DefaultsState", "DefaultsTesting",
                "PreferencesProbe", "PropertyList", "TestExtent", "TestStores", "TestSupport",
            ]),
        .testTarget(
            name: "DefaultsPreferencesTests",
            dependencies: [
                "DefaultsCore", "DefaultsPreferences", "DefaultsTesting", "PreferencesProbe",
                "PropertyList", "TestExtent", "TestStores", "TestSupport",
            ]),
        .testTarget(
            name: "DefaultsMigrationTests",
            dependencies: [
                "DefaultsCore", "DefaultsPreferences", "DefaultsTesting", "PropertyList",
                "TestExtent", "TestStores", "TestSupport",
            ]),
        .testTarget(
            name: "DefaultsStateTests",
            dependencies: [
                "DefaultsCore", "DefaultsPreferences", "DefaultsState", "DefaultsTesting",
                "PropertyList", "TestExtent", "TestStores", "TestSupport",
            ],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "DefaultsSchemasTests",
            dependencies: [
                "DefaultsCore", "DefaultsPreferences", "DefaultsSchemas", "DefaultsTesting", "PropertyList",
                "TestExtent",
            ],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "SettingsCommandTests",
            dependencies: [
                "DefaultsCore", "DefaultsPreferences", "DefaultsSchemas", "DefaultsTesting", "PropertyList",
                "SettingsCommand", "TestExtent", "TestStores", "ToolSupport",
            ]),
        .testTarget(
            name: "DefaultsKeyringTests",
            dependencies: [
                "DefaultsCore", "DefaultsKeyring", "DefaultsPreferences", "DefaultsTesting", "PropertyList",
                "TestExtent", "TestSupport",
            ]),
        .testTarget(
            name: "DefaultsObjectsTests",
            dependencies: [
                "DefaultsCore", "DefaultsKeyring", "DefaultsPreferences", "DefaultsTesting", "PropertyList",
                "PreferencesProbe", "TestExtent", "TestStores", "TestSupport",
            ]),
        // A store that fails, or calls closures, when a test needs it.
        .target(name: "TestStores", dependencies: ["DefaultsCore"], path: "Tests/TestStores"),
        // The temporary folders and the second process of the tests of both libraries.
        .target(
            name: "TestSupport",
            dependencies: ["DefaultsCore", "DefaultsPreferences", "DefaultsTesting", "PropertyList", "TestExtent"],
            path: "Tests/TestSupport"),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "DefaultsCore", "DefaultsKeyring", "DefaultsPreferences", "DefaultsTesting", "PropertyList",
                "SafeUserDefaults", "TestExtent",
            ],
            exclude: ["Examples"], plugins: ["DocumentationPlugin"]),
        // Extracts the code of the documentation for its tests. No product depends on it.
        .plugin(
            name: "DocumentationPlugin", capability: .buildTool(), dependencies: ["DocumentationCode"],
            path: "Tests/DocumentationPlugin"),
        .executableTarget(name: "DocumentationCode", path: "Tests/DocumentationCode"),
        .testTarget(
            name: "SafeUserDefaultsTests",
            dependencies: [
                "DefaultsCore", "DefaultsPreferences", "DefaultsTesting", "PropertyList", "SafeUserDefaults",
                "SafeUserDefaultsProbe",
                "TestExtent", "TestSupport",
            ]),
        // A program that uses Foundation's class beside ours, for tests that compare them.
        .executableTarget(
            name: "SafeUserDefaultsProbe",
            dependencies: ["DefaultsCore", "DefaultsPreferences", "SafeUserDefaults", "TestExtent"],
            path: "Tests/SafeUserDefaultsProbe"),
        // The code of the article about concurrency, whose declarations belong to the main actor by default.
        .testTarget(name: "MainActorTests", dependencies: ["DefaultsCore", "DefaultsPreferences", "DefaultsTesting"]),
        // A program that stores its preferences with this library, for tests with two processes and for benchmarks.
        .executableTarget(
            name: "PreferencesProbe",
            dependencies: ["DefaultsCore", "DefaultsPreferences", "PropertyList"], path: "Tests/PreferencesProbe"),
        .testTarget(
            name: "DefaultsCLITests",
            dependencies: [
                "DefaultsCLI", "DefaultsCore", "DefaultsKeyring", "DefaultsPreferences",
                "DefaultsSchemas", "DefaultsState", "PlistBuddy", "PropertyList", "TestExtent", "TestStores",
                "TestSupport", "ToolSupport",
            ]),
        .testTarget(
            name: "PlistBuddyTests", dependencies: ["DefaultsCore", "PlistBuddy", "PropertyList", "ToolSupport"]),
        .testTarget(
            name: "EndToEndTests", dependencies: ["PropertyList", "TestExtent", "UserDefaultsProbe"],
            exclude: ["Fixtures"]),
        // A program that stores its preferences with Foundation's UserDefaults, for tests next to the command.
        .executableTarget(name: "UserDefaultsProbe", path: "Tests/UserDefaultsProbe"),
    ],
    swiftLanguageModes: [.v6]
)

// The package manager compiles a plugin and its tool before it builds any product, unless no target uses the plugin.
if Context.environment["DEFAULTS_TESTS"] == "none" {
    package.targets.removeAll { $0.name.hasPrefix("Documentation") }
}

// MemberImportVisibility is not enabled: the module that a structure of the C library belongs to depends on the order
// in which a build loads modules, so a file that compiles in one build would fail in the next.
for target in package.targets where target.type != .plugin {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
for target in package.targets where target.name == "MainActorTests" {
    target.swiftSettings?.append(.defaultIsolation(MainActor.self))
}
// Warnings are errors in debug builds of this package by itself. A newer compiler has other warnings, which must not
// prevent anyone from building the command, or a package that depends on this one. Tests have no information for
// debuggers, which would be a tenth of their compilation; `-Xswiftc -Xfrontend -Xswiftc -g` adds it. They are compiled
// in few batches, because each batch of files expands the macros of all suites in the module.
if Context.environment["PWD"] == Context.packageDirectory {
    for target in package.targets where target.type != .plugin {
        target.swiftSettings?.append(.treatAllWarnings(as: .error, .when(configuration: .debug)))
        if target.type == .test || target.path?.hasPrefix("Tests/") == true {
            target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-gnone", "-driver-batch-size-limit", "200"]))
        }
    }
}
