import CDefaults
import Glibc

/// Extended attributes, which are also where access control lists are kept. Their names are bytes, of any encoding.
enum ExtendedAttributes {
    /// Gives one file those of another, and takes away what it has beside them: a new file inherits a default access control list
    /// of its folder, which lets in those whom the old file did not.
    static func copy(from source: OpenFile, to target: OpenFile) throws(FileError) {
        let names = try names(of: source)
        for name in try Self.names(of: target) where !names.contains(name) && !isPolicy(name) {
            try target.access.call { defaults_fremovexattr(target.descriptor, name) }
        }
        for name in names {
            let value = try fill(source) { defaults_fgetxattr(source.descriptor, name, $0, $1) }
            do {
                try target.access.call { defaults_fsetxattr(target.descriptor, name, value, value.count) }
            } catch  where isPolicy(name) {
                continue
            }
        }
    }

    /// Whether it is a label that the system's policy sets, not the user.
    private static func isPolicy(_ name: [CChar]) -> Bool {
        ["security.", "trusted."].contains { name.starts(with: $0.utf8.map(CChar.init(bitPattern:))) }
    }

    /// The names of a file's attributes, each with the zero byte at its end.
    private static func names(of file: OpenFile) throws(FileError) -> [[CChar]] {
        do {
            let list = try fill(file) { defaults_flistxattr(file.descriptor, $0, $1) }
            return list.split(separator: 0).map { $0.map(CChar.init(bitPattern:)) + [0] }
        } catch  where error.systemError?.code == ENOTSUP {
            return []  // the file system has none
        }
    }

    /// The bytes that a call gives: asked once for their number, once for themselves.
    private static func fill(
        _ file: OpenFile, _ body: (UnsafeMutableRawPointer?, Int) -> Int
    ) throws(FileError) -> [UInt8] {
        let size = try file.access.call { body(nil, 0) }
        guard size > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = try file.access.call { bytes.withUnsafeMutableBytes { body($0.baseAddress, size) } }
        return Array(bytes.prefix(count))
    }
}
