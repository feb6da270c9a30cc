import PropertyList

/// The tag of a string that begins with the home folder: `{"$home": "/rest"}`, or with an empty text for the folder.
///
/// So the same document is right for every user, and for a sandbox with a home of its own.
struct HomeTag {
    /// The home folder, or an empty text for the root of the file system.
    private let prefix: String

    init(home: String) {
        prefix = home == "/" ? "" : home
    }

    /// Returns the string that a tag stands for, or `nil` if the value is another tag or is invalid.
    private func string(of value: PropertyListValue) -> PropertyListValue? {
        guard case .dictionary(let object) = value, case .string(let rest)? = object[StateTag.home.rawValue],
            rest.isEmpty || rest.hasScalarPrefix("/")
        else { return nil }
        let path = prefix + rest
        return .string(path.isEmpty ? "/" : path)
    }

    /// Returns the tag of a string, or `nil` if the string does not begin with the home folder.
    func tag(of text: String) -> PropertyListValue? {
        guard !prefix.isEmpty, text.hasScalarPrefix(prefix) else { return nil }
        let rest = String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        guard rest.isEmpty || rest.hasScalarPrefix("/") else { return nil }
        return [StateTag.home.rawValue: .string(rest)]
    }

    /// Replaces the valid tags inside a value by their strings.
    ///
    /// - Parameters:
    ///   - place: The path of the value in the document.
    ///   - tagged: The paths of all tags, from which the replaced ones are removed.
    ///   - ancestors: The paths below the root that have tags inside.
    func resolve(
        _ value: PropertyListValue, at place: PropertyListPath, _ tagged: inout Set<PropertyListPath>,
        below ancestors: Set<PropertyListPath>
    ) -> PropertyListValue {
        if tagged.contains(place), let string = string(of: value) {
            tagged.remove(place)
            return string
        }
        guard place.components.isEmpty || tagged.contains(place) || ancestors.contains(place) else { return value }
        switch value {
        case .dictionary(let dictionary):
            var members: [(String, PropertyListValue)] = []
            for (key, member) in dictionary {
                members.append((key, resolve(member, at: place.appending(key), &tagged, below: ancestors)))
            }
            return .dictionary(PropertyListDictionary(members))
        case .array(let elements):
            var resolved: [PropertyListValue] = []
            for (index, element) in elements.enumerated() {
                resolved.append(resolve(element, at: place.appending(String(index)), &tagged, below: ancestors))
            }
            return .array(resolved)
        default:
            return value
        }
    }
}
