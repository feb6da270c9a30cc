import DefaultsCore
import ToolSupport

/// The property list that PlistBuddy edits, and the effects of its commands.
///
/// The output of commands is collected, so that it can be printed when no lock is held.
struct PlistBuddySession {
    /// The path of the file in the user's spelling.
    let path: String
    private let printsXML: Bool
    /// Returns the redirected path of another file that a command reads.
    private let locate: (String) -> String
    private var root: PropertyListValue = [:]
    /// The path of the container where relative paths begin.
    private var container = PropertyListPath()
    private var isMissing = false
    /// Whether there are unsaved changes.
    private(set) var isChanged = false
    /// Whether changes were saved.
    private(set) var hasSaved = false
    /// The exit status: 65 if a schema has refused a change, and otherwise 1 if a command has failed.
    private(set) var status = ExitStatus.success
    /// Whether a command has ended the session.
    private(set) var isEnded = false
    /// The output that has not been written yet.
    var output = PlistBuddyOutput()

    init(path: String, printsXML: Bool, locate: @escaping (String) -> String = { $0 }) {
        (self.path, self.printsXML, self.locate) = (path, printsXML, locate)
    }

    /// Reads the file. A missing file is an empty dictionary.
    ///
    /// - Returns: Whether the file can be edited.
    mutating func open(_ file: some SessionFile) -> Bool {
        do {
            try load(file)
            if isMissing { output.printLine("File Doesn't Exist, Will Create: \(path)") }
            return true
        } catch {
            output.printLine("Error Reading File: \(path)")
            report(error)
            return false
        }
    }

    private mutating func load(_ file: some SessionFile) throws {
        let document = try file.read()
        isMissing = document == nil
        root = document?.value ?? [:]
        isChanged = false
        leaveInvalidContainer()
    }

    /// Performs the command of a line.
    mutating func perform(_ line: String, in file: some SessionFile) {
        do {
            try perform(try PlistBuddyCommand(line), in: file)
        } catch {
            report(error)
        }
    }

    /// Opens the file, performs commands until one of them ends the session, and saves the changes.
    mutating func perform(_ commands: [String], in file: some SessionFile) {
        guard open(file) else { return }
        for command in commands where !isEnded { perform(command, in: file) }
        do {
            if isChanged { try save(in: file) }
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

    private mutating func save(in file: some SessionFile) throws {
        try file.write(root)
        (isChanged, isMissing, hasSaved) = (false, false, true)
    }

    private mutating func perform(_ command: PlistBuddyCommand, in file: some SessionFile) throws {
        switch command {
        case .help: output.add(PlistBuddyHelp.full.utf8)
        case .exit: isEnded = true
        case .save:
            output.printLine("Saving...")
            if isChanged || isMissing { try save(in: file) }
        case .revert:
            output.printLine("Reverting to last saved state...")
            try load(file)
        case .clear(let type): try clear(type)
        case .show(let entry): try show(entry)
        case .set(let entry, let value): try set(entry, to: value)
        case .add(let entry, let type, let text):
            try add(try PropertyListType(entryName: type).newEntry(text), at: entry, for: "Add")
        case .copy(let source, let destination): try copy(source, to: destination)
        case .delete(let entry): try delete(entry)
        case .merge(let path, let entry, let isRecursive): try merge(path, into: entry, isRecursive: isRecursive)
        case .importFile(let entry, let path): try importFile(path, as: entry)
        case .changeContainer(let entry): try changeContainer(to: entry)
        }
    }

    private mutating func add(
        _ value: PropertyListValue, at entry: EntryPath, for command: String
    ) throws(PlistBuddyError) {
        try root.add(value, at: entry, from: container, command: command)
        isChanged = true
    }

    /// Changes to the root if the working container does not exist any longer or is not a container.
    private mutating func leaveInvalidContainer() {
        if !container.components.isEmpty, root[container]?.entryType.isContainer != true {
            output.printLine("Working Container has become Invalid.  Setting to :")
            container = PropertyListPath()
        }
    }

    private func entry(
        _ entry: EntryPath, for command: String, isToBeChanged: Bool = false
    ) throws(PlistBuddyError) -> (path: PropertyListPath, value: PropertyListValue) {
        guard let found = root.entry(at: entry, from: container, isToBeChanged: isToBeChanged) else {
            throw PlistBuddyError("\(command): Entry, \"\(entry.text)\", Does Not Exist")
        }
        return found
    }
}

/// Commands.
extension PlistBuddySession {
    private mutating func clear(_ name: String) throws(PlistBuddyError) {
        // Apple's tool clears the file for every unknown type, this command only for an empty name.
        if name.isEmpty { output.printLine("Unrecognized Type: ") }
        root = try PropertyListType(entryName: name.isEmpty ? "dict" : name).newEntry("")
        output.printLine("Initializing Plist...")
        isChanged = true
        leaveInvalidContainer()
    }

    private mutating func show(_ entry: EntryPath) throws {
        let (path, value) = try self.entry(entry, for: "Print")
        guard printsXML else { return output.add(EntryPrinter.bytes(of: value)) }
        output.add(try PropertyListWriter.data(of: value, as: .xml), as: .xml)
        guard let place = value.pathOfCharactersNotInXML else { return }
        let notice = CommandError.invalidXML(at: PropertyListPath(path.components + place.components))
        output.printLine("PlistBuddy: \(notice.message ?? "")", on: .error)
    }

    private mutating func set(_ entry: EntryPath, to text: String) throws {
        let (path, old) = try self.entry(entry, for: "Set", isToBeChanged: true)
        let type = old.entryType
        if type.isContainer { throw PlistBuddyError("Set: Cannot Perform Set On Containers") }
        do {
            try root.set(try type.entry(text), at: path)
            isChanged = true
        } catch {
            let words = text.unicodeScalars.split(separator: " ", maxSplits: 1).map(String.init)
            // The name of a type may precede the value, as in `Add`.
            if words.count == 2, let value = words.last?.trimmingBlanks,
                (try? PropertyListType(entryName: words[0])) != nil, (try? type.entry(value)) != nil
            {
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
        try add(value, at: destination, for: "Copy")
    }

    private mutating func delete(_ entry: EntryPath) throws {
        let path = try self.entry(entry, for: "Delete", isToBeChanged: true).path
        if path.components.isEmpty { throw PlistBuddyError("Delete: Cannot Delete The Root; Use Clear") }
        try root.remove(at: path)
        isChanged = true
        leaveInvalidContainer()
    }

    private mutating func merge(_ file: String, into entry: EntryPath, isRecursive: Bool) throws {
        guard let (path, target) = root.entry(at: entry, from: container) else {
            throw PlistBuddyError("Merge: \"\(entry.text)\" Entry Does Not Exist")
        }
        let source = try reading(file, for: "Merge", isDocument: true) { bytes in
            try ValueReader.value(in: bytes, path: file)
        }
        var skipped: [String] = []
        guard let merged = target.merged(with: source, isRecursive: isRecursive, &skipped) else {
            let (added, present) = (source.type.entryName, target.type.entryName)
            throw PlistBuddyError("Merge: Can't Add \(added) Entries to \(present)")
        }
        try root.set(merged, at: path)
        isChanged = true
        for key in skipped { output.printLine("Duplicate Entry Was Skipped: \(key)") }
    }

    private mutating func importFile(_ file: String, as entry: EntryPath) throws {
        let present = root.entry(at: entry, from: container, isToBeChanged: true)
        let type = present?.value.entryType ?? .data
        if type.isContainer { throw PlistBuddyError("Import: Specified Entry Must Not Be a Container") }
        let bytes = try reading(file, for: "Import") { $0 }
        let value: PropertyListValue
        if type == .data {
            value = .data(.init(bytes))
        } else if let text = String(exactly: bytes) {
            value = try type.entry(text)
        } else {
            throw PlistBuddyError("Import: The File Is Not A Value For Entry, \"\(entry.text)\"")
        }
        guard let path = present?.path else { return try add(value, at: entry, for: "Import") }
        try root.set(value, at: path)
        isChanged = true
    }

    private mutating func changeContainer(to entry: EntryPath) throws(PlistBuddyError) {
        let (path, value) = try self.entry(entry, for: "CD")
        guard value.entryType.isContainer else {
            throw PlistBuddyError("CD: Entry, \"\(entry.text)\", Is Not A Container")
        }
        container = path
    }

    /// Reads another file. Reports an error with its reason, and then throws the sentence of Apple's tool.
    private mutating func reading<Result>(
        _ path: String, for command: String, isDocument: Bool = false, _ parse: ([UInt8]) throws -> Result
    ) throws -> Result {
        do {
            return try parse(try InputFile.read(locate(path), isDocument: isDocument))
        } catch {
            report(error)
            throw PlistBuddyError("\(command): Error Reading File: \(path)")
        }
    }
}
