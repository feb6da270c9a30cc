import DefaultsCore
import Foundation
import PropertyList
import ToolSupport

/// The effect of a command on one file.
struct PlutilRun {
    private let command: PlutilCommand
    private let options: PlutilArguments.Options
    private let file: PlutilFile
    private let output: PlutilOutput

    init(_ arguments: PlutilArguments, _ file: PlutilFile, _ output: PlutilOutput) {
        (command, options) = (arguments.command, arguments.options)
        (self.file, self.output) = (file, output)
    }

    /// Performs the command.
    ///
    /// - Throws: ``PlutilOutput/WriteError`` if standard output cannot be written, and other errors about the file.
    func perform() throws {
        switch command {
        case .help: break
        case .lint:
            try PlutilDocument.check(try file.read())
            if !options.isSilent { try output.writeLine("\(file.shownName): OK") }
        case .show:
            let document = try PlutilDocument(try file.read())
            try document.shownValue()
            try output.write(String(decoding: PlutilPrinter.bytes(of: document), as: UTF8.self))
        case .convert(let format):
            try writeDocument(format) { document in try document.exactValue() }
        case .extract(let path, nil, let expected):
            try writeText { document in try rawText(of: document, at: path, expected) }
        case .extract(let path, let format?, let expected):
            try writeDocument(format, replacing: "the replacement of a file by a value in it") { document in
                try check(document, at: path, expected)
                return try document.exactValue(at: path)
            }
        case .type(let path, let expected):
            try writeText { document in try check(document, at: path, expected) }
        case .edit(let edit): try perform(edit)
        case .create(let format): try create(format)
        }
    }

    /// Throws an error if the value at a key path does not have the expected type.
    ///
    /// - Returns: The name of its type. That of a null is `(any)`, as in Apple's tool.
    @discardableResult
    private func check(
        _ document: PlutilDocument, at path: PlutilKeyPath, _ expected: PropertyListType?
    ) throws(PlutilError) -> String {
        let value = try document.shownValue(at: path)
        let name = document.isNull(at: path) ? "(any)" : value.type.plutilName
        guard let expected, name != expected.plutilName else { return name }
        throw PlutilError("Value at [\(path.text)] expected to be \(expected.plutilName) but is \(name)")
    }

    private func rawText(
        of document: PlutilDocument, at path: PlutilKeyPath, _ expected: PropertyListType?
    ) throws(PlutilError) -> String {
        try check(document, at: path, expected)
        if document.isNull(at: path) || document.isRounded(at: path) { _ = try document.exactValue(at: path) }
        return PlutilRawText.text(of: try document.value(at: path))
    }

    /// Writes a raw value or a type. Only on standard output, a newline follows.
    private func writeText(_ makeText: (PlutilDocument) throws -> String) throws {
        let target = options.output == nil && options.fileExtension == nil ? .standardOutput : try file.target(options)
        if target.isSource {
            let subject = "the replacement of a file by a raw value"
            return report(try file.replace(subject) { document in (Data(try makeText(document).utf8), nil) })
        }
        let text = try makeText(try PlutilDocument(try file.read()))
        guard let path = target.path else { return try output.write(options.omitsNewline ? text : text + "\n") }
        try file.write(Data(text.utf8), to: path)
    }

    /// Writes a value of the document in a format.
    ///
    /// - Parameter subject: The change of the file as a noun phrase, or `nil` if its values do not change.
    private func writeDocument(
        _ format: DocumentFormat, replacing subject: String? = nil,
        _ value: @escaping (PlutilDocument) throws -> PropertyListValue
    ) throws {
        let contents = { (document: PlutilDocument) throws -> PlutilFile.Contents in
            let root = try value(document)
            return (try format.data(of: root, isReadable: options.isReadable), root)
        }
        let target = try file.target(options)
        if target.isSource {
            return report(try subject.map { try file.replace($0, contents) } ?? file.rewrite(contents))
        }
        let document = try PlutilDocument(try file.read())
        let data = try contents(document).data
        guard let path = target.path else { return try output.write(data, format) }
        try file.write(data, to: path)
        // A value in a document is not expected to have the comments.
        if subject == nil { reportComments(of: document, missingIn: path) }
    }

    /// Prints a notice, unless there is none or the user wants none.
    private func report(_ notice: PlutilError?) {
        if let notice, !options.isSilent { output.report(notice.sentence) }
    }

    private func reportComments(of document: PlutilDocument, missingIn path: String) {
        guard document.hasComments, InputFile.kind(of: path) == .regularFile else { return }
        report(PlutilError("'\(file.shownName)' has comments, which '\(path)' does not contain"))
    }

    private func perform(_ edit: PlutilEdit) throws {
        let target = try file.target(options)
        if target.isSource {
            return report(try file.edit(edit, isReadable: options.isReadable))
        }
        var document = try PlutilDocument(try file.read())
        try document.apply(edit)
        let data = try document.data(isReadable: options.isReadable)
        guard let path = target.path else { return try output.write(data, document.format) }
        try file.write(data, to: path)
        reportComments(of: document, missingIn: path)
    }

    private func create(_ format: DocumentFormat) throws {
        let data = try format.data(of: [:], isReadable: options.isReadable)
        if file.isInput { try output.write(data, format) } else { try file.create(data) }
    }
}
