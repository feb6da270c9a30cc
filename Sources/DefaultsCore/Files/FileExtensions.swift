extension String {
    private static let propertyListExtensions = [
        "plist", "strings", "stringsdict", "entitlements", "mobileconfig", "mobileprovision", "xcprivacy", "pbxproj",
        "loctable", "xcent", "tmLanguage", "tmTheme",
    ]

    /// Whether a path has the extension of a property list, which is not JSON.
    package var hasPropertyListExtension: Bool { Self.propertyListExtensions.contains { hasScalarSuffix("." + $0) } }

    /// Whether a path has the extension of a property list or of a string catalog, which is JSON.
    var hasRecognizedExtension: Bool { hasPropertyListExtension || hasScalarSuffix(".xcstrings") }
}
