import DefaultsCore
import Foundation
import ToolSupport

/// The effect of a command on one file.
struct PlutilRun {
    let arguments: PlutilArguments
    let file: PlutilFile

    private var options: PlutilArguments.Options { arguments.options }

    /// Performs the command.
    ///
    /// - Returns: The bytes to print. On a terminal, control characters in values are escaped, so that a stored value
    ///   cannot control the terminal.
    func output() throws -> [UInt8] {
        switch arguments.command {
        case .help, .version: return []
        case .lint:
            try PlutilSource.check(try file.read())
            if options.isSilent { return [] }
            return Array(("\(file.shownName): OK".escapingControlCharacters() + "\n").utf8)
        case .show:
            let source = try PlutilSource(try file.read())
            try source.shownValue()
            return file.streams.printed(PlutilPrinter.bytes(of: source), as: .openStep)
        case .convert(let format):
            return try writeDocument(format) { source in try source.exactValue() }
        case .extract(let path, nil, let expected):
            return try writeText(at: path) { source in
                try check(source, at: path, expected)
                if source.isNull(at: path) || source.isRounded(at: path) { _ = try source.exactValue(at: path) }
                return PlutilRawText.text(of: try source.value(at: path))
            }
        case .extract(let path, let format?, let expected):
            return try writeDocument(format, at: path, replacing: "the replacement of a file by a value in it") {
                source in
                try check(source, at: path, expected)
                return try source.exactValue(at: path)
            }
        case .type(let path, let expected):
            return try writeText(at: path) { source in try check(source, at: path, expected) }
        case .edit(let edit):
            let target = try file.target(options)
            if target.isSource { return report(try file.edit(edit, isReadable: options.isReadable)) }
            return try write(nil, to: target) { source in
                try source.apply(edit)
                return (try source.data(isReadable: options.isReadable), source.value)
            }
        case .create(let format):
            let data = try format.data(of: [:], isReadable: options.isReadable)
            if file.isInput { return file.streams.printed(data, as: format) }
            try file.create(data)
            return []
        }
    }

    /// Throws an error if the value at a key path does not have the expected type.
    ///
    /// - Returns: The name of its type. That of a null is `(any)`, as in Apple's tool.
    @discardableResult
    private func check(
        _ source: PlutilSource, at path: PlutilKeyPath, _ expected: PropertyListType?
    ) throws(PlutilError) -> String {
        let value = try source.shownValue(at: path)
        let name = source.isNull(at: path) ? "(any)" : value.type.plutilName
        guard let expected, name != expected.plutilName else { return name }
        throw PlutilError("Value at [\(path.text)] expected to be \(expected.plutilName) but is \(name)")
    }

    /// Writes a raw value or a type. Only on standard output, a newline follows.
    private func writeText(at path: PlutilKeyPath, _ makeText: (PlutilSource) throws -> String) throws -> [UInt8] {
        let target = options.output == nil && options.fileExtension == nil ? .standardOutput : try file.target(options)
        let end = target.path == nil && !options.omitsNewline ? "\n" : ""
        return try write(.openStep, at: path, replacing: "the replacement of a file by a raw value", to: target) {
            // An array, because `Data` asks at run time what other collections are.
            (Data(Array((try makeText($0) + end).utf8)), nil)
        }
    }

    /// Writes the document or a value in it.
    private func writeDocument(
        _ format: DocumentFormat, at path: PlutilKeyPath? = nil, replacing subject: String? = nil,
        _ value: (PlutilSource) throws -> PropertyListValue
    ) throws -> [UInt8] {
        try write(format, at: path, replacing: subject, to: try file.target(options)) { source in
            let root = try value(source)
            return (try format.data(of: root, isReadable: options.isReadable), root)
        }
    }

    /// Writes the result of the command.
    ///
    /// - Parameters:
    ///   - format: The format of the result, or `nil` for that of the document. Text has the escapes of the old style.
    ///   - path: The key path of the value in the result, or `nil` for the root.
    ///   - subject: The change of the file as a noun phrase, or `nil` if the result is the whole document.
    ///   - contents: Returns the result. It may change the source, which has no other owner.
    /// - Returns: The bytes to print.
    private func write(
        _ format: DocumentFormat?, at path: PlutilKeyPath? = nil, replacing subject: String? = nil,
        to target: OutputTarget,
        _ contents: (inout PlutilSource) throws -> PlutilFile.Contents
    ) throws -> [UInt8] {
        var notices: [PlutilError] = []
        func checked(_ source: inout PlutilSource) throws -> PlutilFile.Contents {
            let old = source.format == .xml ? source.value[path?.path ?? PropertyListPath()] : nil
            let result = try contents(&source)
            let notice = result.root.flatMap {
                (format ?? source.format).invalidity(of: $0, since: old ?? [:], in: target.path)
            }
            if let notice { notices.append(PlutilError(notice)) }
            return result
        }
        if target.isSource { return report(try file.replace(subject, at: path, checked) + notices) }
        var source = try PlutilSource(try file.read())
        let result = try checked(&source)
        if let duplicate = source.duplicateKey(at: path) {
            notices.append(PlutilError("\(file.shownName): \(duplicate.sentence)"))
        }
        if let output = target.path {
            try file.write(result.data, of: result.root, to: output)
            // A value in a document is not expected to have the comments.
            if subject == nil, source.hasComments, InputFile.kind(of: output) == .regularFile {
                notices.append(PlutilError("'\(file.shownName)' has comments, which '\(output)' does not contain"))
            }
        }
        report(notices)
        return target.path == nil ? file.streams.printed(result.data, as: format ?? source.format) : []
    }

    /// Reports notices, unless the user wants none. Returns no output.
    @discardableResult
    private func report(_ notices: [PlutilError]) -> [UInt8] {
        if !options.isSilent { notices.forEach(file.streams.report) }
        return []
    }
}
