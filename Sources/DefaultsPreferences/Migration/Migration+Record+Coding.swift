import Foundation

/// The stored form of a record.
///
/// Writing the record takes most of the time of a migration. To save time, steps with the same action and source are
/// stored as one group. The keys of dictionaries are paths.
extension Migration.Record {
    /// Creates a record from its stored form.
    ///
    /// - Throws: `PreferenceValueError.Code.unreadableRecord` if the value is not a record, or its form is not known.
    init(_ value: PropertyListValue, identifier: String, target: Domain) throws(PreferenceValueError) {
        guard !Self.isNewer(value) else { throw .newerRecord(identifier, target: target) }
        let stored = RecordReader(value)
        do throws(RecordFault) {
            guard case .date(let date)? = stored["Date"].value else { throw .damaged }
            let state = try stored["State"].text(State.init)
            var steps: [Step] = []
            for group in try stored["Steps"].list() { steps += try Self.steps(in: group, target: target) }
            let (originals, displaced, created) = (stored["Originals"], stored["Displaced"], stored["Made"])
            for index in steps.indices where originals.value != nil || displaced.value != nil || created.value != nil {
                guard let name = steps[index].new?.description else { continue }
                steps[index].original = originals[name].value
                steps[index].displaced = displaced[name].value
                steps[index].createdDepth = try? created[name].integer().exactly()
            }
            self.init(identifier: identifier, date: date, state: state, steps: steps)
        } catch {
            throw .damagedRecord(identifier, target: target)
        }
    }

    /// Returns whether only a newer version understands a stored record. Records of this version have no schema number.
    static func isNewer(_ value: PropertyListValue) -> Bool { RecordReader(value)["Schema"].value != nil }

    /// Returns the stored form of the record.
    func value(target: Domain) -> PropertyListValue {
        var groups: [[Step]] = []
        var indices: [Domain: [MigrationStep.Action: Int]] = [:]
        for step in steps {
            if let index = indices[step.source]?[step.action] {
                groups[index].append(step)
            } else {
                indices[step.source, default: [:]][step.action] = groups.count
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

    /// Reads the steps of a group.
    private static func steps(in group: RecordReader, target: Domain) throws(RecordFault) -> [Step] {
        let action = try group["Action"].text(MigrationStep.Action.init)
        let source = try source(of: group, target: target)
        if action == .update { throw .damaged }
        if action == .delete {
            return try group["Values"].members().map { (text, value) throws(RecordFault) in
                let path = try RecordReader(.string(text)).text(PropertyListPath.init(parsing:))
                return Step(action: action, source: source, old: path, original: value)
            }
        }
        var steps = try group["Keys"].list().map { (key) throws(RecordFault) in
            let paths = try key.text(StepPaths.paths)
            guard (paths.old == nil) == (action == .setDefault) else { throw .damaged }
            return Step(action: action, source: source, old: paths.old, new: paths.new)
        }
        guard let stored = group["Digests"].value else { return steps }
        guard case .data(let digests) = stored, digests.count == 8 * steps.count else { throw .damaged }
        let bytes = Array(digests)
        for index in steps.indices {
            steps[index].digest = ValueDigest(bits: bytes[8 * index..<8 * index + 8].reduce(0) { $0 << 8 | UInt64($1) })
        }
        return steps
    }

    private static func source(of group: RecordReader, target: Domain) throws(RecordFault) -> Domain {
        guard let domain = group["Domain"].ifPresent else { return target }
        let name = try group["Host"].ifPresent?.text { $0 }
        let host: Domain.Host = group["CurrentHost"].value == true ? .current : name.map { .named($0) } ?? .any
        let user: Domain.User = group["AnyUser"].value == true ? .any : .current
        return try domain.text { try? Domain($0, user: user, host: host) }
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
