import CoreFoundation
import Foundation
import Glibc

/// What the file system says of a file, links not followed. Equal facts before and after mean that nobody replaced or
/// wrote it.
struct FileFacts: Equatable {
    let inode: UInt64
    let mode: UInt32
    let owner: UInt32
    let group: UInt32
    let modified: [Int]

    init(_ path: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        inode = UInt64(status.st_ino)
        mode = status.st_mode
        owner = status.st_uid
        group = status.st_gid
        modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }

    var permissions: UInt32 { mode & 0o7777 }
    var isLink: Bool { mode & S_IFMT == S_IFLNK }
}

/// What is in the folders of a test.
enum Disk {
    /// The names in a folder, hidden ones too, in order.
    static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    static func exists(_ path: String) -> Bool {
        (try? FileFacts(path)) != nil
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    }

    static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    static func link(_ path: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: destination)
    }

    /// A property list with the given markup between the tags of its root dictionary.
    static func xml(_ markup: String) -> String {
        #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + #"<plist version="1.0"><dict>\#(markup)</dict></plist>"#
    }
}
