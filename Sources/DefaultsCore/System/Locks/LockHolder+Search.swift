import Glibc

extension LockHolder {
    /// Finds the holder of the lock of a folder or of its stand-in. Returns `nil` if the system shows no holder.
    init?(of folder: Folder) {
        let standIn = try? folder.status(of: KernelLock.standInName, for: .lock(""))?.identity
        guard let locks = Self.contents(of: "/proc/locks"),
            let holder = Self.process(inLocks: locks, of: [folder.identity, standIn].compactMap { $0 })
        else { return nil }
        self.init(processIdentifier: holder, command: Self.command(of: holder))
    }

    /// Returns the process that has locked one of the files with `flock`, from the lines of `/proc/locks`:
    ///
    ///     1: FLOCK  ADVISORY  WRITE 10569 fe:00:16220237 0 EOF
    ///     1: -> FLOCK  ADVISORY  WRITE 10570 fe:00:16220237 0 EOF
    ///
    /// The second line belongs to a process that waits.
    static func process(inLocks locks: [UInt8], of files: [FileIdentity]) -> Int32? {
        let names = files.map(name)
        for line in locks.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard fields.count > 5, fields[1] == "FLOCK", names.contains(fields[5]) else { continue }
            if let process = Int32(fields[4]), process > 0 { return process }
        }
        return nil
    }

    /// Returns the name of a file in `/proc/locks`, `major:minor:inode`. The device numbers are hexadecimal, with at
    /// least two digits.
    private static func name(of file: FileIdentity) -> String {
        let device = file.device
        let parts = [device >> 8 & 0xFFF | device >> 32 & ~0xFFF, device & 0xFF | device >> 12 & 0xFFFF_FF00]
        let texts = parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "\(texts[0]):\(texts[1]):\(file.number)"
    }

    /// Returns the name of a process's command. The process chooses the name, so only printable ASCII is accepted.
    private static func command(of process: Int32) -> String? {
        guard let line = contents(of: "/proc/\(process)/comm") else { return nil }
        let name = line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...]
        guard !name.isEmpty, name.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    private static func contents(of path: String) -> [UInt8]? {
        try? FilePaths.openForReading(path).read(atMost: 1 << 24)
    }
}
