import Foundation
import Glibc

/// Something in the place of a domain's file that is not a domain: a fixture of PropertyListTests, or not a readable
/// file.
enum HostileFile: String, CaseIterable {
    case corruptXML = "xml-mismatched-tag"
    case truncatedXML = "xml-cut-off"
    case corruptBinary = "binary-reference-to-missing-object"
    case truncatedBinary = "binary-cut-off"
    case binaryHeader = "binary-magic-alone"
    case arrayRoot = "read-xml-array-root"
    case stringRoot = "read-xml-string-root"
    case binaryArrayRoot = "read-binary-array-root"
    case bareText = "bare-text"
    case set = "read-binary-set-under-key-unlike-foundation"
    case null = "read-binary-null-under-key"
    case numberAsKey = "read-binary-integer-key-and-text-unlike-foundation"
    case sharedReferences = "binary-arrays-that-unfold"
    case cycle = "binary-circular-under-key"
    case deepXML = "xml-nested-too-deep"
    case deepBinary = "binary-nested-too-deep"
    case deepOldStyle = "oldstyle-nested-too-deep"
    case directory, fifo, linkToItself, unreadable

    private static let fixtures = URL(fileURLWithPath: #filePath).appendingPathComponent(
        "../../../PropertyListTests/Fixtures/Hostile"
    ).standardizedFileURL

    /// The files that `read` shows with substitutes.
    static let shown: [HostileFile] = [.set, .null, .numberAsKey]
    /// The files that every verb refuses.
    static let refused = allCases.filter { !shown.contains($0) }

    /// The exit status of a verb.
    var status: Int32 {
        switch self {
        case .unreadable: 77
        case .linkToItself: 74
        default: 65
        }
    }

    /// Creates the file.
    func place(at path: String) throws {
        switch self {
        case .directory: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case .fifo: guard mkfifo(path, 0o644) == 0 else { throw POSIXError(.EIO) }
        case .linkToItself:
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
        case .unreadable:
            try Data("<plist><dict><key>K</key><string>a</string></dict></plist>".utf8).write(
                to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        default:
            // Written, not copied, so that the file is writable and has the time of this test.
            try Data(contentsOf: Self.fixtures.appendingPathComponent(rawValue + ".plist")).write(
                to: URL(fileURLWithPath: path))
        }
    }
}
