public import Foundation

/// Foundation's `UserDefaults` with locked, atomic, merged and durable saving.
///
/// One line makes every use of `UserDefaults` in a module refer to this class:
///
/// ```swift
/// import SafeUserDefaults
///
/// typealias UserDefaults = SafeUserDefaults
/// ```
///
/// The files and the results are those of Foundation's class, except for the differences in
/// <doc:DifferencesFromFoundation>. Changes are saved within half a second, at the normal end of the program, and by
/// ``synchronize()``. They are merged with the changes of other programs by key.
///
/// A file that cannot be read is never overwritten. An object that a property list cannot hold is not stored. Errors go
/// to the ``errorHandler``. Changes that cannot be saved stay in memory, and saving is repeated.
///
/// The class overrides every member of Foundation's class, and does not use the storage of that class. The class can be
/// used from any thread. It is not `Sendable`, because Foundation's class is not.
open class SafeUserDefaults: UserDefaults {
    let suite: SuitePreferences
    private let volatileDomains = VolatileDomains()
    private let notifications: ChangeNotifications

    /// Creates the defaults of a suite in the files that Foundation uses.
    ///
    /// ```swift
    /// let shared = SafeUserDefaults(suiteName: "com.example.Office")
    /// let author = shared?.string(forKey: "Author")
    /// ```
    ///
    /// - Parameter suiteName: The name of the suite, or `nil` for the domain of ``standard``.
    /// - Returns: `nil` if the name is invalid: it is empty, contains a newline, begins with `~/`, or has an empty, `.`
    ///   or `..` component.
    public override init?(suiteName: String?) {
        guard let domain = suiteName.map({ SuiteName(text: $0).domain }) ?? .currentApplication else { return nil }
        suite = SuitePreferences(files: domain)
        notifications = ChangeNotifications()
        super.init(suiteName: nil)
    }

    /// Creates the defaults of a domain in a store, such as a temporary store in a test. The result is never `nil`.
    ///
    /// ```swift
    /// let store = try TemporaryStore()
    /// let defaults = SafeUserDefaults(domain: domain, store: store)
    /// defaults?.set(14, forKey: "FontSize")
    /// defaults?.synchronize()
    /// try expectState([domain: ["FontSize": 14]], in: store)
    /// ```
    public init?(domain: Domain, store: any DomainStore) {
        suite = SuitePreferences(domain, store: store)
        notifications = ChangeNotifications()
        super.init(suiteName: nil)
    }

    /// Creates the defaults of a domain. `notifications` posts their changes.
    init?(domain: Domain, store: any DomainStore, _ notifications: ChangeNotifications) {
        suite = SuitePreferences(domain, store: store)
        self.notifications = notifications
        super.init(suiteName: nil)
    }

    /// The defaults of this program. The name of the domain is the identifier of the main bundle. If there is none, the
    /// domain has the name of the program.
    ///
    /// ```swift
    /// let defaults = SafeUserDefaults.standard
    /// defaults.set(defaults.integer(forKey: "Runs") + 1, forKey: "Runs")
    /// ```
    open override class var standard: SafeUserDefaults {
        // The reference keeps the instance.
        standardReference.instance ?? SafeUserDefaults()
    }

    private static let standardReference = InstanceReference(to: SafeUserDefaults(), keeps: true)

    /// Does nothing, as in Foundation on Linux.
    open override class func resetStandardUserDefaults() {}

    // MARK: Values

    /// Returns the object of a key in the argument domain, the files of the search list or the registered defaults, in
    /// this order.
    open override func object(forKey defaultName: String) -> Any? {
        notifications.noteAccess(by: self, to: suite)
        if let object = volatileDomains[UserDefaults.argumentDomain]?[defaultName] { return object }
        if let value = suite.current.value(named: defaultName) {
            return FloatValues.object(for: value, of: defaultName) { suite.identity }
        }
        return RegisteredDefaults.object(of: defaultName)
    }

    /// Returns a string, a number as text, or a boolean as `1` or `0`. Returns `nil` for any other object.
    open override func string(forKey defaultName: String) -> String? {
        object(forKey: defaultName).flatMap(TypedAnswer.string)
    }

    /// Returns an array, or `nil` if the object is not an array.
    open override func array(forKey defaultName: String) -> [Any]? {
        object(forKey: defaultName) as? [Any]
    }

    /// Returns a dictionary, or `nil` if the object is not a dictionary.
    open override func dictionary(forKey defaultName: String) -> [String: Any]? {
        object(forKey: defaultName) as? [String: Any]
    }

    /// Returns data, or `nil` if the object is not data.
    open override func data(forKey defaultName: String) -> Data? {
        object(forKey: defaultName) as? Data
    }

    /// Returns an array of strings, or `nil` if the object is not an array of strings.
    ///
    /// ```swift
    /// var recent = defaults.stringArray(forKey: "Recent") ?? []
    /// recent.append("notes.txt")
    /// defaults.set(recent, forKey: "Recent")
    /// ```
    open override func stringArray(forKey defaultName: String) -> [String]? {
        object(forKey: defaultName) as? [String]
    }

    /// Returns a number, a boolean or a text as an integer. Returns 0 if the object cannot be converted.
    open override func integer(forKey defaultName: String) -> Int {
        object(forKey: defaultName).map(TypedAnswer.integer) ?? 0
    }

    /// Returns a number, a boolean or a text as the nearest `Float`. Returns 0 if the object cannot be converted.
    open override func float(forKey defaultName: String) -> Float {
        object(forKey: defaultName).map(TypedAnswer.float) ?? 0
    }

    /// Returns a number, a boolean or a text as a `Double`. Returns 0 if the object cannot be converted.
    open override func double(forKey defaultName: String) -> Double {
        object(forKey: defaultName).map(TypedAnswer.double) ?? 0
    }

    /// Returns a boolean, a number or a text as a boolean. Returns `false` if the object cannot be converted.
    open override func bool(forKey defaultName: String) -> Bool {
        object(forKey: defaultName).map(TypedAnswer.bool) ?? false
    }

    /// Returns a URL that this class or a typed key has stored, or the file URL of a path.
    open override func url(forKey defaultName: String) -> URL? {
        object(forKey: defaultName).flatMap(TypedAnswer.url)
    }

    /// Sets the object of a key in memory, or removes the object if `value` is `nil`.
    open override func set(_ value: Any?, forKey defaultName: String) {
        notifications.noteChange(by: self, to: suite) {
            let stored = try value.map { try PropertyListValue(storing: $0, as: defaultName) }
            try suite.current.set(stored, named: defaultName)
            if let value { FloatValues.note(value, as: stored, of: defaultName) { suite.identity } }
        }
    }

    /// Sets an integer.
    open override func set(_ value: Int, forKey defaultName: String) {
        set(value as Any?, forKey: defaultName)
    }

    /// Sets a `Float`. It is stored as a `Double` of the same value. In the next launch, ``object(forKey:)`` returns
    /// the `Double`.
    open override func set(_ value: Float, forKey defaultName: String) {
        set(value as Any?, forKey: defaultName)
    }

    /// Sets a `Double`.
    open override func set(_ value: Double, forKey defaultName: String) {
        set(value as Any?, forKey: defaultName)
    }

    /// Sets a boolean.
    open override func set(_ value: Bool, forKey defaultName: String) {
        set(value as Any?, forKey: defaultName)
    }

    /// Sets a URL. A file URL without host, query and fragment is stored as its path. Any other URL is stored as a
    /// keyed archive.
    open override func set(_ url: URL?, forKey defaultName: String) {
        set(url as Any?, forKey: defaultName)
    }

    /// Removes the value of a key from the instance's own domain.
    open override func removeObject(forKey defaultName: String) {
        notifications.noteChange(by: self, to: suite) { try suite.current.set(nil, named: defaultName) }
    }

    // MARK: Domains

    /// Adds defaults. A default is used if neither an argument nor a file has a value for its key. All instances of the
    /// process share them.
    ///
    /// ```swift
    /// defaults.register(defaults: ["TabWidth": 4])
    /// let width = defaults.integer(forKey: "TabWidth")  // 4, unless a value is stored
    /// ```
    open override func register(defaults registrationDictionary: [String: Any]) {
        RegisteredDefaults.add(registrationDictionary, onError: ErrorReports.report)
    }

    /// Adds a suite to the search list of this instance, after the instance's own domain. An invalid name is reported
    /// to the ``errorHandler``.
    ///
    /// ```swift
    /// defaults.addSuite(named: "com.example.Office")
    /// let author = defaults.string(forKey: "Author")  // of the domain, or else of the suite
    /// ```
    open override func addSuite(named suiteName: String) {
        guard let domain = SuiteName(text: suiteName).reportedDomain() else { return }
        if suite.changeSuites({ if !$0.contains(domain) { $0.append(domain) } }) { notifications.restart(with: suite) }
    }

    /// Removes a suite from the search list of this instance.
    open override func removeSuite(named suiteName: String) {
        guard let domain = SuiteName(text: suiteName).domain else { return }
        if suite.changeSuites({ $0.removeAll { $0 == domain } }) { notifications.restart(with: suite) }
    }

    /// Returns the registered defaults and the values of the instance's own domain. The values of the domain take
    /// precedence.
    open override func dictionaryRepresentation() -> [String: Any] {
        var contents = RegisteredDefaults.contents
        contents.merge((try? suite.current.contents) ?? [:])
        return contents.foundationObjects
    }

    /// The names of the domains that are never saved.
    open override var volatileDomainNames: [String] { volatileDomains.names }

    /// Returns the values of a domain that is never saved. If there is no such domain, the result is empty.
    open override func volatileDomain(forName domainName: String) -> [String: Any] {
        volatileDomains[domainName]?.objects ?? [:]
    }

    /// Adds values to a domain that is never saved. Of these domains, lookups use only the argument domain.
    open override func setVolatileDomain(_ domain: [String: Any], forName domainName: String) {
        volatileDomains.add(VolatileValues(domain, onError: ErrorReports.report), to: domainName)
    }

    /// Removes a domain that is never saved.
    open override func removeVolatileDomain(forName domainName: String) {
        volatileDomains.remove(domainName)
    }

    /// Returns the domain's own values, or `nil` if the name is invalid or the domain cannot be read.
    open override func persistentDomain(forName domainName: String) -> [String: Any]? {
        guard let domain = SuiteName(text: domainName).domain else { return nil }
        return try? suite.preferences(of: domain).contents.foundationObjects
    }

    /// Replaces the values of a domain in one atomic and durable step.
    ///
    /// If the name is invalid or a property list cannot hold one of the values, nothing is changed, and the error goes
    /// to the ``errorHandler``.
    ///
    /// ```swift
    /// defaults.setPersistentDomain(["FontSize": 14], forName: "com.example.Editor")  // removes all other values
    /// ```
    open override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
        guard let target = SuiteName(text: domainName).reportedDomain() else { return }
        notifications.noteChange(by: self, to: suite) { try suite.replaceContents(of: target, with: domain) }
    }

    /// Removes all values of a domain in one atomic and durable step.
    open override func removePersistentDomain(forName domainName: String) {
        setPersistentDomain([:], forName: domainName)
    }

    /// Saves all changes durably, and reads the changes of others.
    ///
    /// ```swift
    /// defaults.set(14, forKey: "FontSize")
    /// defaults.synchronize()  // saves now, not within half a second
    /// ```
    ///
    /// - Returns: Whether it succeeded. The error goes to the ``errorHandler``.
    @discardableResult
    open override func synchronize() -> Bool {
        do {
            try suite.current.synchronize()
            return true
        } catch {
            ErrorReports.report(error)
            return false
        }
    }

    /// Returns `false`: nothing forces a value on Linux.
    open override func objectIsForced(forKey key: String) -> Bool { false }

    /// Returns `false`: nothing forces a value on Linux.
    open override func objectIsForced(forKey key: String, inDomain domain: String) -> Bool { false }
}
