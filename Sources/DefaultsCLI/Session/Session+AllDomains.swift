import DefaultsCore
import DefaultsState
import ToolSupport

/// The contents of many domains, and the errors of domains that cannot be read.
struct DomainsReading {
    /// The domains that have keys, in the order in which they were found.
    fileprivate(set) var domains: [(domain: Domain, contents: PropertyListDictionary)] = []
    /// The domains that cannot be read.
    fileprivate(set) var failed: [Domain] = []
    /// Whether there are entries that could be domains, but cannot be read.
    fileprivate(set) var hasObstacles = false
    /// The errors of domains and entries that cannot be read, and of domains whose values have substitutes.
    fileprivate(set) var errors: [CommandError] = []
    /// The folder whose subfolders were not searched, or `nil` if all subfolders were searched.
    fileprivate(set) var unsearchedFolder: String?

    /// Adds the domains and errors of another reading.
    mutating func add(_ other: DomainsReading) {
        domains += other.domains
        failed += other.failed
        hasObstacles = hasObstacles || other.hasObstacles
        errors += other.errors
        unsearchedFolder = unsearchedFolder ?? other.unsearchedFolder
    }
}

extension [CommandError] {
    /// The common status of the errors, or 65 if their statuses differ. `nil` if there are no errors.
    var status: ExitStatus? {
        guard let first = first?.status else { return nil }
        return allSatisfy { $0.status == first } ? first : .invalidData
    }
}

/// Functions for verbs that read many domains.
extension Session {
    /// The domains that the options choose.
    var scope: Domain.Scope { Domain.Scope(host: options.namesHost ? options.host : nil, matching: options.domains) }

    /// Reads the domains in a scope. An error for a domain does not stop the reading.
    ///
    /// An exact reading contains the domains as they were at one moment. Other readings do not wait for updates in
    /// progress.
    ///
    /// - Parameters:
    ///   - scope: The domains.
    ///   - folder: The folder of the domains. Defaults to the folder of the session.
    ///   - isExact: Whether a value that cannot be represented is an error of its domain.
    func readDomains(
        in scope: Domain.Scope, ofFolder folder: String? = nil, isExact: Bool = true
    ) throws(CommandError) -> DomainsReading {
        let store = folder.map { storeOfDomains(inFolder: $0) } ?? store
        let readings = try CommandError.mapping(
            isExact ? try store.readAllDomains(scope) : try store.readEachDomain(scope))
        var reading = DomainsReading()
        reading.errors = readings.obstacles.map(CommandError.init(obstacle:))
        reading.hasObstacles = !readings.obstacles.isEmpty
        reading.unsearchedFolder = readings.unsearchedFolder
        for (domain, result) in zip(readings.domains, readings.snapshots) {
            do throws(PreferencesError) {
                let snapshot = try result.get()
                if isExact { _ = try snapshot.exactContents(of: domain) }
                if !snapshot.contents.isEmpty { reading.domains.append((domain, snapshot.contents)) }
                guard !snapshot.substitutions.isEmpty else { continue }
                let title = title(of: domain, in: scope)
                reading.errors.append(.shownWithSubstitutions(domain: title, snapshot.substitutions))
            } catch {
                reading.errors.append(.preferences(error))
                reading.failed.append(domain)
            }
        }
        return reading
    }

    /// The advice for verbs that have the option `--domains`.
    static let domainsAdvice = "; choose them with '--domains' or use '--root'"

    /// Reports on standard error that the subfolders of a folder were not searched. If the folder is `nil`, does
    /// nothing. Does not change the exit status.
    ///
    /// - Parameter advice: A clause that says how to include the subfolders.
    func reportUnsearchedFolder(_ folder: String?, advice: String = Self.domainsAdvice) {
        guard let folder else { return }
        report(CommandError(.success, "subfolders of '\(shown: folder)' are left out\(shown: advice)"))
    }

    /// Reads the domains in a scope for output that omits unreadable domains. Reports errors on standard error.
    ///
    /// - Parameters:
    ///   - scope: The domains.
    ///   - reportsUnsearched: Whether to report that subfolders were not searched.
    /// - Returns: The titles and contents of the domains, and the exit status of the command.
    /// - Throws: An error if the search fails. Also an error if a pattern of the options matches no domain, unless
    ///   there are entries that cannot be read.
    func allDomains(
        in scope: Domain.Scope, reportsUnsearched: Bool = false
    ) throws(CommandError) -> (
        domains: [(domain: Domain, title: String, contents: PropertyListDictionary)], status: ExitStatus
    ) {
        let reading = try readDomains(in: scope, isExact: false)
        for error in reading.errors { report(error) }
        if reportsUnsearched { reportUnsearchedFolder(reading.unsearchedFolder) }
        if !reading.hasObstacles { try requireMatches(reading.domains.map(\.domain) + reading.failed) }
        let domains = reading.domains.map { ($0.domain, title(of: $0.domain, in: scope), $0.contents) }
        return (domains, reading.errors.isEmpty ? .success : .invalidData)
    }

    /// Reports all errors except the last one, which it throws. If there are no errors, does nothing.
    ///
    /// - Throws: The last error, with the status of all of them.
    func require(none errors: [CommandError]) throws(CommandError) {
        guard let last = errors.last else { return }
        for error in errors.dropLast() { report(error) }
        throw CommandError(errors.status ?? last.status, last.sentence)
    }

    /// Returns the contents of all domains in a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - scope: The domains.
    ///   - advice: A clause for the report about subfolders that were not searched.
    /// - Throws: An error if any domain cannot be read. If the folder is a root, also an error if any domain has a path
    ///   instead of a name.
    func contentsOfAllDomains(
        inRoot folder: String, _ scope: Domain.Scope = .all, advice: String = ""
    ) throws(CommandError) -> [(domain: Domain, contents: PropertyListDictionary)] {
        let reading = try readDomains(in: scope, ofFolder: folder)
        try require(none: reading.errors)
        if !isBase(folder) { try requireNames(of: reading) }
        reportUnsearchedFolder(reading.unsearchedFolder, advice: advice)
        return reading.domains
    }

    /// Throws an error if a domain pattern of the options matches no domain. Such a pattern is most likely mistyped.
    func requireMatches(_ domains: [Domain], status: ExitStatus = .negative) throws(CommandError) {
        for pattern in options.domains where !domains.contains(where: pattern.matches) {
            throw CommandError(status, "No domain matches '\(shown: pattern.text)'; correct or omit '--domains'")
        }
    }

    /// Throws an error if a key pattern of the options matches no key. Such a pattern is most likely mistyped.
    func requireMatches(_ roots: [PropertyListValue], status: ExitStatus = .negative) throws(CommandError) {
        guard let pattern = keyFilter.unmatched(in: roots) else { return }
        throw CommandError(status, "No key matches '\(shown: pattern.text)'; correct or omit '--only'")
    }

    /// The keys that the options choose.
    var keyFilter: PropertyListDifferenceFilter {
        PropertyListDifferenceFilter(only: options.comparedPaths, ignoring: options.ignoredPaths)
    }

    /// Throws an error if a domain has a path instead of a name. In a state document, the path would lead to
    /// another root.
    func requireNames(of reading: DomainsReading) throws(CommandError) {
        for case .path(let path) in reading.domains.map(\.domain.name) {
            // No name refers to a file such as `x.plist.plist`, because `x.plist` is the domain `x`.
            throw CommandError(.invalidData, "'\(shown: path)' is a domain without a name; rename the file")
        }
    }

    /// Returns the store of the domains in a folder. A folder other than the user's base folder is used as a root.
    func storeOfDomains(inFolder folder: String) -> any DomainStore {
        isBase(folder) ? store : storeInRoot(folder)
    }

    /// Returns the domain folders for a folder. A folder other than the user's base folder is used as a root.
    func foldersOfDomains(inFolder folder: String) -> DomainFolders {
        isBase(folder) ? folders : folders.inRoot(folder)
    }

    private func isBase(_ folder: String) -> Bool { !folders.isRoot && folders.isBase(folder) }

    /// Returns the title of a domain in a list. If all domains have the same host, the title does not contain it.
    private func title(of domain: Domain, in scope: Domain.Scope) -> String {
        guard scope.host != nil || domain.host == .any else { return domain.spelling }
        return domain.name == .global ? "Apple Global Domain" : domain.description
    }
}
