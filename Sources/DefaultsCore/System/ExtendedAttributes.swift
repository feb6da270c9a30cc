import Glibc

/// Extended attributes, which are also where access control lists are kept. Their names are bytes, of any encoding.
enum ExtendedAttributes {
    /// Gives one file those of another, and takes away what it has beside them: a new file inherits a default access control list
    /// of its folder, which lets in those whom the old file did not.
    static func copy(from source: OpenFile, to target: OpenFile) throws(SystemError) {
        let names = try names(of: source)
        for name in try Self.names(of: target) where !names.contains(name) && !isPolicy(name) {
            _ = try call { Int(fremovexattr(target.descriptor, name)) }
        }
        for name in names {
            let value = try fill { fgetxattr(source.descriptor, name, $0, $1) }
            do {
                _ = try call { Int(fsetxattr(target.descriptor, name, value, value.count, 0)) }
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
    private static func names(of file: OpenFile) throws(SystemError) -> [[CChar]] {
        do {
            let list = try fill { flistxattr(file.descriptor, $0, $1) }
            return list.split(separator: 0).map { $0.map(CChar.init(bitPattern:)) + [0] }
        } catch  where error.code == ENOTSUP {
            return []  // the file system has none
        }
    }

    /// The bytes that a call gives: asked once for their number, once for themselves.
    private static func fill(_ body: (UnsafeMutableRawPointer?, Int) -> Int) throws(SystemError) -> [UInt8] {
        let size = try call { body(nil, 0) }
        guard size > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = try call { bytes.withUnsafeMutableBytes { body($0.baseAddress, size) } }
        return Array(bytes.prefix(count))
    }
}

// The C library has these, the Glibc module does not.

@_silgen_name("flistxattr")
private func flistxattr(_ descriptor: Int32, _ list: UnsafeMutableRawPointer?, _ size: Int) -> Int

@_silgen_name("fgetxattr")
private func fgetxattr(
    _ descriptor: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer?, _ size: Int
) -> Int

@_silgen_name("fsetxattr")
private func fsetxattr(
    _ descriptor: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer, _ size: Int, _ flags: Int32
) -> Int32

@_silgen_name("fremovexattr")
private func fremovexattr(_ descriptor: Int32, _ name: UnsafePointer<CChar>) -> Int32
