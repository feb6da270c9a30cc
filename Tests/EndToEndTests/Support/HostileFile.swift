import Foundation
import Glibc

/// What can stand in the place of a domain's file without being one.
enum HostileFile: String, CaseIterable {
    case corruptXML, truncatedXML, corruptBinary, truncatedBinary, binaryHeader
    case empty, blanks, arrayRoot, stringRoot, binaryArrayRoot, bareText
    case set, null, numberAsKey
    case sharedReferences, cycle, deepXML, deepBinary, deepOldStyle
    case directory, fifo, linkToItself, unreadable

    /// Those that `read` shows, though not faithfully.
    static let shown: [HostileFile] = [.set, .null, .numberAsKey]
    /// Those that no verb gets anything out of.
    static let refused = allCases.filter { !shown.contains($0) }

    /// The status that a verb ends with.
    var status: Int32 {
        switch self {
        case .unreadable: 77
        case .linkToItself: 74
        default: 65
        }
    }

    /// Puts it in its place.
    func place(at path: String) throws {
        switch self {
        case .directory: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case .fifo: guard mkfifo(path, 0o644) == 0 else { throw POSIXError(.EIO) }
        case .linkToItself:
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
        default:
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            if self == .unreadable {
                try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
            }
        }
    }

    /// What the file holds; nothing for what is no file.
    private var bytes: [UInt8] {
        switch self {
        case .corruptXML: Array("<plist><dict><key>K</key><string>a</dict></plist>".utf8)
        case .truncatedXML: Array("<plist><dict><key>K</key><string>a</str".utf8)
        case .corruptBinary: BinaryObjects.file([[0xD1, 1, 9], BinaryObjects.key])
        case .truncatedBinary: BinaryObjects.file([[0xD1, 1, 1], BinaryObjects.key]).dropLast(5)
        case .binaryHeader: Array("bplist00".utf8)
        case .empty, .directory, .fifo, .linkToItself: []
        case .blanks: Array(" \n\t\n".utf8)
        case .arrayRoot: Array("<plist><array><string>a</string></array></plist>".utf8)
        case .stringRoot: Array("<plist><string>a</string></plist>".utf8)
        case .binaryArrayRoot: BinaryObjects.file([[0xA1, 1], BinaryObjects.key])
        case .bareText: Array("hello".utf8)
        case .set: BinaryObjects.file(holding: [[0xC1, 1]])
        case .null: BinaryObjects.file(holding: [[0x00]])
        case .numberAsKey: BinaryObjects.file([[0xD1, 1, 2], [0x10, 5], BinaryObjects.key])
        case .sharedReferences: Self.unfoldingBytes
        case .cycle: BinaryObjects.file(holding: [[0xA1, 2]])
        case .deepXML: Self.nested("<array>", "</array>", in: "<plist><dict><key>K</key>", "</dict></plist>")
        case .deepBinary: Self.deepBytes
        case .deepOldStyle: Self.nested("(", ")", in: "{ K = ", "; }")
        case .unreadable: Array("<plist><dict><key>K</key><string>a</string></dict></plist>".utf8)
        }
    }

    /// How many containers lie inside one another in the deep ones.
    private static let depth = 100_000

    private static func nested(_ opener: String, _ closer: String, in start: String, _ end: String) -> [UInt8] {
        let openers = String(repeating: opener, count: depth)
        return Array((start + openers + String(repeating: closer, count: depth) + end).utf8)
    }

    /// Less than 500 bytes for 2 to the power of 60 values: each array holds the next one twice.
    private static let unfoldingBytes = BinaryObjects.file(
        holding: (3..<63).map { [0xA2, $0, $0] } + [BinaryObjects.key])

    private static let deepBytes: [UInt8] = {
        let dictionary = [0xD1] + BinaryObjects.bigEndian(1, count: 4) + BinaryObjects.bigEndian(2, count: 4)
        let arrays = (3..<3 + depth).map { [0xA1] + BinaryObjects.bigEndian($0, count: 4) }
        return BinaryObjects.file([dictionary, BinaryObjects.key] + arrays + [BinaryObjects.key], referenceSize: 4)
    }()
}
