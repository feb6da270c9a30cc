import DefaultsCore
import Foundation
import PropertyList

extension Migration.Record {
    /// Creates a record from its stored form.
    ///
    /// - Throws: `MigrationError.Code.damagedRecord` if the value is not a record, or
    ///   `MigrationError.Code.newerRecord` if its form is not known.
    init(_ value: PropertyListValue, identifier: String, target: Domain) throws(MigrationError) {
        guard !Self.isNewer(value) else { throw MigrationError(.newerRecord(identifier, target: target)) }
        do {
            let stored = try PropertyListValueDecoder().decode(StoredRecord.self, from: value)
            self.init(identifier: identifier, date: stored.date, state: stored.state, steps: try stored.steps(target))
        } catch {
            throw MigrationError(.damagedRecord(identifier, target: target))
        }
    }

    /// Returns whether only a newer version understands a stored record. Records of this version have no schema number.
    static func isNewer(_ value: PropertyListValue) -> Bool { value.member("Schema") != nil }

    /// Returns the stored form of the record.
    func value(target: Domain) throws -> PropertyListValue {
        try PropertyListValueEncoder().encode(StoredRecord(self, target: target))
    }
}

/// The stored form of a record.
///
/// Writing the record takes most of the time of a migration. To save time, steps with the same action and source are
/// stored as one group, and dictionaries and lists of unbounded size have the type `PropertyListValue`, which is
/// encoded as it is. The keys of the dictionaries are paths.
private struct StoredRecord: Codable {
    let date: Date
    let state: Migration.Record.State
    let groups: [StoredSteps]
    /// The original values by new path.
    let originals: PropertyListValue?
    /// The displaced values by new path.
    let displaced: PropertyListValue?
    /// The depths of created dictionaries by new path.
    let created: PropertyListValue?

    enum CodingKeys: String, CodingKey {
        case date = "Date"
        case state = "State"
        case groups = "Steps"
        case originals = "Originals"
        case displaced = "Displaced"
        case created = "Made"
    }

    init(_ record: Migration.Record, target: Domain) {
        date = record.date
        state = record.state
        groups = Self.groups(of: record.steps).map { StoredSteps($0, target: target) }
        originals = Self.byNewPath(record.steps) { $0.action == .delete ? nil : $0.original }
        displaced = Self.byNewPath(record.steps, \.displaced)
        created = Self.byNewPath(record.steps) { $0.createdDepth.map { .integer(PropertyListInteger(Int64($0))) } }
    }

    private static func groups(of steps: [Migration.Record.Step]) -> [[Migration.Record.Step]] {
        var groups: [[Migration.Record.Step]] = []
        var indices: [StepOrigin: Int] = [:]
        for step in steps {
            let origin = StepOrigin(action: step.action, source: step.source)
            if let index = indices[origin] {
                groups[index].append(step)
            } else {
                indices[origin] = groups.count
                groups.append([step])
            }
        }
        return groups
    }

    private static func byNewPath(
        _ steps: [Migration.Record.Step], _ value: (Migration.Record.Step) -> PropertyListValue?
    ) -> PropertyListValue? {
        let pairs = steps.compactMap { step in value(step).map { (step.new?.description ?? "", $0) } }
        return pairs.isEmpty ? nil : .dictionary(PropertyListDictionary(pairs))
    }

    func steps(_ target: Domain) throws -> [Migration.Record.Step] {
        var steps = try groups.flatMap { try $0.steps(target) }
        guard originals != nil || displaced != nil || created != nil else { return steps }
        for index in steps.indices {
            guard let name = steps[index].new?.description else { continue }
            steps[index].original = originals?.member(name)
            steps[index].displaced = displaced?.member(name)
            if case .integer(let depth) = created?.member(name) { steps[index].createdDepth = depth.exactly() }
        }
        return steps
    }
}

/// The action and the source of all steps of a group.
private struct StepOrigin: Hashable {
    let action: MigrationStep.Action
    let source: Domain
}

/// The stored form of steps with the same action and source.
private struct StoredSteps: Codable {
    let action: MigrationStep.Action
    /// The name of the source, or `nil` if it is the target.
    var domain: String?
    var isCurrentHost: Bool?
    var host: String?
    var isAnyUser: Bool?
    /// The paths as texts `new=old`; see ``StepPaths``.
    var paths: PropertyListValue?
    /// The digests of the new values in the order of the paths, eight bytes each. A migration without digests cannot be
    /// rolled back.
    var digests: Data?
    /// The deleted values by old path.
    var deleted: PropertyListValue?

    enum CodingKeys: String, CodingKey {
        case action = "Action"
        case domain = "Domain"
        case isCurrentHost = "CurrentHost"
        case host = "Host"
        case isAnyUser = "AnyUser"
        case paths = "Keys"
        case digests = "Digests"
        case deleted = "Values"
    }

    init(_ steps: [Migration.Record.Step], target: Domain) {
        action = steps[0].action
        let source = steps[0].source
        if source != target {
            domain = source.description
            switch source.host {
            case .any: break
            case .current: isCurrentHost = true
            case .named(let name): host = name
            }
            if source.user == .any { isAnyUser = true }
        }
        if action == .delete {
            let values = steps.compactMap { step in step.original.map { (step.old?.description ?? "", $0) } }
            deleted = .dictionary(PropertyListDictionary(values))
        } else {
            paths = .array(steps.map { .string(StepPaths.text(new: $0.new, old: $0.old)) })
            digests = Self.data(of: steps.map(\.digest))
        }
    }

    func steps(_ target: Domain) throws -> [Migration.Record.Step] {
        guard action != .update else { throw InvalidRecord() }
        let source = try source ?? target
        if action == .delete {
            guard case .dictionary(let deleted) = deleted else { throw InvalidRecord() }
            return try deleted.map { path, value in
                Migration.Record.Step(action: action, source: source, old: try StepPaths.path(path), original: value)
            }
        }
        guard case .array(let paths) = paths else { throw InvalidRecord() }
        let digests = try digests.map { try Self.digests(in: $0, count: paths.count) }
        return try paths.enumerated().map { index, text in
            guard case .string(let text) = text else { throw InvalidRecord() }
            let paths = try StepPaths.paths(in: text)
            guard (paths.old == nil) == (action == .setDefault) else { throw InvalidRecord() }
            return Migration.Record.Step(
                action: action, source: source, old: paths.old, new: paths.new, digest: digests?[index])
        }
    }

    private var source: Domain? {
        get throws {
            guard let domain else { return nil }
            let host: Domain.Host = isCurrentHost == true ? .current : host.map { .named($0) } ?? .any
            return try Domain(domain, user: isAnyUser == true ? .any : .current, host: host)
        }
    }

    private static func data(of digests: [ValueDigest?]) -> Data? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 * digests.count)
        for digest in digests {
            guard let digest else { return nil }
            withUnsafeBytes(of: digest.bits.bigEndian) { bytes.append(contentsOf: $0) }
        }
        return Data(bytes)
    }

    private static func digests(in data: Data, count: Int) throws -> [ValueDigest] {
        guard data.count == 8 * count else { throw InvalidRecord() }
        let bytes = Array(data)
        return (0..<count).map { index in
            ValueDigest(bits: bytes[8 * index..<8 * index + 8].reduce(0) { $0 << 8 | UInt64($1) })
        }
    }
}

/// The text of the paths of a step: `new=old`, or `new` alone. An equals sign in the new path is escaped by a
/// backslash.
private enum StepPaths {
    static func text(new: PropertyListPath?, old: PropertyListPath?) -> String {
        let text = (new?.description ?? "").escaping { $0 == UInt8(ascii: "=") }
        guard let old else { return text }
        return text + "=" + old.description
    }

    static func paths(in text: String) throws -> (new: PropertyListPath, old: PropertyListPath?) {
        let bytes = Array(text.utf8)
        var isEscaped = false
        let separator = bytes.firstIndex { byte in
            defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
            return byte == UInt8(ascii: "=") && !isEscaped
        }
        var new: [UInt8] = []
        for byte in bytes[..<(separator ?? bytes.endIndex)] {
            if byte == UInt8(ascii: "=") { new.removeLast() }
            new.append(byte)
        }
        let old = separator.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
        return (try path(String(decoding: new, as: UTF8.self)), try old.map(path))
    }

    static func path(_ text: String) throws -> PropertyListPath {
        guard let path = PropertyListPath(parsing: text) else { throw InvalidRecord() }
        return path
    }
}

private struct InvalidRecord: Error {}

extension PropertyListValue {
    fileprivate func member(_ key: String) -> PropertyListValue? {
        if case .dictionary(let dictionary) = self { dictionary[key] } else { nil }
    }
}
