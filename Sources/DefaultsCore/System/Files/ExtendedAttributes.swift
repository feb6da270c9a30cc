import CDefaults
import Glibc

/// Extended attributes of files. They also contain the access control lists. Their names are bytes of any encoding.
enum ExtendedAttributes {
    /// Copies the attributes of one file to another, and removes the other attributes of the target. Attributes that
    /// the policy of the system sets may still differ.
    ///
    /// A new file inherits the default access control list of its folder. This list could give access to more users
    /// than the old file.
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

    /// Returns whether an attribute is set by the policy of the system and not by the user.
    private static func isPolicy(_ name: [CChar]) -> Bool {
        ["security.", "trusted."].contains { name.starts(with: $0.utf8.map(CChar.init(bitPattern:))) }
    }

    /// Returns the names of a file's attributes, each with a zero byte at its end.
    private static func names(of file: OpenFile) throws(FileError) -> [[CChar]] {
        do {
            let list = try fill(file) { defaults_flistxattr(file.descriptor, $0, $1) }
            return list.split(separator: 0).map { $0.map(CChar.init(bitPattern:)) + [0] }
        } catch  where error.systemError?.code == ENOTSUP {
            return []  // the file system does not support attributes
        }
    }

    /// Returns the bytes that a system call provides. The first call returns the number of bytes, and the second call
    /// returns the bytes. If another program enlarges the attribute in between, both calls are repeated, at most ten
    /// times.
    static func fill(
        _ file: OpenFile, _ body: (UnsafeMutableRawPointer?, Int) -> Int
    ) throws(FileError) -> [UInt8] {
        var repetitions = 0
        while true {
            let size = try file.access.call { body(nil, 0) }
            guard size > 0 else { return [] }
            var bytes = [UInt8](repeating: 0, count: size)
            do {
                let count = try file.access.call { bytes.withUnsafeMutableBytes { body($0.baseAddress, size) } }
                return Array(bytes.prefix(count))
            } catch  where error.systemError?.code == ERANGE && repetitions < 10 {
                repetitions += 1
            }
        }
    }
}
