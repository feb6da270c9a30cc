/// Identifiers of stored objects.
public enum StoredObjectIdentifier {
    /// The default identifier: `StoredObject`.
    public static let standard = "StoredObject"
    /// The identifier of the shared object of SDUserDefaults.
    public static let sdUserManager = "SD_USER_MANAGER"
    /// The identifier of the shared object of SDUserDefaults in the keychain.
    public static let sdKeychainUserManager = "SD_KEY_CHAIN_USER_MANAGER"
}
