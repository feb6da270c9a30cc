/// What the reader puts in the place of what no value can hold.
extension BinaryReader {
    /// Notes something that is substituted where the reader is.
    mutating func substitute(_ found: PropertyListSubstitution.Found) {
        switch substitutions.detail(of: found, inMember: path.member) {
        case .path: substitutions.tell(found, at: currentPath)
        case .member: substitutions.tell(found, in: memberPath)
        case nil: break
        }
    }

    /// The path of the member of the root that the reader is in.
    private var memberPath: PropertyListPath {
        path.first.path { keyText(at: $0) }
    }

    /// What was substituted in an object, which was begun at a moment.
    func newSubstitutions(since mark: Substitutions.Mark) -> SharedObjects.Substituted? {
        guard let latest = substitutions.latest(since: mark) else { return nil }
        let places = mark.told..<substitutions.list.count
        return SharedObjects.Substituted(latest: latest, places: places, depth: path.count)
    }

    /// Notes once more what was substituted in an object that is met again.
    mutating func repeatSubstitutions(of object: SharedObjects.Object) {
        guard let substituted = object.substituted else { return }
        guard !substitutions.isFull else { return substitute(substituted.latest) }
        let places = substitutions.list[substituted.places].filter { !$0.isSomewhereInside }
        let here = currentPath.components
        for place in places {
            guard !substitutions.isFull else { return substitute(place.found) }
            let path = PropertyListPath(here + place.path.components.dropFirst(substituted.depth))
            substitutions.note(place.found, at: path, inMember: self.path.member)
        }
    }
}
