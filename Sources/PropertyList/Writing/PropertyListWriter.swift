public import Foundation
import CoreFoundation

/// A writer of property lists in all formats.
///
/// Foundation's `PropertyListSerialization` produces XML and binary; see `FoundationSerialization`. Its input consists
/// of CoreFoundation objects with sorted keys, so that equal values give identical bytes in every process.
public enum PropertyListWriter {
    /// Returns the bytes of a value in a format. Reading them gives the same value.
    ///
    /// ```swift
    /// let value: PropertyListValue = ["CFBundleVersion": "3"]
    /// try PropertyListWriter.data(of: value, as: .xml).write(to: url, options: .atomic)
    /// ```
    ///
    /// In XML, a carriage return is written as the reference `&#13;`. Other control characters, U+FFFE and U+FFFF are
    /// written as Foundation writes them. Foundation reads them back, and other XML parsers refuse them.
    ///
    /// - Throws: ``PropertyListError`` if the format does not represent a value exactly, more than 512 containers are
    ///   nested, a date is not finite, or Foundation refuses the value.
    public static func data(of value: PropertyListValue, as format: PropertyListFormat) throws(PropertyListError)
        -> Data
    {
        try validate(value, in: .format(format))
        switch format {
        case .xml, .binary: return try FoundationSerialization.data(of: value, as: format)
        case .openStep:
            let text = OldStyleWriter.reading.text(of: value)
            // The reader does not accept a single bare word.
            if case .string = value, text.utf8.first != UInt8(ascii: "\"") { return Data("\"\(text)\"\n".utf8) }
            return Data((text + "\n").utf8)
        }
    }

    /// Throws the errors of ``data(of:as:)`` that do not depend on the format: too many nested containers, and dates
    /// that are not finite.
    public static func validate(_ value: PropertyListValue) throws(PropertyListError) {
        try validate(value, in: .format(.binary))
    }

    /// Throws the same errors for the new root of a file. Only a file that has literals that no value holds keeps them.
    package static func validate(
        _ value: PropertyListValue, over old: PropertyListValue
    ) throws(PropertyListError) {
        try validate(value, in: old.opaqueLiteral == nil ? .format(.binary) : .anyFormat)
    }

    fileprivate static func validate(_ value: PropertyListValue, in target: WritingTarget) throws(PropertyListError) {
        // Building paths takes most of the time, and only an error needs a path.
        if value.isWritable(in: target, depth: 1) { return }
        var path = PropertyListPath()
        try validate(value, in: target, depth: 1, path: &path)
    }

    fileprivate static func validate(
        _ value: PropertyListValue, in target: WritingTarget, depth: Int, path: inout PropertyListPath
    ) throws(PropertyListError) {
        if case .date(let date) = value, !date.timeIntervalSinceReferenceDate.isFinite {
            throw PropertyListError(.dateNotFinite(at: path))
        }
        if let literal = target.refusedLiteral(in: value) { throw .keptOnly(literal, at: path) }
        if let loss = value.loss(in: target) { throw PropertyListError(.inexact(target.format, loss, at: path)) }
        if value.type.isContainer, depth > PropertyListLimits.depth { throw PropertyListError(.tooDeep(at: path)) }
        for (component, member) in value.members {
            path.components.append(component)
            if case .dictionary = value { try validate(key: component, in: target, path) }
            try validate(member, in: target, depth: depth + 1, path: &path)
            path.components.removeLast()
        }
    }

    fileprivate static func validate(
        key: String, in target: WritingTarget, _ path: PropertyListPath
    ) throws(PropertyListError) {
        guard key.loses(in: target) else { return }
        throw PropertyListError(.inexact(target.format, "a key that begins with U+FEFF", at: path))
    }
}

extension JSONWriter {
    /// Returns a file that is written whole.
    ///
    /// - Parameter form: The form of the old file.
    package static func file(_ value: PropertyListValue, _ form: JSONForm) throws(PropertyListError) -> String {
        try PropertyListWriter.validate(value, in: .json(form, movesLiterals: true))
        return JSONWriter(.file(hasTags: form.hasTags)).text(of: value) + "\n"
    }
}

/// What a value is written to, which decides what it can hold.
enum WritingTarget {
    /// A format that is not known. What only some formats or JSON hold is allowed.
    case anyFormat
    case format(PropertyListFormat)
    /// A JSON file. Values that replace others can contain ``OpaqueLiteral`` if it moves literals.
    case json(JSONForm, movesLiterals: Bool)

    /// The format, or `nil` for JSON.
    fileprivate var format: PropertyListFormat? { if case .format(let format) = self { format } else { nil } }

    /// Returns the literal that a string stands for, if it must not be written.
    fileprivate func refusedLiteral(in value: PropertyListValue) -> String? {
        guard case .string(let text) = value else { return nil }
        return switch self {
        case .anyFormat, .json(_, movesLiterals: true): nil
        case .format, .json(_, movesLiterals: false): OpaqueLiteral.literal(of: text)
        }
    }
}

extension PropertyListChange {
    /// Throws the error of ``PropertyListWriter`` for the first new value or key, and that of a null in JSON that would
    /// be replaced. Kept values and keys are not considered.
    func validate(in target: WritingTarget) throws(PropertyListError) {
        try forEachNew { (path, isNewKey, old, value) throws(PropertyListError) in
            if case .json(_, movesLiterals: false) = target, let literal = old?.opaqueLiteral,
                literal == "null" || old?.type.isContainer == true
            {
                throw .keptOnly(literal, at: path)
            }
            if isNewKey, let key = path.components.last { try PropertyListWriter.validate(key: key, in: target, path) }
            guard let value else { return }
            var path = path
            try PropertyListWriter.validate(value, in: target, depth: path.components.count + 1, path: &path)
        }
    }
}

extension PropertyListError {
    /// The error of a literal that no value holds, and that would be replaced or written elsewhere.
    fileprivate static func keptOnly(_ literal: String, at path: PropertyListPath) -> PropertyListError {
        PropertyListError(.notWritten(nil, reason: "\(literal) at \(path.title) can only be kept or deleted"))
    }
}

extension PropertyListValue {
    /// Returns whether a format represents the value exactly, so that ``PropertyListWriter/data(of:as:)`` can write it.
    ///
    /// The binary format is exact for every value that can be written. XML does not preserve fractions of a second,
    /// very distant dates, -0.0, and U+FEFF at the beginning of a string or key. In XML, a dictionary whose only key is
    /// `CF$UID` is a reference if the value is a number. The old style has only strings and data in containers.
    ///
    /// ```swift
    /// let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: 0.5))
    /// let isExact = date.isExact(in: .xml)  // false, because XML has only whole seconds
    /// ```
    public func isExact(in format: PropertyListFormat) -> Bool { isWritable(in: .format(format), depth: 1) }

    fileprivate func isWritable(in target: WritingTarget, depth: Int) -> Bool {
        if loss(in: target) != nil { return false }
        return switch self {
        case .string: target.refusedLiteral(in: self) == nil
        case .integer, .real, .boolean, .data, .uid: true
        case .date(let date): date.timeIntervalSinceReferenceDate.isFinite
        case .array(let elements):
            depth <= PropertyListLimits.depth
                && elements.allSatisfy { $0.isWritable(in: target, depth: depth + 1) }
        case .dictionary(let dictionary):
            depth <= PropertyListLimits.depth
                && dictionary.allSatisfy {
                    !$0.key.loses(in: target) && $0.value.isWritable(in: target, depth: depth + 1)
                }
        }
    }

    /// Returns a noun phrase for the property of the value that a target does not preserve, or `nil` if there is none.
    /// Keys and members are not considered.
    fileprivate func loss(in target: WritingTarget) -> String? {
        switch target {
        case .anyFormat, .format(.binary): nil
        case .format(.xml): lossInXML
        case .format(.openStep):
            switch self {
            case .string, .data, .array, .dictionary: nil
            case .integer, .real, .boolean, .date, .uid: type.withArticle
            }
        case .json(let form, _): form.hasTags ? nil : lossWithoutTags(in: form)
        }
    }

    private func lossWithoutTags(in form: JSONForm) -> String? {
        if case .dictionary(let pairs) = self {
            return form.kind == .tagged && pairs.looksLikeTag ? "a dictionary whose only key is a tag" : nil
        }
        guard JSONTag.tagged(self) != nil else { return nil }
        return type == .real ? "a real number that is not finite" : type.withArticle
    }

    private var lossInXML: String? {
        switch self {
        case .integer, .boolean, .data, .uid, .array: return nil
        case .string(let text): return text.loses(in: .format(.xml)) ? "a string that begins with U+FEFF" : nil
        case .real(let number): return number == 0 && number.sign == .minus ? "the real number -0.0" : nil
        case .date(let date):
            let seconds = date.timeIntervalSinceReferenceDate
            if seconds != seconds.rounded() { return "a date with a fraction of a second" }
            // Measurements show that Foundation's XML preserves dates of 291,000 years before and after 2001.
            return abs(seconds) < 9.2e12 ? nil : "a date so far from 2001"
        case .dictionary(let dictionary):
            guard dictionary.count == 1, let type = dictionary["CF$UID"]?.type, type == .integer || type == .real
            else { return nil }
            return "a dictionary whose only key is 'CF$UID'"
        }
    }
}

extension String {
    /// Returns whether a string or key begins with U+FEFF, which Foundation drops in XML, even as a reference.
    fileprivate func loses(in target: WritingTarget) -> Bool {
        target.format == .xml && withUTF8Bytes { $0.starts(with: UTF8.byteOrderMark) }
    }
}

/// Serialization with Foundation.
///
/// `PropertyListSerialization` calls `CFPropertyListCreateData` and copies the result byte by byte, at 45 ns a byte.
/// For a result of 60 MB, this takes 95 % of the time. For large results, `CFPropertyListCreateData` is therefore
/// called directly with the same arguments. The tests check that the bytes are identical.
enum FoundationSerialization {
    /// The weight above which a value is large. Text or data of 64 KiB has this weight; see `takesUp`.
    private static let largeWeight = 1 << 16

    /// Returns the bytes of a value in XML or binary.
    static func data(
        of value: PropertyListValue, as format: PropertyListFormat
    ) throws(PropertyListError) -> Data {
        let root = CoreFoundationObjects.object(for: value)
        var room = largeWeight
        let data = value.takesUp(&room, depth: 1) ? try direct(root, as: format) : try serialized(root, as: format)
        return format == .xml ? withReferences(data) : data
    }

    /// Returns XML with `&#13;` in place of each carriage return. Foundation writes a carriage return only as part of a
    /// text, where the other XML parsers read it as a newline.
    private static func withReferences(_ xml: Data) -> Data {
        let returns = UInt8(ascii: "\r")
        let isChanged = xml.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memchr($0, Int32(returns), bytes.count) != nil } ?? false
        }
        guard isChanged else { return xml }
        return Data(xml.split(separator: returns, omittingEmptySubsequences: false).joined(separator: "&#13;".utf8))
    }

    /// Returns the bytes that `PropertyListSerialization` produces.
    static func serialized(_ root: AnyObject, as format: PropertyListFormat) throws(PropertyListError) -> Data {
        do {
            return try PropertyListSerialization.data(
                fromPropertyList: root, format: format == .xml ? .xml : .binary, options: 0)
        } catch {
            throw PropertyListError(.notWritten(format, reason: String(describing: error)))
        }
    }

    /// Returns the same bytes by a direct call of `CFPropertyListCreateData`, which is faster for large values.
    static func direct(_ root: AnyObject, as format: PropertyListFormat) throws(PropertyListError) -> Data {
        let kind: CFPropertyListFormat = format == .xml ? .xmlFormat_v1_0 : .binaryFormat_v1_0
        let result = CFPropertyListCreateData(kCFAllocatorDefault, root, kind, 0, nil)?.takeRetainedValue()
        guard let result, let start = CFDataGetBytePtr(result) else {
            throw PropertyListError(.notWritten(format, reason: "refused by Foundation"))
        }
        // The bytes are not copied, because the result may take as much memory as everything else.
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: CFDataGetLength(result),
            deallocator: .custom { _, _ in withExtendedLifetime(result) {} })
    }
}

extension PropertyListValue {
    /// Subtracts the weight of the value from the room, and returns whether the room is exceeded. Each byte of text and
    /// data weighs 1. Each value and key weighs its depth, because XML is indented.
    fileprivate func takesUp(_ room: inout Int, depth: Int) -> Bool {
        room -= depth
        switch self {
        case .string(let text): room -= text.utf8.count
        case .data(let data): room -= data.count
        case .integer, .real, .boolean, .date, .uid: break
        case .array(let elements):
            for element in elements where element.takesUp(&room, depth: depth + 1) { return true }
        case .dictionary(let dictionary):
            for (key, value) in dictionary {
                room -= depth + key.utf8.count
                if value.takesUp(&room, depth: depth + 1) { return true }
            }
        }
        return room < 0
    }
}
