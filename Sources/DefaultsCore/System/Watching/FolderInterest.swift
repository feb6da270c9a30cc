/// A reason to watch a folder: events of the folder itself, or of some of its entries.
struct FolderInterest: Equatable {
    /// The names in a folder whose events are of interest.
    enum Names: Equatable {
        /// No names. Only events of the folder itself are of interest.
        case none
        case one([UInt8])
        case suffix([UInt8])
        /// All folders. Other entries whose names do not begin with a dot are included, because they may be links to
        /// folders.
        case folders

        fileprivate func contains(_ name: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
            switch self {
            case .none: false
            case .one(let own): name.elementsEqual(own)
            case .suffix(let suffix): name.suffix(suffix.count).elementsEqual(suffix)
            case .folders: isFolder || name.first != UInt8(ascii: ".")
            }
        }
    }

    /// The path of the folder, without links.
    @ExactName private(set) var folder: String
    let events: FolderEvents
    let names: Names
    /// The path under which the entries of the folder are reported, or `nil` if it does not matter which entry has
    /// changed. The path can lead to the folder through links.
    private let reportedFolder: ExactName?

    init(_ folder: String, _ events: FolderEvents, _ names: Names, reportedAs reportedFolder: String? = nil) {
        self.folder = folder
        self.events = events
        self.names = names
        self.reportedFolder = reportedFolder.map { ExactName($0) }
    }

    /// Returns whether an event in the folder is of interest.
    func concerns(_ event: FolderEvent) -> Bool {
        if !event.kinds.isDisjoint(with: .ended) { return true }
        if !events.isDisjoint(with: event.kinds.intersection(.moved)) { return true }
        return !events.isDisjoint(with: event.kinds)
            && names.contains(event.name, isFolder: event.kinds.contains(.ofFolder))
    }

    /// Returns the path of the entry that has changed, or `nil` if the entry is not known or does not matter.
    func entry(of event: FolderEvent) -> ExactName? {
        guard let reportedFolder, event.kinds.isDisjoint(with: [.moved, .ended, .overflow]),
            let name = String(validating: event.name, as: UTF8.self), !name.isEmpty
        else { return nil }
        return ExactName(reportedFolder.text.appendingComponent(name))
    }
}
