import PropertyList

/// A comparison of the keys of files, such as the translations of strings.
///
/// The keys of dictionaries in dictionaries are compared, too. Values and the elements of arrays are not compared.
package struct KeyComparison: Sendable {
    private let sizeLimit: Int

    /// Creates a comparison.
    ///
    /// - Parameter sizeLimit: The maximum size, in bytes, of a file to read.
    package init(sizeLimit: Int = InputFile.defaultSizeLimit) {
        self.sizeLimit = sizeLimit
    }

    /// Returns the keys of files that differ from the keys of the first file, at most a hundred missing and a hundred
    /// surplus keys of each file, and a finding for each file that cannot be read or is not a dictionary. If that is
    /// the first file, no keys are compared.
    ///
    /// - Parameter paths: The paths of the files. The first one is the reference.
    package func findings(in paths: [String]) -> [DomainFinding] {
        var findings: [DomainFinding] = []
        var expected: PropertyListDictionary?
        for (index, path) in paths.enumerated() {
            do throws(PreferencesError) {
                let (document, keys) = try read(path)
                if index == 0 {
                    expected = keys
                } else if let expected {
                    findings += differences(of: document, keys, from: expected, in: paths[0])
                }
            } catch {
                findings.append(DomainFinding(path: path, kind: .unreadable(error)))
            }
        }
        return findings
    }

    private func differences(
        of document: InspectedDocument, _ keys: PropertyListDictionary, from expected: PropertyListDictionary,
        in reference: String
    ) -> [DomainFinding] {
        var difference = KeyDifference()
        difference.compare(expected, keys)
        let kinds =
            difference.missing.map { DomainFinding.Kind.missingKey($0, reference: reference) }
            + difference.surplus.map { DomainFinding.Kind.surplusKey($0, reference: reference) }
        return document.located(kinds.map { DomainFinding(path: document.path, kind: $0) })
    }

    private func read(_ path: String) throws(PreferencesError) -> (InspectedDocument, PropertyListDictionary) {
        let document = try InspectedDocument(path: path, bytes: try InputFile.read(path, sizeLimit: sizeLimit))
        guard case .dictionary(let keys) = document.value else {
            throw PreferencesError(.unreadable(path: path, PropertyListError(.notDictionary(document.value.type))))
        }
        return (document, keys)
    }
}

/// The keys in which two dictionaries differ.
private struct KeyDifference {
    /// The keys that only the first dictionary contains.
    private(set) var missing: [PropertyListPath] = []
    /// The keys that only the second dictionary contains.
    private(set) var surplus: [PropertyListPath] = []
    private var missingAllowance = PathAllowance()
    private var surplusAllowance = PathAllowance()
    private var path: [String] = []

    /// Compares two dictionaries at the current path.
    mutating func compare(_ expected: PropertyListDictionary, _ found: PropertyListDictionary) {
        for (key, value) in expected {
            path.append(key)
            if let other = found[key] { compare(value, other) } else { noteMissing() }
            path.removeLast()
        }
        for key in found.keys where expected[key] == nil {
            path.append(key)
            noteSurplus()
            path.removeLast()
        }
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

    private mutating func noteMissing() {
        guard !missingAllowance.isUsedUp else { return }
        missing.append(PropertyListPath(path))
        missingAllowance.use(PropertyListPath(path))
    }

    private mutating func noteSurplus() {
        guard !surplusAllowance.isUsedUp else { return }
        surplus.append(PropertyListPath(path))
        surplusAllowance.use(PropertyListPath(path))
    }
}
