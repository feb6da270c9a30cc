import DefaultsPreferences
import Testing

/// A kind of migration step, with the values that it finds and leaves.
struct StepKind: Sendable, CustomTestStringConvertible {
    /// Whether a check applies to a kind of step, or the reason why it does not.
    enum Cell: Sendable, Equatable {
        case applies
        case not(String)
    }

    let testDescription: String
    let steps: [MigrationStep]
    /// The values of the source, before and after the migration.
    let (old, leaves): (PropertyListDictionary, PropertyListDictionary)
    /// The values of the target, before and after the migration.
    let (before, gives): (PropertyListDictionary, PropertyListDictionary)
    /// The effects of the steps, with the old and new paths.
    let effects: [String]
    /// Values can come from another domain.
    let otherDomain: Cell
    /// The steps find nothing to do if there are no old values.
    let nothing: Cell
    /// The policy for conflicts applies to new values.
    let conflicts: Cell
    /// The new values can be in a keyring.
    let keyring: Cell

    init(
        _ name: String, _ steps: [MigrationStep], old: PropertyListDictionary = [:],
        before: PropertyListDictionary = [:],
        leaves: PropertyListDictionary = [:], gives: PropertyListDictionary = [:], _ effects: String...,
        otherDomain: Cell = .applies, nothing: Cell = .applies, conflicts: Cell = .applies, keyring: Cell
    ) {
        (testDescription, self.steps, self.effects) = (name, steps, effects)
        (self.old, self.before, self.leaves, self.gives) = (old, before, leaves, gives)
        (self.otherDomain, self.nothing, self.conflicts, self.keyring) = (otherDomain, nothing, conflicts, keyring)
    }
}

/// A kind of step at a place of the old and new values.
struct StepCase: Sendable, CustomTestStringConvertible {
    enum Place: String {
        case oneDomain = "one domain"
        case twoDomains = "two domains"
        case keyring
    }

    let kind: StepKind
    let place: Place

    var testDescription: String { "\(kind.testDescription), \(place.rawValue)" }

    static let inFiles = StepKind.all.flatMap { kind in
        (kind.otherDomain == .applies ? [.oneDomain, .twoDomains] : [.oneDomain]).map {
            StepCase(kind: kind, place: $0)
        }
    }
    static let all =
        inFiles + StepKind.all.filter { $0.keyring == .applies }.map { StepCase(kind: $0, place: .keyring) }
    static let withConflicts = inFiles.filter {
        $0.kind.conflicts == .applies && $0.place == ($0.kind.otherDomain == .applies ? .twoDomains : .oneDomain)
    }

    func oldDomain(_ source: Domain, _ target: Domain) -> Domain { place == .oneDomain ? target : source }

    func before() throws -> [PropertyListDictionary] { try contents(kind.old, kind.before) }
    func after() throws -> [PropertyListDictionary] { try contents(kind.leaves, kind.gives) }

    private func contents(
        _ old: PropertyListDictionary, _ new: PropertyListDictionary
    ) throws -> [PropertyListDictionary] {
        if place != .oneDomain { return [old, new] }
        var merged = old
        try ChangeSet([.mergeDeeply(new)]).apply(to: &merged)
        return [[:], merged]
    }
}

extension StepKind {
    static let all = moves + updates

    private static let plainCopy = Cell.not("a plain copy would stay")
    private static let unrecoverable = Cell.not("the record in a keyring has no values to restore")

    private static let split = MigrationStep.Conversion.custom("split") { value in
        guard case .string(let text) = value else { return nil }
        return .array(text.split(separator: ",").map { .string(String($0)) })
    }

    private static let moves = [
        StepKind(
            "move", [.move(.fontSize, to: .textSize)], old: ["FontSize": 14, "Kept": 1], leaves: ["Kept": 1],
            gives: ["TextSize": 14], "moved FontSize TextSize", keyring: .applies),
        StepKind(
            "move with a conversion",
            [
                .move("Size", to: PropertyListPath(["Window", "Size"])).expecting(.integer).converting(.lossless),
                .move("Names", to: "NameList").expecting(.array).converting(split),
            ], old: ["Size": "14", "Names": "a,b"], gives: ["Window": ["Size": 14], "NameList": ["a", "b"]],
            "moved Size Window.Size", "moved Names NameList", keyring: .applies),
        StepKind(
            "copy", [.copy("Theme", to: PropertyListPath(["Look", "Theme"])).expecting(.string)],
            old: ["Theme": "dark"],
            leaves: ["Theme": "dark"], gives: ["Look": ["Theme": "dark"]], "copied Theme Look.Theme",
            keyring: plainCopy),
        StepKind(
            "delete", [.delete("Scratch")], old: ["Scratch": "s", "Kept": 1], leaves: ["Kept": 1], "deleted Scratch",
            conflicts: .not("there is no new value"), keyring: unrecoverable),
        StepKind(
            "default", [.setDefault(true, at: "Wrap"), .setDefault(1, at: "Present")], before: ["Present": 2],
            gives: ["Present": 2, "Wrap": true], "defaultSet Wrap", nothing: .not("a default needs no old value"),
            conflicts: .not("a default replaces no value"), keyring: .applies),
        StepKind(
            "a new value in place of one that another step deletes",
            [
                .move("a", to: "b"), .delete("b"), .delete("Window"),
                .move("w", to: PropertyListPath(["Window", "Width"])),
            ], old: ["a": "new", "b": "stale", "Window": ["Height": 1], "w": 2],
            gives: ["b": "new", "Window": ["Width": 2]], "moved a b", "deleted b", "deleted Window",
            "moved w Window.Width", keyring: unrecoverable),
    ]

    private static let ofUpdates = Cell.not("an update decides by code")

    private static let updates = [
        StepKind(
            "update",
            [
                .update(named: "2026") { old, new in
                    new[.fontSize] *= 2
                    new[.recent].removeFirst()
                    new[.themeName] = nil
                    new[PropertyListPath(["Window", "Width"])] = nil
                    new[PropertyListPath(["Window", "Size", "Height"])] = 4
                    new["Added"] = old["Scale"]
                    new["Absent"] = nil
                }
            ], old: ["Scale": 3],
            before: ["FontSize": 12, "Recent": ["a", "b"], "Theme": "dark", "Window": ["Width": 3, "Height": 4]],
            leaves: ["Scale": 3],
            gives: ["FontSize": 24, "Recent": ["b"], "Window": ["Height": 4, "Size": ["Height": 4]], "Added": 3],
            "updated Added", "updated FontSize", "updated Recent", "deleted Theme", "updated Window.Size",
            "deleted Window.Width", nothing: ofUpdates, conflicts: ofUpdates, keyring: unrecoverable),
        StepKind(
            "update of values that other steps have moved",
            [
                .move("a", to: "x"), .move("b", to: "y"), .delete("c"),
                .update(named: "u") { _, new in
                    new["x"] = .array([new["x"] ?? 0])
                    new["k"] = 1
                },
            ], old: ["a": 1, "b": 2, "c": 3], before: ["k": 0], gives: ["x": [1], "y": 2, "k": 1], "moved a x",
            "moved b y", "deleted c", "updated k", "updated x", nothing: ofUpdates, conflicts: ofUpdates,
            keyring: unrecoverable),
    ]
}

extension PreferenceKey<Int> {
    fileprivate static let fontSize = Self("FontSize", default: 12)
    fileprivate static let textSize = Self("TextSize", default: 12)
}

extension PreferenceKey<String?> {
    fileprivate static let themeName = Self("Theme")
}

extension PreferenceKey<[String]> {
    fileprivate static let recent = Self("Recent", default: [])
}
