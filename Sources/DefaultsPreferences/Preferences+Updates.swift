import Dispatch

extension Preferences {
    /// Returns the values of a key as they change: the value at the start, then the latest value after each change.
    ///
    /// Changes by other tasks, other instances and other programs are reported alike. Each value that differs from the
    /// previous one is delivered once. A slow consumer gets the latest value. A key without a value has its default.
    /// The sequence ends when its task is cancelled.
    ///
    /// ```swift
    /// for await size in preferences.updates(of: .fontSize) {
    ///     editor.setFontSize(size)
    /// }
    /// ```
    ///
    /// If the store cannot be observed now, its domains are read once a second until it can; see
    /// <doc:ObservingChanges>. If the store does not report changes, the next `synchronize()` reads the changes of
    /// other programs.
    public func updates<Value>(of key: PreferenceKey<Value>) -> DomainChanges<Value> {
        updates { self.decoded(try? self.find(self.storedName(key.name), reportsFailures: false), for: key) }
    }

    /// Returns the values of several keys as they change: the values at the start, then the latest values after each
    /// change of any of them.
    ///
    /// ```swift
    /// for await (size, theme) in preferences.updates(of: .fontSize, .theme) {
    ///     editor.show(size, theme)
    /// }
    /// ```
    ///
    /// The rules are those of ``updates(of:)-(PreferenceKey<Value>)``. What one update has changed is delivered
    /// together. Values that were set one after the other can be delivered apart.
    public func updates<First, Second, each Other>(
        of first: PreferenceKey<First>, _ second: PreferenceKey<Second>, _ others: repeat PreferenceKey<each Other>
    ) -> DomainChanges<(First, Second, repeat each Other)> {
        updates {
            let values = LayeredValues(of: self, after: nil)
            func value<Value>(of key: PreferenceKey<Value>) -> (value: Value, form: PropertyListValue?) {
                self.decoded(values.find(self.storedName(key.name)), for: key)
            }
            let (first, second) = (value(of: first), value(of: second))
            let others = (repeat value(of: each others))
            var forms = [first.form, second.form]
            for other in repeat each others { forms.append(other.form) }
            return ((first.value, second.value, repeat (each others).value), forms)
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
            startingWith: LayeredValues(of: self, after: nil), on: target.reading, isInMemory: isInMemory,
            observe: observe(onChange:)
        ) { [self] last, _ in
            let new = LayeredValues(of: self, after: last)
            let all = new.names(differingFrom: last)
            last = new
            let names = watched.map(all.intersection) ?? all
            return names.isEmpty ? nil : ChangedNames(names, keyMapping)
        }
    }

    /// Returns the values that a closure reads after each change. Values are compared by their stored forms.
    private func updates<Value: Sendable, Form: Equatable & Sendable>(
        _ read: @escaping @Sendable () -> (value: Value, form: Form)
    ) -> DomainChanges<Value> {
        DomainChanges(on: target.reading, isInMemory: isInMemory, observe: observe(onChange:)) { _ in read() }
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
