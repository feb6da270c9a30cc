import DefaultsCore

/// A file whose contents are checked for problems.
struct InspectedFile {
    /// A further check, such as a comparison with a schema. Returns the findings in a file, and in other files that the
    /// check reads. They need no positions. Those in the file itself get the positions of their paths.
    typealias Check = @Sendable (InspectedFile) -> [DomainFinding]

    /// The path of the file.
    let path: String
    let bytes: [UInt8]
    private let document: PropertyListDocument

    /// The root value.
    var value: PropertyListValue { document.value }
    var isJSON: Bool { document.json != nil }

    /// Reads a property list or JSON, as ``JSONReader/isDocument(_:at:)`` says.
    init(path: String, bytes: [UInt8]) throws(PreferencesError) {
        (self.path, self.bytes) = (path, bytes)
        do {
            document =
                JSONReader.isDocument(bytes, at: path)
                ? try JSONReader.read(bytes, to: .check) : try PropertyListReader.read(bytes, mayBeOther: false)
        } catch {
            throw PreferencesError(.unreadable(path: path, error.namingConflict(in: bytes)))
        }
    }

    init(path: String, _ text: FileText) {
        (self.path, bytes, document) = (path, text.bytes, text.document)
    }

    /// Returns the findings, at most a hundred of each kind, with their positions.
    ///
    /// - Parameters:
    ///   - isDomain: Whether programs read the file with `UserDefaults`, and a file without keys is a problem.
    ///   - check: A further check of the contents.
    func findings(isDomain: Bool, _ check: Check?) -> [DomainFinding] {
        located(kinds(isDomain: isDomain).map { DomainFinding(path: path, kind: $0) } + (check?(self) ?? []))
    }

    private func kinds(isDomain: Bool) -> [DomainFinding.Kind] {
        var inspection = ContentsInspection(format: isJSON ? nil : document.format)
        inspection.visit(value)
        let duplicateKeys = document.duplicateKeys.map(DomainFinding.Kind.duplicateKey)
        if isJSON {
            // Programs do not read JSON in a file whose name is that of a property list.
            return (path.hasPropertyListExtension ? [.unreadableByFoundation] : []) + duplicateKeys + inspection.kinds
        }
        var kinds = document.substitutions.prefix(PathAllowance.count).map(DomainFinding.Kind.substitution)
        kinds += infiniteDate
        let strayText = PropertyListReader.strayText(in: bytes)
        kinds += strayText.declaration.map { [.strayText(isAtEnd: false, $0)] } ?? []
        kinds += strayText.end.map { [.strayText(isAtEnd: true, $0)] } ?? []
        kinds += duplicateKeys
        if !PropertyListReader.isReadableByFoundation(bytes, document) {
            kinds.append(.unreadableByFoundation)
        } else if isDomain {
            if let hidden = document.substitutions.first(where: \.hidesFromUserDefaults) {
                kinds.append(.unreadableByUserDefaults(hidden.found, at: hidden.path))
            } else if let reference = inspection.firstReference {
                kinds.append(.unreadableByUserDefaults(nil, at: reference))
            }
        }
        if isDomain, value == .dictionary([:]) { kinds.append(.noKeys) }
        return kinds + inspection.kinds
    }

    /// A finding for the first date that is not finite, which can be read but not written.
    private var infiniteDate: [DomainFinding.Kind] {
        do {
            try PropertyListWriter.validate(value)
        } catch {
            guard case .dateNotFinite(let path) = error.reason else { return [] }
            return [.substitution(PropertyListSubstitution(path: path, found: .impossibleDate))]
        }
        return []
    }
}

/// The positions of findings. The file is read again to find them, if there are findings.
extension InspectedFile {
    /// Returns findings with their positions in the file.
    func located(_ findings: [DomainFinding]) -> [DomainFinding] {
        let paths = findings.flatMap(\.kind.paths)
        guard !paths.isEmpty,
            let places = try? isJSON
                ? JSONReader.places(of: paths, in: bytes) : PropertyListReader.places(of: paths, in: bytes)
        else { return findings }
        let found = repeated(findings, in: places)
        let positions = places.positions(of: found.flatMap { [$1.offset, $1.other].compactMap(\.self) })
        return found.map { finding, offsets in
            var finding = finding
            finding.position = finding.position ?? offsets.offset.flatMap { positions[$0] }
            finding.otherPosition = offsets.other.flatMap { positions[$0] }
            return finding
        }
    }

    /// Returns findings with their offsets. A duplicate key has a finding for each repetition, as far as the limit
    /// allows after each key has one.
    private func repeated(
        _ findings: [DomainFinding], in places: ElementPlaces
    ) -> [(DomainFinding, DomainFinding.Kind.Offsets)] {
        let count = findings.count { if case .duplicateKey = $0.kind { true } else { false } }
        var rest = max(0, PathAllowance.count - count)
        return findings.flatMap { finding in
            let offsets = finding.kind.offsets(in: places, limit: 1 + rest)
            rest -= offsets.count - 1
            return offsets.map { (finding, $0) }
        }
    }
}

extension DomainFinding.Kind {
    /// The path of the value in the file, if the finding concerns a value.
    var keyPath: PropertyListPath? {
        switch self {
        case .substitution(let substitution): substitution.path
        case .duplicateKey(let path), .controlCharacters(let path), .equivalentKeys(let path, _),
            .unreadableByUserDefaults(_, let path), .missingKey(let path, _), .surplusKey(let path, _),
            .schemaViolation(_, let path), .unknownKey(_, let path), .deprecatedKey(let path, _),
            .invalidSchema(_, let path):
            path
        case .unreadable, .unreadableByFoundation, .looseMode, .hardLinks, .strayGlobalDomain, .leftover,
            .strayText, .leftoverLock, .foreignHost, .noKeys, .danglingLink, .caseVariant, .nameNotUTF8,
            .nameNotChecked, .unusableSchema:
            nil
        }
    }

    /// The paths of the values whose positions the finding needs.
    fileprivate var paths: [PropertyListPath] {
        switch self {
        // A required key that is missing has the position of its dictionary.
        case .schemaViolation(_, let path): [path, PropertyListPath(path.components.dropLast())]
        case .substitution(let substitution) where substitution.isSomewhereInside: []
        case .equivalentKeys(let path, let keys): keys.map(path.appending)
        case .missingKey: []
        default: keyPath.map { [$0] } ?? []
        }
    }

    /// The offset of a finding, and the offset of the other key.
    fileprivate typealias Offsets = (offset: Int?, other: Int?)

    /// Returns the offsets of the finding. A key that occurs several times is found at each repetition up to a limit.
    fileprivate func offsets(in places: ElementPlaces, limit: Int) -> [Offsets] {
        guard case .duplicateKey(let path) = self else { return [singleOffsets(in: places)] }
        var repetitions: [Offsets] = []
        var first: ElementPlaces.Element?
        for element in places[path] where repetitions.count < limit {
            // The same path can lead into several dictionaries if a key above occurs several times as well.
            if let first, first.container == element.container {
                repetitions.append((element.start, first.start))
            } else {
                first = element
            }
        }
        return repetitions.isEmpty ? [(nil, nil)] : repetitions
    }

    private func singleOffsets(in places: ElementPlaces) -> Offsets {
        let elements = paths.flatMap { places[$0] }
        switch self {
        case .equivalentKeys:
            let starts = elements.map(\.start).sorted()
            return (starts.dropFirst().first, starts.first)
        case .controlCharacters(let path):
            let isInKey = path.components.last?.isAllowedInXML == false
            return (isInKey ? elements.first?.start : elements.first?.value.lowerBound, nil)
        case .surplusKey, .unknownKey, .deprecatedKey:
            return (elements.last?.start, nil)
        case .substitution(let substitution) where substitution.position != nil:
            return (nil, nil)
        case .substitution(let substitution) where substitution.found == .invalidBase64:
            return (elements.first.map(places.offsetOfInvalidBase64), nil)
        default:
            return (elements.first?.value.lowerBound, nil)
        }
    }
}

extension PropertyListSubstitution {
    /// Whether `UserDefaults` shows no keys of a file that contains such a value.
    fileprivate var hidesFromUserDefaults: Bool {
        switch found {
        case .null, .keyOfAnotherType, .set: true
        case .loneSurrogate, .wideInteger, .roundedNumber, .impossibleDate, .invalidBase64, .trailingText: false
        }
    }
}
