import DefaultsCore

/// The keys of files, such as the translations of strings.
extension FileInspection {
    /// Returns the keys of files that differ from the keys of the first file, at most a hundred missing and a hundred
    /// surplus keys of each file, and a finding for each file that cannot be read or is not a dictionary. If that is
    /// the first file, no keys are compared.
    ///
    /// The keys of dictionaries in dictionaries are compared, too. Values and the elements of arrays are not compared.
    ///
    /// - Parameter paths: The paths of the files. The first one is the reference.
    func findings(inKeysOf paths: [String]) -> [DomainFinding] {
        var findings: [DomainFinding] = []
        var expected: PropertyListDictionary?
        for (index, path) in paths.enumerated() {
            do throws(PreferencesError) {
                let document = try InspectedFile(path: path, bytes: try InputFile.read(path, sizeLimit: sizeLimit))
                guard case .dictionary(let keys) = document.value else {
                    throw PreferencesError(
                        .unreadable(path: path, PropertyListError(.notDictionary(document.value.type))))
                }
                if index == 0 {
                    expected = keys
                } else if let expected {
                    var difference = KeyDifference()
                    difference.compare(expected, keys)
                    let kinds =
                        difference.missing.all.map { DomainFinding.Kind.missingKey($0, reference: paths[0]) }
                        + difference.surplus.all.map { DomainFinding.Kind.surplusKey($0, reference: paths[0]) }
                    findings += document.located(kinds.map { DomainFinding(path: path, kind: $0) })
                }
            } catch {
                findings.append(DomainFinding(path: path, kind: .unreadable(error)))
            }
        }
        return findings
    }
}

/// The keys in which two dictionaries differ.
private struct KeyDifference {
    /// The paths of keys, as far as the limit allows.
    struct Paths {
        private(set) var all: [PropertyListPath] = []
        private var allowance = PathAllowance()

        mutating func note(_ components: [String]) {
            guard !allowance.isUsedUp else { return }
            all.append(PropertyListPath(components))
            allowance.use(PropertyListPath(components))
        }
    }

    /// The keys that only the first dictionary contains.
    private(set) var missing = Paths()
    /// The keys that only the second dictionary contains.
    private(set) var surplus = Paths()
    private var path: [String] = []

    /// Compares two dictionaries at the current path.
    mutating func compare(_ expected: PropertyListDictionary, _ found: PropertyListDictionary) {
        for (key, value) in expected {
            path.append(key)
            if let other = found[key] { compare(value, other) } else { missing.note(path) }
            path.removeLast()
        }
        for key in found.keys where expected[key] == nil { surplus.note(path + [key]) }
    }

    /// Compares the keys of two values. A value that is not a dictionary has no keys.
    private mutating func compare(_ expected: PropertyListValue, _ found: PropertyListValue) {
        switch (expected, found) {
        case (.dictionary(let expected), .dictionary(let found)): compare(expected, found)
        case (.dictionary(let expected), _): compare(expected, [:])
        case (_, .dictionary(let found)): compare([:], found)
        default: break
        }
    }
}
