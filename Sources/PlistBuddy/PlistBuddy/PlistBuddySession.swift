import DefaultsCore
import PropertyList
import ToolSupport

/// The property list that PlistBuddy edits, and the effects of its commands.
///
/// The output of commands is collected, so that it can be printed when no lock is held.
struct PlistBuddySession {
    /// The path of the file in the user's spelling.
    let path: String
    private let printsXML: Bool
    private let sizeLimit: Int
    /// Returns the redirected path of another file that a command reads.
    private let locate: (String) -> String
    private var list = EditedPropertyList()
    /// The keys and indices of the container where relative paths begin.
    private var container: [String] = []
    private var isMissing = false
    /// Whether there are unsaved changes.
    private(set) var isChanged = false
    /// Whether changes were saved.
    private(set) var hasSaved = false
    /// The exit status: 65 if a schema has refused a change, and otherwise 1 if a command has failed.
    private(set) var status = ExitStatus.success
    /// Whether a command has ended the session.
    private(set) var isEnded = false
    private(set) var output = PlistBuddyOutput()

    init(
        path: String, printsXML: Bool, sizeLimit: Int = InputFile.defaultSizeLimit,
        locate: @escaping (String) -> String = { $0 }
    ) {
        (self.path, self.printsXML, self.sizeLimit, self.locate) = (path, printsXML, sizeLimit, locate)
    }

    /// Returns the output since the last call.
    mutating func takeOutput() -> PlistBuddyOutput {
        defer { output = PlistBuddyOutput() }
        return output
    }

    /// Reads the file. A missing file is an empty dictionary.
    ///
    /// - Returns: Whether the file can be edited.
    mutating func open(_ file: inout some EditedFile) -> Bool {
        do {
            try load(&file)
            if isMissing { output.printLine("File Doesn't Exist, Will Create: \(path)") }
            return true
        } catch {
            output.printLine("Error Reading File: \(path)")
            report(error)
            return false
        }
    }

    private mutating func load(_ file: inout some EditedFile) throws {
        let document = try file.read()
        isMissing = document == nil
        list = EditedPropertyList(root: document?.value ?? [:])
        isChanged = false
        leaveInvalidContainer()
    }

    /// Performs the command of a line.
    mutating func perform(_ line: String, in file: inout some EditedFile) {
        do {
            try perform(try PlistBuddyCommand(line), in: &file)
        } catch {
            report(error)
        }
    }

    /// Prints an error. An error other than ``PlistBuddyError`` is printed with the prefix `PlistBuddy: `.
    mutating func report(_ error: any Error) {
        if status != .invalidData { status = error is SchemaRefusalError ? .invalidData : .negative }
        if let error = error as? PlistBuddyError {
            output.printLine(error.sentence, on: error.stream)
        } else {
            output.printLine("PlistBuddy: \(CommandError.editing(error).message ?? "")", on: .error)
        }
    }

    /// Saves changes at the end of a session that is not interactive. If there are none, does nothing.
    mutating func saveChanges(in file: inout some EditedFile) {
        guard isChanged else { return }
        do {
            try save(in: &file)
        } catch {
            report(error)
        }
    }

    private mutating func save(in file: inout some EditedFile) throws {
        try file.write(list.root)
        (isChanged, isMissing, hasSaved) = (false, false, true)
    }

    private mutating func perform(_ command: PlistBuddyCommand, in file: inout some EditedFile) throws {
        switch command {
        case .help: output.add(PlistBuddyHelp.full)
        case .exit: isEnded = true
        case .save:
            output.printLine("Saving...")
            if isChanged || isMissing { try save(in: &file) }
        case .revert:
            output.printLine("Reverting to last saved state...")
            try load(&file)
        case .clear(let type): try clear(type)
        case .show(let entry): try show(entry)
        case .set(let entry, let value): try set(entry, to: value)
        case .add(let entry, let type, let text):
            let value = try EntryType(named: type).newValue(text)
            try change { (list, container) throws(PlistBuddyError) in
                try list.add(value, at: entry, from: container, command: "Add")
            }
        case .copy(let source, let destination): try copy(source, to: destination)
        case .delete(let entry): try delete(entry)
        case .merge(let path, let entry, let isRecursive): try merge(path, into: entry, isRecursive: isRecursive)
        case .importFile(let entry, let path): try importFile(path, as: entry)
        case .changeContainer(let entry): try changeContainer(to: entry)
        }
    }

    private mutating func change(
        _ body: (inout EditedPropertyList, [String]) throws(PlistBuddyError) -> Void
    ) throws(PlistBuddyError) {
        try body(&list, container)
        isChanged = true
    }

    /// Changes to the root if the working container does not exist any longer or is not a container.
    private mutating func leaveInvalidContainer() {
        if !container.isEmpty, list.value(at: container).map({ EntryType(of: $0).isContainer }) != true {
            output.printLine("Working Container has become Invalid.  Setting to :")
            container = []
        }
    }

    private func entry(
        _ entry: EntryPath, for command: String, isToBeChanged: Bool = false
    ) throws(PlistBuddyError) -> (location: [String], value: PropertyListValue) {
        let location = list.location(of: entry, from: container, isToBeChanged: isToBeChanged)
        guard let location, let value = list.value(at: location) else {
            throw PlistBuddyError("\(command): Entry, \"\(entry.text)\", Does Not Exist")
        }
        return (location, value)
    }
}

/// Commands.
extension PlistBuddySession {
    private mutating func clear(_ name: String) throws(PlistBuddyError) {
        // Apple's tool clears the file for every unknown type, this command only for an empty name.
        if name.isEmpty { output.printLine("Unrecognized Type: ") }
        let root = try EntryType(named: name.isEmpty ? "dict" : name).newValue("")
        output.printLine("Initializing Plist...")
        list = EditedPropertyList(root: root)
        isChanged = true
        leaveInvalidContainer()
    }

    private mutating func show(_ entry: EntryPath) throws {
        let value = try self.entry(entry, for: "Print").value
        guard printsXML else { return output.add(EntryPrinter.bytes(of: value)) }
        guard value.isExact(in: .xml) else {
            throw PlistBuddyError("Print: Entry, \"\(entry.text)\", Cannot Be Represented In XML")
        }
        output.add(Array(try PropertyListWriter.data(of: value, as: .xml)), isXML: true)
    }

    private mutating func set(_ entry: EntryPath, to text: String) throws {
        let (location, old) = try self.entry(entry, for: "Set", isToBeChanged: true)
        let type = EntryType(of: old)
        if type.isContainer { throw PlistBuddyError("Set: Cannot Perform Set On Containers") }
        try list.replace(at: location, with: try newValue(of: entry, type, text))
        isChanged = true
    }

    /// Parses a text as a value of the type. If parsing fails because the name of a type precedes the value, as in
    /// `Add`, also reports that.
    private mutating func newValue(
        of entry: EntryPath, _ type: EntryType, _ text: String
    ) throws(PlistBuddyError) -> PropertyListValue {
        do {
            return try type.value(text)
        } catch {
            if let value = EntryType.valueAfterName(text), (try? type.value(value)) != nil {
                let path = entry.text.utf8.contains(UInt8(ascii: " ")) ? "\"" + entry.text + "\"" : entry.text
                report(CommandError(.negative, "Set takes no type; write 'Set \(shown: path) \(shown: value)'"))
            }
            throw error
        }
    }

    private mutating func copy(_ source: EntryPath, to destination: EntryPath) throws(PlistBuddyError) {
        let value = try entry(source, for: "Copy").value
        // Without a second path, the copy would be an entry with an empty name.
        if destination.text.isEmpty { throw .alreadyExists("Copy", destination) }
        try change { (list, container) throws(PlistBuddyError) in
            try list.add(value, at: destination, from: container, command: "Copy")
        }
    }

    private mutating func delete(_ entry: EntryPath) throws {
        let location = try self.entry(entry, for: "Delete", isToBeChanged: true).location
        if location.isEmpty { throw PlistBuddyError("Delete: Cannot Delete The Root; Use Clear") }
        try list.remove(at: location)
        isChanged = true
        leaveInvalidContainer()
    }

    private mutating func merge(_ path: String, into entry: EntryPath, isRecursive: Bool) throws {
        guard let location = list.location(of: entry, from: container), let target = list.value(at: location) else {
            throw PlistBuddyError("Merge: \"\(entry.text)\" Entry Does Not Exist")
        }
        let source = try reading(path, for: "Merge") { [sizeLimit, locate] in
            let bytes = try InputFile.read(locate(path), sizeLimit: sizeLimit, isDocument: true)
            return try ImportedDocument.value(in: bytes, path: path)
        }
        var skipped: [String] = []
        guard let merged = EditedPropertyList.merged(source, into: target, isRecursive: isRecursive, &skipped) else {
            let (added, present) = (EntryType(of: source).rawValue, EntryType(of: target).rawValue)
            throw PlistBuddyError("Merge: Can't Add \(added) Entries to \(present)")
        }
        try list.replace(at: location, with: merged)
        isChanged = true
        for key in skipped { output.printLine("Duplicate Entry Was Skipped: \(key)") }
    }

    private mutating func importFile(_ path: String, as entry: EntryPath) throws {
        let present = list.location(of: entry, from: container, isToBeChanged: true)
        let type = present.flatMap { list.value(at: $0) }.map { EntryType(of: $0) } ?? .data
        if type.isContainer { throw PlistBuddyError("Import: Specified Entry Must Not Be a Container") }
        let bytes = try reading(path, for: "Import") { [sizeLimit, locate] in
            try InputFile.read(locate(path), sizeLimit: sizeLimit)
        }
        let value = try importedValue(bytes, type, entry)
        guard let present else {
            return try change { (list, container) throws(PlistBuddyError) in
                try list.add(value, at: entry, from: container, command: "Import")
            }
        }
        try list.replace(at: present, with: value)
        isChanged = true
    }

    private func importedValue(
        _ bytes: [UInt8], _ type: EntryType, _ entry: EntryPath
    ) throws(PlistBuddyError) -> PropertyListValue {
        if type == .data { return .data(.init(bytes)) }
        guard let text = String(exactly: bytes) else {
            throw PlistBuddyError("Import: The File Is Not A Value For Entry, \"\(entry.text)\"")
        }
        return try type.value(text)
    }

    private mutating func changeContainer(to entry: EntryPath) throws(PlistBuddyError) {
        let (location, value) = try self.entry(entry, for: "CD")
        guard EntryType(of: value).isContainer else {
            throw PlistBuddyError("CD: Entry, \"\(entry.text)\", Is Not A Container")
        }
        container = location
    }

    /// Reads another file. Reports an error with its reason, and then throws the sentence of Apple's tool.
    private mutating func reading<Result>(
        _ path: String, for command: String, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch {
            report(error)
            throw PlistBuddyError("\(command): Error Reading File: \(path)")
        }
    }
}
