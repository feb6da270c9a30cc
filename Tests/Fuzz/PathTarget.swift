@testable import PropertyList

/// Key paths: the text of a path up to a NUL, then a dictionary. A parsed path must print as an equal path, and a
/// change at it must not affect other values.
extension FuzzTarget {
    static let paths = FuzzTarget(
        name: "paths", run: run,
        change: { bytes, random in
            guard random.once(in: 2) else { return nil }
            let rest = bytes.firstIndex(of: 0).map { bytes[bytes.index(after: $0)...] } ?? []
            var maker = ValueMaker(rest)
            return Array(walk(in: .dictionary(maker.dictionary()), &random).utf8) + [0] + rest
        })

    private static func run(_ bytes: [UInt8]) -> Verdict {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = PropertyListPath(parsing: String(decoding: parts.first ?? [], as: UTF8.self)) else {
            return .refused
        }
        promise(PropertyListPath(parsing: path.description) == path, "another path after printing")
        var maker = ValueMaker(parts.count > 1 ? parts[1] : [])
        let value = maker.value(depth: 2)
        check(path, value, in: maker.dictionary())
        return .read
    }

    private static func check(
        _ path: PropertyListPath, _ value: PropertyListValue, in dictionary: PropertyListDictionary
    ) {
        var changed = dictionary
        if (try? changed.set(value, at: path)) != nil {
            promise(changed[path] == value, "not what was set")
            promise(others(changed, path) == others(dictionary, path), "another key was touched")
        } else {
            promise(changed == dictionary, "changed in spite of an error")
        }
        changed = dictionary
        if (try? changed.insert(value, at: path)) != nil {
            promise(changed[path] == value, "not what was inserted")
            promise((try? changed.remove(at: path)) != nil && changed == dictionary, "not taken back")
        } else {
            promise(changed == dictionary, "changed in spite of an error")
        }
        if (try? changed.remove(at: path)) != nil {
            promise(dictionary[path] != nil && changed != dictionary, "nothing was removed")
            promise(others(changed, path) == others(dictionary, path), "another key was touched")
        } else {
            promise(dictionary[path] == nil && changed == dictionary, "not removed")
        }
    }

    /// Returns the values of the other keys of the root.
    private static func others(
        _ dictionary: PropertyListDictionary, _ path: PropertyListPath
    ) -> PropertyListDictionary {
        var others = dictionary
        if let key = path.components.first { others[key] = nil }
        return others
    }

    /// Returns a path to a value, or one component beyond.
    private static func walk(in value: PropertyListValue, _ random: inout Random) -> String {
        var components: [String] = []
        var value = value
        while !random.once(in: 5) {
            switch value {
            case .dictionary(let dictionary) where !dictionary.isEmpty:
                let pair = dictionary[random.below(dictionary.count)]
                components.append(pair.key)
                value = pair.value
            case .array(let elements) where !elements.isEmpty:
                let index = random.below(elements.count)
                components.append(String(index))
                value = elements[index]
            default:
                components.append(random.pick(["", "0", "1", "7", "00", "-1", "99999999999999999999", "new", "a.b\\"]))
                return path(components, &random)
            }
        }
        return path(components, &random)
    }

    private static func path(_ components: [String], _ random: inout Random) -> String {
        let text = PropertyListPath(components).description
        // A NUL would end the path.
        return random.once(in: 16) ? text + "\\" : String(text.unicodeScalars.filter { $0 != "\0" })
    }
}
