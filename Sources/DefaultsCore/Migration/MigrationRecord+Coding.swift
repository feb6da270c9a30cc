import Foundation
import PropertyList

/// How a record is stored.
///
/// Steps of one action and source domain are a group: a dictionary of new to old places, or of places to values, and the digests of the values
/// in the order of its keys, eight bytes each. So the record of a hundred thousand keys is about as large as they are.
///
/// ```
/// { Date; State; Steps = ( { Action; Domain; Keys = { new = old; }; Digests; } ); Originals; Displaced; Made }
/// ```
///
/// A group without digests is that of a migration that cannot be undone.
extension MigrationRecord {
    private struct Group: Hashable {
        let action: MigrationStep.Action
        let source: Domain
    }

    /// The record as a value. A source that is the target itself is not named.
    func value(target: Domain) -> PropertyListValue {
        var order: [Group] = []
        var groups: [[Step]] = []
        for step in steps {
            let group = Group(action: step.action, source: step.source)
            // There are few groups, and most steps belong to that of the step before.
            let index = order.lastIndex(of: group) ?? order.endIndex
            if index == order.endIndex {
                order.append(group)
                groups.append([])
            }
            groups[index].append(step)
        }
        var value: PropertyListDictionary = [
            "Date": .date(date), "State": .string(state.rawValue),
            "Steps": .array(zip(order, groups).map { .dictionary(Self.contents(of: $0, $1, target: target)) }),
        ]
        value["Originals"] = Self.byNewPlace(steps) { $0.action == .delete ? nil : $0.original }
        value["Displaced"] = Self.byNewPlace(steps, \.displaced)
        value["Made"] = Self.byNewPlace(steps) { step in step.made.map { .integer(PropertyListInteger(Int64($0))) } }
        return .dictionary(value)
    }

    private static func contents(of group: Group, _ steps: [Step], target: Domain) -> PropertyListDictionary {
        var contents: PropertyListDictionary = ["Action": .string(group.action.rawValue)]
        if group.source != target { contents.merge(group.source.recordContents) }
        if group.action == .delete {
            contents["Values"] = .dictionary(
                PropertyListDictionary(
                    steps.compactMap { step in
                        step.old.flatMap { old in step.original.map { (old.description, $0) } }
                    }))
            return contents
        }
        // In the order of keys, which is that of the digests.
        let named = steps.map { (name: $0.new?.description ?? "", step: $0) }
            .sorted { $0.name.precedesInUTF16($1.name) }
        contents["Keys"] = .dictionary(
            PropertyListDictionary(named.map { ($0.name, .string($0.step.old?.description ?? "")) }))
        if named.contains(where: { $0.step.digest == nil }) { return contents }
        var digests = Data(capacity: 8 * named.count)
        for (_, step) in named {
            withUnsafeBytes(of: (step.digest?.bits ?? 0).bigEndian) { digests.append(contentsOf: $0) }
        }
        contents["Digests"] = .data(digests)
        return contents
    }

    private static func byNewPlace(
        _ steps: [Step], _ value: (Step) -> PropertyListValue?
    ) -> PropertyListValue? {
        let pairs = steps.compactMap { step in value(step).map { (step.new?.description ?? "", $0) } }
        return pairs.isEmpty ? nil : .dictionary(PropertyListDictionary(pairs))
    }

    /// Reads a record; nil where it is none.
    init?(_ value: PropertyListValue, identifier: String, target: Domain) {
        guard case .dictionary(let contents) = value, case .date(let date) = contents["Date"],
            case .string(let stateText) = contents["State"], let state = State(rawValue: stateText),
            case .array(let groups) = contents["Steps"]
        else { return nil }
        var steps: [Step] = []
        for case .dictionary(let group) in groups {
            guard let read = Self.steps(of: group, target: target) else { return nil }
            steps += read
        }
        let (originals, displaced, made) = (contents["Originals"], contents["Displaced"], contents["Made"])
        for index in steps.indices where originals != nil || displaced != nil || made != nil {
            guard let name = steps[index].new?.description else { continue }
            steps[index].original = originals?.member(name)
            steps[index].displaced = displaced?.member(name)
            if case .integer(let count) = made?.member(name) { steps[index].made = count.exactly() }
        }
        self.init(identifier: identifier, date: date, state: state, steps: steps)
    }

    private static func steps(of group: PropertyListDictionary, target: Domain) -> [Step]? {
        guard case .string(let name) = group["Action"], let action = MigrationStep.Action(rawValue: name),
            let source = group["Domain"] == nil ? target : Domain(recordContents: group)
        else { return nil }
        if action == .delete {
            guard case .dictionary(let values) = group["Values"] else { return nil }
            return paths(values.map(\.key)).map { paths in
                zip(paths, values).map { Step(action: action, source: source, old: $0, original: $1.value) }
            }
        }
        guard case .dictionary(let keys) = group["Keys"], let news = paths(keys.map(\.key)) else { return nil }
        var bytes: [UInt8]?
        if let digests = group["Digests"] {
            guard case .data(let data) = digests, data.count == 8 * keys.count else { return nil }
            bytes = Array(data)
        }
        var steps: [Step] = []
        steps.reserveCapacity(keys.count)
        for (index, (pair, new)) in zip(keys, news).enumerated() {
            guard case .string(let text) = pair.value, let old = PropertyListPath(parsing: text) else { return nil }
            let bits = bytes?[8 * index..<8 * index + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            steps.append(
                Step(
                    action: action, source: source, old: action == .setDefault ? nil : old, new: new,
                    digest: bits.map { ValueDigest(bits: $0) }))
        }
        return steps
    }

    private static func paths(_ texts: [String]) -> [PropertyListPath]? {
        let paths = texts.compactMap { PropertyListPath(parsing: $0) }
        return paths.count == texts.count ? paths : nil
    }
}

extension PropertyListValue {
    /// What a dictionary holds under a key.
    fileprivate func member(_ key: String) -> PropertyListValue? {
        if case .dictionary(let dictionary) = self { dictionary[key] } else { nil }
    }
}

extension Domain {
    /// What a record says of a source domain.
    fileprivate var recordContents: PropertyListDictionary {
        var contents: PropertyListDictionary = ["Domain": .string(description)]
        switch host {
        case .any: break
        case .current: contents["CurrentHost"] = true
        case .named(let name): contents["Host"] = .string(name)
        }
        if user == .any { contents["AnyUser"] = true }
        return contents
    }

    fileprivate init?(recordContents contents: PropertyListDictionary) {
        guard case .string(let text) = contents["Domain"] else { return nil }
        var host = Host.any
        if contents["CurrentHost"] == true { host = .current }
        if case .string(let name) = contents["Host"] { host = .named(name) }
        guard let domain = try? Domain(text, user: contents["AnyUser"] == true ? .any : .current, host: host) else {
            return nil
        }
        self = domain
    }
}
