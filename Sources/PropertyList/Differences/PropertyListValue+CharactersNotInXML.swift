extension PropertyListValue {
    /// The path of the first key or string with a character that XML does not allow, or `nil` if there is none.
    /// Foundation writes and reads such characters in XML, but other programs refuse the file.
    package var pathOfCharactersNotInXML: PropertyListPath? {
        if case .string(let text) = self { return text.isAllowedInXML ? nil : PropertyListPath() }
        for (component, value) in members {
            if type == .dictionary, !component.isAllowedInXML { return .key(component) }
            if let inner = value.pathOfCharactersNotInXML { return PropertyListPath([component] + inner.components) }
        }
        return nil
    }

    /// Returns the path of the first such key or string that another value does not have at the same place.
    package func pathOfCharactersNotInXML(since old: PropertyListValue) -> PropertyListPath? {
        var found: PropertyListPath?
        try? PropertyListChange(from: old, to: self)?.forEachNew { path, isNewKey, _, value in
            if found != nil { return }
            if isNewKey, path.components.last?.isAllowedInXML == false { return found = path }
            found = value?.pathOfCharactersNotInXML.map { PropertyListPath(path.components + $0.components) }
        }
        return found
    }
}
