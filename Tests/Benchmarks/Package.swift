// swift-tools-version: 6.2

import PackageDescription

// The programs that Scripts/benchmark runs. They use the library as other packages do.
let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "defaults", path: "../..")],
    targets: [
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                .product(name: "DefaultsCore", package: "defaults"),
                .product(name: "DefaultsPreferences", package: "defaults"),
                .product(name: "PropertyList", package: "defaults"),
                .product(name: "SafeUserDefaults", package: "defaults"),
            ]),
        .executableTarget(
            name: "ReadOne", dependencies: [.product(name: "SafeUserDefaults", package: "defaults")]),
        .executableTarget(name: "WholeRead"),
    ]
)
