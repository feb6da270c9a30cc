import Dispatch

extension Preferences {
    /// Returns the values of keys as they change: the values at the start, then the latest values after each change of
    /// any of them.
    ///
    /// Changes by other tasks, other instances and other programs are reported alike. Each element differs from the
    /// previous one. A slow consumer gets the latest values. A key without a value has its default. The sequence ends
    /// when its task is cancelled.
    ///
    /// ```swift
    /// for await size in preferences.updates(of: .fontSize) {
    ///     editor.setFontSize(size)
    /// }
    /// ```
    ///
    /// The values of several keys are a tuple. What one update has changed is delivered together. Values that were set
    /// one after the other can be delivered apart.
    ///
    /// ```swift
    /// for await (size, theme) in preferences.updates(of: .fontSize, .theme) {
    ///     editor.show(size, theme)
    /// }
    /// ```
    ///
    /// If the store cannot be observed now, its domains are read once a second until it can; see
    /// <doc:ObservingChanges>. If the store does not report changes, the next `synchronize()` reads the changes of
    /// other programs.
    public func updates<First, each Other>(
        of first: PreferenceKey<First>, _ others: repeat PreferenceKey<each Other>
    ) -> DomainChanges<(First, repeat each Other)> {
        var isOnlyKey = true
        for _ in repeat each others { isOnlyKey = false }
        return DomainChanges(on: self.target.reading, isInMemory: isInMemory, observe: observe(onChange:)) {
            [self, isOnlyKey] _ in
            // One value needs no copy of the others.
            let values = isOnlyKey ? nil : LayeredValues(of: self, after: nil)
            func value<Value>(of key: PreferenceKey<Value>) -> (value: Value, form: PropertyListValue?) {
                let name = storedName(key.name)
                let found = if let values { values.find(name) } else { try? find(name, reportsFailures: false) }
                return decoded(found, for: key)
            }
            let first = value(of: first)
            let others = (repeat value(of: each others))
            var forms = [first.form]
            for other in repeat each others { forms.append(other.form) }
            return ((first.value, repeat (each others).value), forms)
        }
    }

    /// Returns the names of the values that change. Changes by other tasks, other instances and other programs are
    /// reported alike.
    ///
    /// Each element holds the names of all values that differ from the values at the previous element. The first one
    /// is compared with the values at the time of this call, which reads the domains if they have not been read. The
    /// sequence ends when its task is cancelled.
    ///
    /// ```swift
    /// for await changed in preferences.changes() where changed.contains(.fontSize) {
    ///     editor.layOut()
    /// }
    /// ```
    public func changes() -> DomainChanges<ChangedNames> {
        changes(among: nil)
    }

    /// Returns the names of the values that change, for some keys. The rules are those of ``changes()``.
    ///
    /// ```swift
    /// for await _ in preferences.changes(of: .fontSize, .theme) {
    ///     editor.layOut()
    /// }
    /// ```
    public func changes<each Value>(of keys: repeat PreferenceKey<each Value>) -> DomainChanges<ChangedNames> {
        var names: Set<ExactName> = []
        for key in repeat each keys { names.insert(storedName(key.name)) }
        return changes(among: names)
    }

    /// Returns the changes among some names, or of all values.
    private func changes(among watched: Set<ExactName>?) -> DomainChanges<ChangedNames> {
        DomainChanges(
            startingWith: LayeredValues(of: self, after: nil), on: self.target.reading, isInMemory: isInMemory,
            observe: observe(onChange:)
        ) { [self] last, _ in
            let new = LayeredValues(of: self, after: last)
            let all = new.names(differingFrom: last)
            last = new
            let names = watched.map(all.intersection) ?? all
            return names.isEmpty ? nil : ChangedNames(names, keyMapping)
        }
    }

    private func isInMemory() -> Bool { layers.allSatisfy(\.isInMemory) }

    /// Returns the value that was found for a key, and its stored form or `nil` for the default.
    private func decoded<Value>(
        _ found: FoundValue?, for key: PreferenceKey<Value>
    ) -> (value: Value, form: PropertyListValue?) {
        guard let value = try? found?.decoded(for: key) else { return (key.defaultValue, nil) }
        return (value, try? key.encoded(value))
    }
}
