/// The values that ``Preferences`` find at one time.
///
/// A comparison begins with the versions of the domains. Only domains with different versions are compared by key.
struct LayeredValues: Sendable {
    /// The values of one domain.
    struct Layer {
        let contents: PropertyListDictionary
        let version: DomainValues.Version
    }

    private let arguments: PropertyListDictionary
    private let layers: [Layer]
    private let registered: [ExactName: PropertyListValue]

    /// Reads the values of preferences.
    ///
    /// - Parameter last: Earlier values of the same preferences. Domains that have not changed are taken from these.
    init(of preferences: Preferences, after last: LayeredValues?) {
        arguments = preferences.argumentValues
        layers = preferences.layers.indices.map { preferences.layers[$0].values(after: last?.layers[$0]) }
        registered = preferences.state.withLock { $0.registered }
    }

    /// Returns the names whose values differ from those of earlier values of the same preferences.
    func names(differingFrom old: LayeredValues) -> Set<ExactName> {
        var names: Set<ExactName> = []
        for (new, old) in zip(layers, old.layers) where new.version != old.version {
            names.formUnion(new.contents.names(differingFrom: old.contents))
        }
        if registered != old.registered { names.formUnion([ExactName](registered.keys) + old.registered.keys) }
        return names.filter { find($0)?.value != old.find($0)?.value }
    }

    /// Looks up a name.
    func find(_ name: ExactName) -> FoundValue? {
        if let value = arguments[name.text] { return FoundValue(value: value, isArgument: true) }
        for layer in layers {
            if let value = layer.contents[name.text] { return FoundValue(value: value) }
        }
        return registered[name].map { FoundValue(value: $0, isRegistered: true) }
    }
}

extension SharedDomain {
    /// Returns the given values if the domain has not changed since then. Otherwise returns its current values.
    fileprivate func values(after last: LayeredValues.Layer?) -> LayeredValues.Layer {
        reloadIfOutdated()
        loadIfNeeded()
        return values.withLock { values in
            if let last, last.version == values.version { return last }
            return LayeredValues.Layer(contents: values.effectiveContents, version: values.version)
        }
    }
}
