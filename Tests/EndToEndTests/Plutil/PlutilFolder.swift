import Foundation

/// A folder with property lists, in which command lines run that call plutil.
struct PlutilFolder {
    private let scratch = Scratch()

    /// - Parameter names: The names of inputs, which the folder contains.
    init(_ names: [String]) throws {
        for name in names {
            let path = "\(scratch.home)/\(name)"
            try Disk.makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
            try Data(PlutilInput.bytes(name)).write(to: URL(fileURLWithPath: path))
        }
    }

    /// Runs a command line in the folder.
    func run(_ command: String) throws -> Outcome {
        try scratch.bash("cd \"$HOME\"\n" + command)
    }

    /// Returns the contents of all files.
    func files() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: scratch.home) {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(scratch.home)/\(name)", isDirectory: &isFolder)
            if !isFolder.boolValue { files[name] = try Disk.bytes("\(scratch.home)/\(name)") }
        }
        return files
    }
}
