/// What the reader puts in the place of what no value can hold.
extension BinaryReader {
    /// Notes something that is substituted where the reader is or, if that is said, inside what is there.
    mutating func substitute(_ found: PropertyListSubstitution.Found, isInside: Bool = false) {
        let place = Substitutions.Place(member: path.member, isInside: isInside || path.count > 1)
        switch substitutions.detail(of: found, at: place) {
        case .path: substitutions.tell(found, at: currentPath)
        case .member:
            substitutions.tell(found, at: path.first.path { keyText(at: $0) }, isSomewhereInside: place.isInside)
        case nil: break
        }
    }

    /// What was substituted in an object, which was begun at a moment.
    func newSubstitutions(since mark: Substitutions.Mark) -> SharedObjects.Substituted? {
        let kinds = substitutions.kinds(since: mark)
        guard !kinds.isEmpty else { return nil }
        let places = mark.told..<substitutions.list.count
        return SharedObjects.Substituted(kinds: kinds, places: places, depth: path.count)
    }

    /// Notes once more what was substituted in an object that is met again.
    mutating func repeatSubstitutions(of object: SharedObjects.Object) {
        guard let substituted = object.substituted else { return }
        if !substitutions.isFull {
            let here = currentPath.components
            for place in substitutions.list[substituted.places] where !substitutions.isFull {
                let path = PropertyListPath(here + place.path.components.dropFirst(substituted.depth))
                substitutions.note(place.found, at: path, inMember: self.path.member)
            }
        }
        guard substitutions.isFull else { return }
        let isContainer = object.height > 0
        for found in substituted.kinds {
            // A set may be the object itself.
            if !isContainer || found == .set { substitute(found) }
            if isContainer { substitute(found, isInside: true) }
        }
    }
}
