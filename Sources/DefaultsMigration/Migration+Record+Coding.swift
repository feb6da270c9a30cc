import DefaultsCore
import Foundation
import PropertyList

/// The stored form of a record.
///
/// Writing the record takes most of the time of a migration. To save time, steps with the same action and source are
/// stored as one group. The keys of dictionaries are paths.
extension Migration.Record {
    /// Creates a record from its stored form.
    ///
    /// - Throws: `MigrationError.Code.damagedRecord` if the value is not a record, or
    ///   `MigrationError.Code.newerRecord` if its form is not known.
    init(_ value: PropertyListValue, identifier: String, target: Domain) throws(MigrationError) {
        guard !Self.isNewer(value) else { throw MigrationError.newerRecord(identifier, target: target) }
        guard case .dictionary(let stored) = value, case .date(let date)? = stored["Date"],
            case .string(let word)? = stored["State"], let state = State(rawValue: word),
            case .array(let groups)? = stored["Steps"], var steps = Self.steps(in: groups, target: target)
        else { throw MigrationError.damagedRecord(identifier, target: target) }
        let (originals, displaced, created) = (stored["Originals"], stored["Displaced"], stored["Made"])
        for index in steps.indices where originals != nil || displaced != nil || created != nil {
            guard let name = steps[index].new?.description else { continue }
            steps[index].original = originals?.member(name)
            steps[index].displaced = displaced?.member(name)
            if case .integer(let depth)? = created?.member(name) { steps[index].createdDepth = depth.exactly() }
        }
        self.init(identifier: identifier, date: date, state: state, steps: steps)
    }

    /// Returns whether only a newer version understands a stored record. Records of this version have no schema number.
    static func isNewer(_ value: PropertyListValue) -> Bool { value.member("Schema") != nil }

    /// Returns the stored form of the record.
    func value(target: Domain) -> PropertyListValue {
        var groups: [[Step]] = []
        for step in steps {
            if let index = groups.firstIndex(where: { $0[0].action == step.action && $0[0].source == step.source }) {
                groups[index].append(step)
            } else {
                groups.append([step])
            }
        }
        var stored: PropertyListDictionary = [
            "Date": .date(date), "State": .string(state.rawValue),
            "Steps": .array(groups.map { .dictionary(Self.group($0, target: target)) }),
        ]
        stored["Originals"] = byNewPath { $0.action == .delete ? nil : $0.original }
        stored["Displaced"] = byNewPath(\.displaced)
        stored["Made"] = byNewPath { $0.createdDepth.map { .integer(PropertyListInteger(Int64($0))) } }
        return .dictionary(stored)
    }

    private func byNewPath(_ value: (Step) -> PropertyListValue?) -> PropertyListValue? {
        let pairs = steps.compactMap { step in value(step).map { (step.new?.description ?? "", $0) } }
        return pairs.isEmpty ? nil : .dictionary(PropertyListDictionary(pairs))
    }

    /// Returns the stored form of steps with the same action and source.
    private static func group(_ steps: [Step], target: Domain) -> PropertyListDictionary {
        let (action, source) = (steps[0].action, steps[0].source)
        var group: PropertyListDictionary = ["Action": .string(action.rawValue)]
        if source != target {
            group["Domain"] = .string(source.description)
            switch source.host {
            case .any: break
            case .current: group["CurrentHost"] = true
            case .named(let name): group["Host"] = .string(name)
            }
            if source.user == .any { group["AnyUser"] = true }
        }
        guard action != .delete else {
            let values = steps.compactMap { step in step.original.map { (step.old?.description ?? "", $0) } }
            group["Values"] = .dictionary(PropertyListDictionary(values))
            return group
        }
        group["Keys"] = .array(steps.map { .string(StepPaths.text(new: $0.new, old: $0.old)) })
        let digests = steps.compactMap(\.digest)
        guard digests.count == steps.count else { return group }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 * digests.count)
        for digest in digests { withUnsafeBytes(of: digest.bits.bigEndian) { bytes.append(contentsOf: $0) } }
        group["Digests"] = .data(Data(bytes))
        return group
    }

    /// Returns the steps of all groups, or `nil` if one is damaged.
    private static func steps(in groups: [PropertyListValue], target: Domain) -> [Step]? {
        var steps: [Step] = []
        for group in groups {
            guard case .dictionary(let group) = group, case .string(let word)? = group["Action"],
                let action = MigrationStep.Action(rawValue: word), action != .update,
                let source = source(of: group, target: target)
            else { return nil }
            if case .dictionary(let deleted)? = group["Values"], action == .delete {
                for (text, value) in deleted {
                    guard let path = PropertyListPath(parsing: text) else { return nil }
                    steps.append(Step(action: action, source: source, old: path, original: value))
                }
                continue
            }
            guard case .array(let texts)? = group["Keys"], action != .delete else { return nil }
            var digests: [UInt8]?
            if let stored = group["Digests"] {
                guard case .data(let data) = stored, data.count == 8 * texts.count else { return nil }
                digests = Array(data)
            }
            for (index, text) in texts.enumerated() {
                guard case .string(let text) = text, let paths = StepPaths.paths(in: text),
                    (paths.old == nil) == (action == .setDefault)
                else { return nil }
                let digest = digests.map { $0[8 * index..<8 * index + 8].reduce(0) { $0 << 8 | UInt64($1) } }
                steps.append(
                    Step(
                        action: action, source: source, old: paths.old, new: paths.new,
                        digest: digest.map { ValueDigest(bits: $0) }))
            }
        }
        return steps
    }

    private static func source(of group: PropertyListDictionary, target: Domain) -> Domain? {
        guard let domain = group["Domain"] else { return target }
        guard case .string(let name) = domain else { return nil }
        let user: Domain.User = group["AnyUser"] == true ? .any : .current
        if group["CurrentHost"] == true { return try? Domain(name, user: user, host: .current) }
        guard let host = group["Host"] else { return try? Domain(name, user: user) }
        guard case .string(let host) = host else { return nil }
        return try? Domain(name, user: user, host: .named(host))
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

    static func paths(in text: String) -> (new: PropertyListPath, old: PropertyListPath?)? {
        let (equals, backslash) = (UInt8(ascii: "="), UInt8(ascii: "\\"))
        var (new, rest) = ([UInt8](), Array(text.utf8)[...])
        while let byte = rest.first, byte != equals {
            rest.removeFirst()
            if byte == backslash, let escaped = rest.popFirst() {
                new += escaped == equals ? [equals] : [backslash, escaped]
            } else {
                new.append(byte)
            }
        }
        guard let newPath = PropertyListPath(parsing: String(decoding: new, as: UTF8.self)) else { return nil }
        guard rest.popFirst() != nil else { return (newPath, nil) }
        return PropertyListPath(parsing: String(decoding: rest, as: UTF8.self)).map { (newPath, $0) }
    }
}

extension PropertyListValue {
    fileprivate func member(_ key: String) -> PropertyListValue? {
        if case .dictionary(let dictionary) = self { dictionary[key] } else { nil }
    }
}
