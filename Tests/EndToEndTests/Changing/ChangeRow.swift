import Foundation
import TestExtent
import Testing

/// A promise about a change in place, and its result for each front.
struct ChangeRow: CustomTestStringConvertible {
    let testDescription: String
    /// The file before the change, or `nil` if it does not exist.
    let file: ChangedFile?
    private let all: ChangeResult
    private let exceptions: KeyValuePairs<[ChangeFront], ChangeResult>
    var value = ChangedValue.other
    /// The members of the root besides `K` after the change.
    var members: [String: StoredValue] = [:]
    /// Options of `defaults`.
    var options = ""
    /// The folder and the name of the file `$p`. A domain with a name has a name of its own.
    var folder = ".", name = "f.plist"
    /// The operands `$f`, `$o` and `$i`, if they are not `$p`.
    var operand, output, input: String?
    var permissions = "640"
    /// Lines of the shell before the change. The status 77 skips the cell, with the reason on standard error.
    var setUp = ""
    /// Lines of the shell that both have.
    var variables = ""
    /// Lines of the shell that make the change.
    var run = "change"
    /// A command that prints the same before and after the change, if the result does not say otherwise.
    var observe = ""
    /// Whether the change runs where it can mount file systems, or without the rights of the superuser.
    var needsMounts = false, isUnprivileged = false

    /// - Parameters:
    ///   - all: The result of the fronts without an exception.
    ///   - adjust: Sets the other properties.
    init(
        _ promise: String, _ file: ChangedFile?, _ all: ChangeResult,
        _ exceptions: KeyValuePairs<[ChangeFront], ChangeResult> = [:], _ adjust: (inout ChangeRow) -> Void = { _ in }
    ) {
        (testDescription, self.file, self.all, self.exceptions) = (promise, file, all, exceptions)
        adjust(&self)
    }

    func result(of front: ChangeFront) -> ChangeResult {
        let result = exceptions.first { $0.key.contains(front) }?.value ?? all
        guard case .refused(_, let part, let status) = result, [ChangeFront].apple.contains(front) else {
            return result
        }
        return .refused(status, part)
    }

    /// The fronts with an exception.
    var exceptionalFronts: [ChangeFront] { exceptions.flatMap(\.key) }
}

/// The result of a change.
enum ChangeResult {
    /// The file is replaced.
    ///
    /// - Parameters:
    ///   - notice: The sentence on standard error, in which `@` is the name of the file. If it begins with the name,
    ///     the file is written whole.
    ///   - format: The new format, if it is another one.
    ///   - observed: The new output of ``ChangeRow/observe``.
    case changed(_ notice: String? = nil, as: ChangedFile.Format? = nil, observed: String? = nil)
    /// The change succeeds, and touches nothing.
    case untouched
    /// The change fails with a sentence that contains a text, and touches nothing. PlistBuddy and plutil have a status
    /// of their own.
    case refused(Int32, String, apple: Int32 = 1)
    /// The result goes to standard output, and nothing is touched.
    case streamed
    /// The front has no such case, for a reason.
    case inapplicable(String)
}

/// The new value of `K`, as words of `defaults` and plutil, as JSON, and as commands of PlistBuddy.
struct ChangedValue {
    let stored: StoredValue
    let words, json, commands: String
    /// The element of `K` after a change that keeps the layout of XML.
    var xml = "<string>w</string>"

    static let same = Self(stored: "v", words: "-string v", json: #""v""#, commands: "-c 'Set :K v'")
    static let other = Self(stored: "w", words: "-string w", json: #""w""#, commands: "-c 'Set :K w'")
    static let integer = Self(
        stored: 7, words: "-integer 7", json: "7", commands: "-c 'Delete :K' -c 'Add :K integer 7'")
    static let negativeZero = Self(
        stored: -0.0, words: "-float -0.0", json: #"{"$real": "-0.0"}"#,
        commands: "-c 'Delete :K' -c 'Add :K real -0.0'")
    static let control = Self(
        stored: "\u{1}", words: "-string \u{1}", json: #""\u0001""#, commands: "-c 'Set :K \u{1}'",
        xml: "<string>\u{1}</string>")
    static let carriageReturn = Self(
        stored: "a\rb", words: "-string a\rb", json: #""a\rb""#, commands: "-c 'Set :K a\rb'",
        xml: "<string>a&#13;b</string>")
    static let byteOrderMark = Self(
        stored: "\u{FEFF}b", words: "-string \u{FEFF}b", json: #""\ufeffb""#, commands: "-c 'Set :K \u{FEFF}b'")
}

/// A file in which `K` is `v`.
struct ChangedFile {
    /// A format by its name for `convert`.
    enum Format: String { case xml, binary, openstep, json }

    let format: Format
    let bytes: [UInt8]

    /// Returns a file as the command writes it, with more lines before the key, and more text at the end.
    static func xml(_ lines: String = "", end: String = "") -> Self {
        let header = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """
        return text(header + "<dict>\n\(lines)\t<key>K</key>\n\t<string>v</string>\n</dict>\n</plist>\n\(end)", .xml)
    }

    /// Returns a file in the layout of another program.
    static func foreignXML(_ lines: String) -> Self {
        text(
            "<?xml version='1.0'?>\n<plist>\n  <dict>\n\(lines)    <key>K</key> <string>v</string>\n  </dict></plist>",
            .xml)
    }

    static func old(_ lines: String = "") -> Self { text("{\n\(lines)    K = v;\n}\n") }

    static func json(_ members: String = "") -> Self { text("{\"K\":\"v\"\(members)}", .json) }

    static func text(_ text: String, _ format: Format = .openstep) -> Self {
        Self(format: format, bytes: Array(text.utf8))
    }

    static let binary = {
        let data = try? PropertyListSerialization.data(fromPropertyList: ["K": "v"], format: .binary, options: 0)
        return Self(format: .binary, bytes: Array(data ?? Data()))
    }()

    /// A binary file in which `K` occurs twice.
    static let binaryTwice = {
        let data = try? PropertyListSerialization.data(
            fromPropertyList: ["K": "v", "L": "v"], format: .binary, options: 0)
        return Self(format: .binary, bytes: (data ?? Data()).map { $0 == UInt8(ascii: "L") ? UInt8(ascii: "K") : $0 })
    }()
}

extension ChangedFile.Format {
    /// The format of a document with the key `K`.
    init(of bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        self =
            text.hasPrefix("bplist") ? .binary : text.hasPrefix("<") ? .xml : text.contains("\"K\"") ? .json : .openstep
    }
}
