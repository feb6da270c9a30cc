// swift-tools-version: 6.2

import PackageDescription

// A package that depends on this one as others do. It is built and run by the tests.
let package = Package(
    name: "Dependent",
    dependencies: [.package(name: "defaults", path: "../..")],
    // Programs as adopters write them, those of the articles and the tutorial, and one that uses the rest. No line of
    // theirs may give a warning.
    targets: [
        "Dependent", "Editor", "TokenService", "NotesStore", "Reader", "Newcomer", "Script", "Watcher", "TutorialFirst",
        "Tutorial", "TutorialFollow",
    ].map { name in
        .executableTarget(
            name: name,
            dependencies: [
                "DefaultsCore", "DefaultsKeyring", "DefaultsPreferences",
                "DefaultsTesting", "PropertyList", "SafeUserDefaults",
            ].map { product in
                .product(name: product, package: "defaults")
            }, swiftSettings: [.treatAllWarnings(as: .error)])
    }
)
