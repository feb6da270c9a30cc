/// The names of files that contain property lists or string catalogs.
package enum FileName {
    private static let propertyLists = [
        "plist", "strings", "stringsdict", "entitlements", "mobileconfig", "mobileprovision", "xcprivacy", "pbxproj",
        "loctable", "xcent", "tmLanguage", "tmTheme",
    ]

    /// Returns whether a path has the extension of a property list, which is not JSON.
    package static func isPropertyList(_ path: String) -> Bool {
        propertyLists.contains { path.hasScalarSuffix("." + $0) }
    }

    /// Returns whether a path has the extension of a property list or of a string catalog, which is JSON.
    static func isRecognized(_ path: String) -> Bool { isPropertyList(path) || path.hasScalarSuffix(".xcstrings") }
}
