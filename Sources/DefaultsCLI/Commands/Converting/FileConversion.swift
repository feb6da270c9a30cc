import DefaultsCore
import Foundation
import ToolSupport

/// The conversion of one file or of standard input.
struct FileConversion {
    let source: String
    let target: OutputTarget

    /// Returns the conversions of a command line, each with a different target.
    static func all(of invocation: Invocation, in folders: DomainFolders) throws(CommandError) -> [FileConversion] {
        let options = invocation.options
        if options.replacesInput {
            if invocation.operands.isEmpty { throw invocation.misuse }
            if options.documentFormat == nil { throw .optionNeedsOption("--in-place", "--format") }
        }
        let sources = invocation.operands.isEmpty ? ["-"] : invocation.words.map(folders.redirected)
        if sources.count(where: { $0 == "-" }) > 1 { throw .inputTwice }
        let conversions = try sources.map { (source) throws(CommandError) in
            FileConversion(source: source, target: try target(of: source, among: sources.count, options))
        }
        if conversions.count == 1 { return conversions }
        var written: [FilePlace: String] = [:]
        for conversion in conversions {
            guard let path = conversion.target.path, let place = FilePlace(path) else { continue }
            if let other = written.updateValue(conversion.source, forKey: place) {
                throw CommandError(
                    .usage,
                    "'\(shown: other)' and '\(shown: conversion.source)' would both be written to '\(shown: path)'")
            }
        }
        return conversions
    }

    private static func target(
        of source: String, among count: Int, _ options: OptionValues
    ) throws(CommandError) -> OutputTarget {
        let (output, suffix) = (options.outputFile, options.outputSuffix)
        if options.replacesInput {
            if source == "-" { throw .inputWithoutName("--in-place") }
            return OutputTarget(inPlaceOf: source)
        }
        if let output, !isFolder(output) {
            if count == 1, suffix == nil { return OutputTarget(output, from: source) }
            let refusal = count > 1 ? "several files cannot be written to" : "option '-e' has no effect on"
            throw CommandError(.usage, "\(shown: refusal) '\(shown: output)', which is not a folder")
        }
        if output == nil, suffix == nil {
            if count == 1 { return .standardOutput }
            throw CommandError(.usage, "several files need option '-o' with a folder, '-e' or '--in-place'")
        }
        if source == "-" { throw .inputWithoutName(output == nil ? "-e" : "-o") }
        return OutputTarget(OutputTarget.path(for: source, inFolder: output, suffix: suffix), from: source)
    }

    private static func isFolder(_ path: String) -> Bool {
        path != "-" && (path.hasScalarSuffix("/") || InputFile.kind(of: path) == .folder)
    }

    /// Performs conversions in order. If one of several conversions fails, reports its error and continues with the
    /// next.
    ///
    /// - Returns: The status of the first conversion that failed, or success.
    /// - Throws: The error of the conversion, if there is only one.
    static func perform(_ conversions: [FileConversion], in session: Session) throws(CommandError) -> ExitStatus {
        for path in conversions.compactMap(\.target.path) { try session.requireOutput(path) }
        var status = ExitStatus.success
        for conversion in conversions {
            do throws(CommandError) {
                try conversion.perform(in: session)
            } catch {
                if conversions.count == 1 { throw error }
                session.report(error)
                if status == .success { status = error.status }
            }
        }
        return status
    }

    private func perform(in session: Session) throws(CommandError) {
        let options = session.options
        do {
            if target.isSource { return try replaceSource(in: session) }
            session.streams.progress?.noteInput(source)
            var bytes = try session.streams.bytes(of: source, sizeLimit: options.sizeLimit, isDocument: true)
            session.streams.progress?.note("converting", source)
            // An empty stream is an error, because a program has probably failed.
            let isFile = source != "-" && InputFile.kind(of: source) == .regularFile
            if isFile { bytes = PropertyListReader.contents(ofFile: bytes) }
            let (value, document) = try ValueReader.read(bytes, path: source, acceptsDuplicates: true)
            let (data, format) = (try converted(value, options), options.documentFormat ?? .xml)
            if let key = document?.duplicateKeys.first {
                let place = "'\(key.description.excerpt)' of \(source)"
                session.report(
                    CommandError(.success, "key \(shown: place) occurs more than once; one value is written"))
            }
            report(value, document, in: session)
            guard let path = target.path else { return try session.write(document: data, as: format) }
            try session.files.write(data, of: value, to: path, like: source == "-" ? nil : source)
        } catch let error as PreferencesError {
            throw failure(error, in: session)
        } catch {
            throw CommandError(error)
        }
    }

    /// Returns the error of a file. The path of the source or the target is added if the error does not contain it.
    private func failure(_ error: PreferencesError, in session: Session) -> CommandError {
        let place = target.path.map { target.isSource || $0 == source ? "" : " to \($0)" } ?? ""
        guard [source, target.path].contains(error.path) else {
            return CommandError(error.status, "Could not convert \(shown: source)\(shown: place): \(error)")
        }
        let failure = CommandError(error)
        guard error.isReadFailure, error.systemError?.isMissing == true else { return failure }
        if !Domain.isPath(source), let domain = try? Domain(source),
            (try? session.store.contents(of: domain).isEmpty) == false
        {
            return failure.followed(by: "use 'defaults export \(shown: ShellText.quoted(source)) -' for the domain")
        }
        return failure.explaining(unexpanded: source)
    }

    /// Replaces the file. It is read under the lock, so that a change by another program is not lost.
    private func replaceSource(in session: Session) throws {
        let (options, store) = (session.options, session.files.store)
        var removesXMLComments = false
        session.streams.progress?.note("converting", source)
        try store.updateContents(ofFile: source, nil) { bytes, update in
            let (value, propertyList) = try ValueReader.read(
                PropertyListReader.contents(ofFile: bytes), path: source, acceptsDuplicates: true)
            if !options.rewritesFiles, let key = propertyList?.duplicateKeys.first {
                throw PreferencesError(.duplicateKey(path: source, key))
            }
            let commentFormat = propertyList?.commentFormat
            if let refusal = store.layout?.refusal(ofCommentsIn: commentFormat, at: source) { throw refusal }
            try update.write(try converted(value, options), over: bytes, root: value, from: value)
            report(value, propertyList, in: session)
            removesXMLComments = commentFormat == .xml
        }
        if removesXMLComments { session.files.note(.comments, of: source) }
    }

    /// Reports that other programs do not accept the result, unless the source has the same format.
    private func report(_ value: PropertyListValue, _ document: PropertyListDocument?, in session: Session) {
        guard document?.format != .xml else { return }
        let format = session.options.documentFormat ?? .xml
        if let notice = format.invalidity(of: value, in: target.path) { session.report(notice) }
    }

    private func converted(_ value: PropertyListValue, _ options: OptionValues) throws(CommandError) -> Data {
        let format = options.documentFormat ?? .xml
        do {
            return try format.data(of: value)
        } catch {
            throw CommandError(.invalidData, "Could not convert \(shown: source): \(error)")
        }
    }
}

extension CommandError {
    fileprivate static func inputWithoutName(_ option: String) -> CommandError {
        CommandError(.usage, "option '\(shown: option)' needs the name of a file, and standard input has none")
    }
}
