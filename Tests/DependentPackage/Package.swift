// swift-tools-version: 6.2

import PackageDescription

// A package that depends on this one as others do. It is built and run by the tests.
let package = Package(
    name: "Dependent",
    dependencies: [.package(name: "defaults", path: "../..")],
    targets: [
        .executableTarget(
            name: "Dependent",
            dependencies: [
                .product(name: "DefaultsCore", package: "defaults"),
                .product(name: "DefaultsTesting", package: "defaults"),
                .product(name: "PropertyList", package: "defaults"),
            ])
    ]
)
