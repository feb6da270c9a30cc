@testable import PropertyList

/// The old-style printer. The reader must read the same value from its output. The other output forms must not end the
/// process.
extension FuzzTarget {
    static let printer = FuzzTarget(
        name: "printer",
        run: { bytes in
            var maker = ValueMaker(bytes[...], isOldStyle: true)
            let value = maker.value()
            guard let written = try? PropertyListWriter.data(of: value, as: .openStep) else { return .refused }
            let document = try? PropertyListReader.read(Array(written))
            promise(document?.value == value, "another value after printing")
            promise(document?.format == .openStep && document?.substitutions.isEmpty == true, "another document")
            let ascii = OldStyleWriter(dataStyle: .hexadecimal, escapesNonASCII: true).text(of: value)
            promise(ascii.utf8.allSatisfy { $0 < 0x80 }, "a character beyond ASCII")
            if value.isContainer {
                promise((try? PropertyListReader.read(Array(ascii.utf8)))?.value == value, "another value from ASCII")
            }
            _ = OldStyleWriter().text(of: value).nonLossyASCII
            var any = ValueMaker(bytes[...])
            _ = OldStyleWriter().text(of: any.value(), isStandalone: true).nonLossyASCII
            return .read
        })
}

extension PropertyListValue {
    fileprivate var isContainer: Bool {
        switch self {
        case .array, .dictionary: true
        case .string, .integer, .real, .boolean, .date, .data, .uid: false
        }
    }
}
