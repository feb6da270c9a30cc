import DefaultsCore
import ToolSupport

/// Suggestions for names of missing domains and keys. They are looked up only after the name is known to be missing.
extension Session {
    /// Returns the error for a domain that does not exist.
    ///
    /// - Parameter readsValues: Whether the verb reads values, so that a key can follow the domain.
    func missing(_ domain: DomainArgument, readsValues: Bool = false) -> CommandError {
        let suggestion = (readsValues ? valueMeant(by: domain) : nil) ?? suggestion(for: domain)
        return advised(.domainDoesNotExist(domain.title), suggestion, missing: domain)
    }

    /// Returns an error with advice: a suggestion or, if the domain does not exist, an explanation of its name.
    func advised(_ error: CommandError, _ suggestion: String?, missing domain: DomainArgument) -> CommandError {
        let name = domain.operand
        let isUnexpanded = Message.unexpanded(name) != nil
        let isOfDesktop =
            streams.errorIsTerminal && suggestion == nil
            && Self.desktopPrefixes.contains(where: name.hasScalarPrefix)
        guard options.storage.hasFiles, !domain.domain.isPath, isUnexpanded || isOfDesktop,
            (try? store.contents(of: domain.domain).isEmpty) == true
        else { return error.suggesting(suggestion) }
        if isUnexpanded { return error.explaining(unexpanded: name) }
        return error.followed(
            by: "settings of GNOME are in dconf, which 'gsettings list-recursively \(shown: name)' prints")
    }

    /// The beginnings of names that are usually schemas of dconf.
    private static var desktopPrefixes: [String] { ["org.gnome.", "org.gtk.", "ca.desrt.dconf"] }

    /// Reports on a terminal that no domains were found, and where they are looked for.
    func reportEmptyStore() {
        guard options.storage.hasFiles else { return }
        let folder = options.host == .any ? folders.user : folders.hostFolder
        let notice = CommandError(.success, "there are no preferences in '\(shown: folder)'")
        reportOnTerminal(
            folders.isRoot
                ? notice : notice.followed(by: "settings of GNOME are in dconf, which 'gsettings' and 'dconf' read"))
    }

    /// Returns the domain and the key, or the option `--path` and the domain, that one name probably means: the words
    /// `com.example.Editor FontSize` for `com.example.Editor.FontSize`. Returns `nil` if there is no such value.
    func valueMeant(by domain: DomainArgument) -> String? {
        guard options.storage.hasFiles, case .named(let name) = domain.domain.name else { return nil }
        let parts = name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        for count in (1..<max(1, parts.count)).reversed() {
            let (text, key) = (parts[..<count].joined(separator: "."), PropertyListPath(Array(parts[count...])))
            guard let other = try? Domain(text, host: options.host), let contents = try? store.contents(of: other),
                contents[key] != nil
            else { continue }
            return key.components.count == 1 ? "\(text) \(parts[count])" : "\(Option.path.name) \(key) \(text)"
        }
        return nil
    }

    /// Returns whether a domain has a file, which may have no keys. Other storages have no files.
    func hasFile(of domain: DomainArgument) -> Bool {
        options.storage.hasFiles && InputFile.kind(of: folders.location(of: domain.domain)) != .missing
    }

    /// Returns the path of a file in the current folder that has the name of the domain. Returns `nil` if there is no
    /// such file, or if the domain has keys.
    func fileMeant(by domain: DomainArgument) -> String? {
        guard options.storage.hasFiles, let path = domain.pathInCurrentFolder(),
            let contents = try? store.contents(of: domain.domain), contents.isEmpty
        else { return nil }
        return path
    }

    /// Reports on standard error that the domain does not exist, if a file in the current folder has its name.
    func reportFileMeant(by domain: DomainArgument) {
        if let path = fileMeant(by: domain) { report(.domainDoesNotExist(domain.title).suggesting(path)) }
    }

    /// Returns the name that the user probably meant instead of a missing domain, or `nil` if there is none. A file in
    /// the current folder with the name of the domain takes precedence.
    ///
    /// The files of domains are not read. The names of domains in a keyring are not looked up.
    func suggestion(for domain: DomainArgument) -> String? {
        guard options.storage.hasFiles, domain.domain.name != .global else { return nil }
        if let path = domain.pathInCurrentFolder() { return path }
        guard let found = try? store.findAllDomains(Domain.Scope(host: options.host)) else { return nil }
        let names = found.domains.map(\.description) + ["NSGlobalDomain"]
        if domain.domain.isPath {
            return domain.nameOnMac.flatMap { name in names.first { $0.hasSameScalars(as: name) } }
        }
        let name = domain.domain.description
        return NameSuggestion.nearest(to: name, among: names) ?? NameSuggestion.withLastComponent(name, among: names)
    }

    /// Returns the existing key or path that the user probably meant, or `nil` if there is no suggestion.
    func suggestion(for key: KeyArgument, in contents: PropertyListDictionary) -> String? {
        guard options.storage.hasFiles else { return nil }
        return NameSuggestion.path(for: key, in: contents)
    }

    /// Returns the key or, if the domain does not exist, the domain that the user probably meant.
    func suggestion(for key: KeyArgument, in domain: DomainArgument) -> String? {
        // A stream cannot be read again.
        guard options.storage.hasFiles, InputFile.kind(of: folders.location(of: domain.domain)) != .stream,
            case .dictionary(let contents)? = (try? root(of: domain.domain)).map({ $0?.value ?? [:] })
        else { return nil }
        return contents.isEmpty ? suggestion(for: domain) : suggestion(for: key, in: contents)
    }
}

/// Finds names that are similar to a mistyped name.
private enum NameSuggestion {
    /// The maximum number of names to compare, and the maximum length of a name, in bytes. These limits bound the
    /// search time.
    private static let (count, length) = (200_000, 100)

    /// Returns the nearest name. Names of less than four bytes may differ only in case, because all short names are
    /// similar.
    static func nearest(to name: String, among names: some Sequence<String>) -> String? {
        guard name.utf8.count <= length else { return nil }
        let limit = name.utf8.count < 4 ? 0 : min(3, max(1, name.utf8.count / 4))
        let candidates = names.lazy.prefix(count).filter { $0.utf8.count <= length && !$0.hasSameScalars(as: name) }
        let nearest = Suggestion.nearest(to: name, among: candidates, within: limit)
        return nearest.flatMap { isPrintable($0) ? $0 : nil }
    }

    /// Returns the only name whose last component is the given text, in any case: `com.example.Editor` for `editor`.
    static func withLastComponent(_ text: String, among names: [String]) -> String? {
        let suffix = "." + text.lowercased()
        let found = names.prefix(count).filter { $0.utf8.count <= length && $0.lowercased().hasScalarSuffix(suffix) }
        return found.count == 1 && isPrintable(found[0]) ? found[0] : nil
    }

    /// Returns the key or path with its first missing component replaced by the nearest key. If the text of the key is
    /// an existing path, returns option `--path` and this path.
    static func path(for key: KeyArgument, in contents: PropertyListDictionary) -> String? {
        let components = key.path.components
        if components.count == 1, let path = pathWithColons(key.text), contents[path] != nil {
            return path.components.count == 1 ? path.components[0] : "\(Option.path.name) \(path)"
        }
        if components.count == 1, let path = PropertyListPath(parsing: key.text), path.components.count > 1,
            contents[path] != nil
        {
            return "\(Option.path.name) \(path)"
        }
        var container = contents
        for (index, component) in components.enumerated() {
            guard let value = container[component] else {
                guard let name = nearest(to: component, among: container.lazy.map(\.key)) else { return nil }
                var corrected = components
                corrected[index] = name
                let path = PropertyListPath(corrected)
                if components.count == 1 { return name }
                return contents[path] == nil ? nil : path.description
            }
            guard case .dictionary(let inner) = value else { return nil }
            container = inner
        }
        return nil
    }

    /// Returns the path that a text such as `:Window:Width` means in PlistBuddy, or `nil` if there are no colons.
    private static func pathWithColons(_ text: String) -> PropertyListPath? {
        let parts = text.unicodeScalars.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
        let components = parts.first?.isEmpty == true ? Array(parts.dropFirst()) : parts
        return parts.count > 1 && !components.contains(where: \.isEmpty) ? PropertyListPath(components) : nil
    }

    /// Returns whether a name has no control characters, so that the user can type it.
    private static func isPrintable(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }
}
