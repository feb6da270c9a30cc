extension PropertyListReader {
    /// Returns the contents of a file, or an empty dictionary in XML if the file is blank. A file is blank, and has no
    /// keys, if it has no bytes, or only blanks and a byte order mark.
    package static func contents(ofFile bytes: [UInt8]) -> [UInt8] {
        do {
            _ = try TextForm.of(bytes)
        } catch  where error.code == .empty {
            return (try? PropertyListWriter.data(of: [:], as: .xml)).map(Array.init) ?? bytes
        } catch {}  // The reader of the bytes throws the error.
        return bytes
    }
}
