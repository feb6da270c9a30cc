import DefaultsCore
import DefaultsTesting
import Foundation

/// A value in a file, as Foundation's `PropertyListSerialization` reads it.
indirect enum DiskValue: Equatable {
    case string(String)
    /// An integer in decimal digits.
    case integer(String)
    case real(Double)
    case boolean(Bool)
    case date(Date)
    case data(Data)
    case array([DiskValue])
    case dictionary([String: DiskValue])
    case other(String)

    init(_ object: Any) {
        switch object {
        case let number as NSNumber: self.init(number: number)
        case let text as String: self = .string(text)
        case let date as Date: self = .date(date)
        case let data as Data: self = .data(data)
        case let elements as [Any]: self = .array(elements.map(DiskValue.init))
        case let fields as [String: Any]: self = .dictionary(fields.mapValues(DiskValue.init))
        default: self = .other("\(type(of: object))")
        }
    }

    private init(number: NSNumber) {
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "c"): self = .boolean(number.boolValue)
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .real(number.doubleValue)
        default: self = .integer(number.stringValue)
        }
    }
}

extension DiskValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .integer(String(value)) }
    init(floatLiteral value: Double) { self = .real(value) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
    init(arrayLiteral elements: DiskValue...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, DiskValue)...) {
        self = .dictionary(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}

/// A folder of domains for one test, with access that does not use the code under test.
final class Home: Sendable {
    private let temporary: TemporaryStore

    init() throws {
        temporary = try TemporaryStore()
    }

    var folder: String { temporary.folder }
    var store: FileDomainStore { FileDomainStore(folders: DomainFolders(root: temporary.folder)) }

    func path(_ domain: String) -> String { "\(folder)/\(domain).plist" }

    /// Returns the contents of a domain's file, or `nil` if there is none.
    func disk(_ domain: String = Home.domain) throws -> [String: DiskValue]? {
        guard FileManager.default.fileExists(atPath: path(domain)) else { return nil }
        let data = try Data(contentsOf: URL(fileURLWithPath: path(domain)))
        let object = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        guard case .dictionary(let contents) = DiskValue(object) else { throw CocoaError(.propertyListReadCorrupt) }
        return contents
    }

    /// Writes a domain's file as another program would.
    func write(_ contents: [String: Any], to domain: String = Home.domain) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: contents, format: .xml, options: 0)
        try data.write(to: URL(fileURLWithPath: path(domain)))
    }

    func write(bytes: String, to domain: String = Home.domain) throws {
        try Data(bytes.utf8).write(to: URL(fileURLWithPath: path(domain)))
    }

    func bytes(_ domain: String = Home.domain) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path(domain)))
    }

    /// Creates preferences of the domain with explicit saving and no arguments.
    func preferences(_ domain: String = Home.domain, keyMapping: KeyMapping = .identity) -> Preferences {
        Preferences(domain: domain, in: store, keyMapping: keyMapping, arguments: .none, saving: .explicit)
    }

    static let domain = "com.example.Editor"

    static var theDomain: Domain {
        get throws { try Domain(domain) }
    }

    /// Runs the probe, a second process with its preferences in this folder.
    @discardableResult
    func probe(_ words: String...) throws -> String {
        try start(words).finish()
    }

    /// Starts the probe.
    func start(_ words: [String]) throws -> Probe {
        try Probe(words, folder: folder)
    }
}

/// A running probe.
final class Probe {
    private let process = Process()
    private let output = Pipe()
    private let error = Pipe()

    struct Failure: Error {
        let status: Int32
        let text: String
    }

    init(_ words: [String], folder: String) throws {
        process.executableURL = URL(fileURLWithPath: Self.executable)
        process.arguments = words
        process.environment = ["XDG_CONFIG_HOME": folder, "HOME": folder, "LC_ALL": "C"]
        process.standardOutput = output
        process.standardError = error
        try process.run()
    }

    /// Waits for the first output, and returns it.
    func waitForOutput() -> String {
        String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }

    /// Waits for the end and returns the output.
    func finish() throws -> String {
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus, text: errors) }
        return text.trimmingCharacters(in: .newlines)
    }

    var errors: String {
        String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    static let executable: String = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: bundle).deletingLastPathComponent().path + "/PreferencesProbe"
    }()
}
