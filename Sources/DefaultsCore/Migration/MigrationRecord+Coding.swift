import Foundation
import PropertyList

/// How a record is stored.
///
/// Steps of one action and source domain are a group: a list of words `new=old`, as on the command line, or a dictionary of places to values; and
/// the digests of the values in the order of the words, eight bytes each. What all steps have in common is said once, and a place is
/// not told twice: writing the record is most of what a migration costs.
///
/// ```
/// { Date; State; Steps = ( { Action; Domain; Keys = ( "new=old" ); Digests; } ); Originals; Displaced; Made }
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
        var members: [[Int]] = []
        for index in steps.indices {
            let group = Group(action: steps[index].action, source: steps[index].source)
            // There are few groups, and most steps belong to that of the step before.
            let place = order.lastIndex(of: group) ?? order.endIndex
            if place == order.endIndex {
                order.append(group)
                members.append([])
            }
            members[place].append(index)
        }
        var value: PropertyListDictionary = [
            "Date": .date(date), "State": .string(state.rawValue),
            "Steps": .array(zip(order, members).map { .dictionary(contents(of: $0, members: $1, target: target)) }),
        ]
        value["Originals"] = Self.byNewPlace(steps) { $0.action == .delete ? nil : $0.original }
        value["Displaced"] = Self.byNewPlace(steps, \.displaced)
        value["Made"] = Self.byNewPlace(steps) { step in step.made.map { .integer(PropertyListInteger(Int64($0))) } }
        return .dictionary(value)
    }

    private func contents(of group: Group, members: [Int], target: Domain) -> PropertyListDictionary {
        var contents: PropertyListDictionary = ["Action": .string(group.action.rawValue)]
        if group.source != target { contents.merge(group.source.recordContents) }
        if group.action == .delete {
            let values = members.compactMap { index in
                steps[index].old.flatMap { old in steps[index].original.map { (old.description, $0) } }
            }
            contents["Values"] = .dictionary(PropertyListDictionary(values))
            return contents
        }
        contents["Keys"] = .array(members.map { .string(MigrationWord.text(new: steps[$0].new, old: steps[$0].old)) })
        if members.contains(where: { steps[$0].digest == nil }) { return contents }
        var digests: [UInt8] = []
        digests.reserveCapacity(8 * members.count)
        for index in members {
            withUnsafeBytes(of: (steps[index].digest?.bits ?? 0).bigEndian) { digests.append(contentsOf: $0) }
        }
        contents["Digests"] = .data(Data(digests))
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
        guard case .array(let words) = group["Keys"] else { return nil }
        var bytes: [UInt8]?
        if let digests = group["Digests"] {
            guard case .data(let data) = digests, data.count == 8 * words.count else { return nil }
            bytes = Array(data)
        }
        var steps: [Step] = []
        steps.reserveCapacity(words.count)
        for (index, word) in words.enumerated() {
            guard case .string(let text) = word, let (new, old) = MigrationWord.places(in: text),
                (old == nil) == (action == .setDefault)
            else { return nil }
            let bits = bytes?[8 * index..<8 * index + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            steps.append(
                Step(
                    action: action, source: source, old: old, new: new, digest: bits.map { ValueDigest(bits: $0) }))
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
