import Foundation

@testable import PropertyList

extension ReaderDifference {
    /// Something that we read and the engine does not, or as something else.
    enum Detail: String, CaseIterable, Sendable {
        /// XML allows comments and instructions inside text. The engine knows them between elements only.
        case commentInText
        /// `<data/>` is `<data></data>`.
        case emptyData
        /// A `>` in quotes ends neither a tag nor a document type.
        case signInQuotes
        /// Other tools write fractions of a second.
        case fractionOfSecond
        /// A string of no UTF-16 at all; the engine takes it for a length beyond the end.
        case emptyUTF16
        /// The engine drops the upper half of integers of 16 bytes; we show the digits.
        case wideInteger
        /// We read the negative numbers among those of 16 bytes.
        case negativeWideInteger
        /// The order of a set is that of the engine's hash table there, and the file's here.
        case orderOfSet
        /// Keys that are no strings are told in other words.
        case keyOfAnotherType
        /// The engine takes -1 and 1.5 under `CF$UID` for references.
        case noReference
        /// We tell of values that have no place because their key was there before.
        case substitutionUnderRepeatedKey

        /// Days and times that do not exist; the engine carries them into the next.
        case impossibleDate
        /// The engine gives less data than was written, or none, without a word.
        case invalidBase64
        /// Two files were joined, or one is torn; the engine stops looking.
        case trailingText

        var format: EngineReader.Format { example.starts(with: "bplist".utf8) ? .binary : .xml }

        var example: [UInt8] {
            switch self {
            case .commentInText: Array("<string>a<!-- b -->c</string>".utf8)
            case .emptyData: Array("<data/>".utf8)
            case .signInQuotes: Array("<plist a=\">\"><true/></plist>".utf8)
            case .fractionOfSecond: Array("<date>2024-02-29T00:00:00.5Z</date>".utf8)
            case .emptyUTF16: CraftedBinary([0x60]).bytes
            case .wideInteger: CraftedBinary([0x14, 1] + Array(repeating: 0, count: 15)).bytes
            case .negativeWideInteger: CraftedBinary([0x14] + Array(repeating: 0xFF, count: 16)).bytes
            case .orderOfSet:
                CraftedBinary(
                    CraftedBinary.container(0xC0, count: 9, Array(1...9)), [0x51, 0x61], [0x51, 0x62], [0x51, 0x63],
                    [0x51, 0x64], [0x51, 0x65], [0x51, 0x66], [0x51, 0x67], [0x51, 0x68], [0x51, 0x69]
                ).bytes
            case .keyOfAnotherType: CraftedBinary([0xD1, 1, 2], [0x33, 0, 0, 0, 0, 0, 0, 0, 0], [0x09]).bytes
            case .noReference: Array("<dict><key>CF$UID</key><integer>-1</integer></dict>".utf8)
            case .impossibleDate: Array("<date>2024-02-30T00:00:00Z</date>".utf8)
            case .invalidBase64: Array("<data>AQ</data>".utf8)
            case .trailingText: Array("<true/><false/>".utf8)
            case .substitutionUnderRepeatedKey: CraftedBinary([0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x09], [0x00]).bytes
            }
        }
    }

    /// Whether two readings of the same bytes are alike, but for details.
    static func isExplained(
        _ ours: PropertyListDocument, _ engine: PropertyListDocument, _ format: EngineReader.Format
    ) -> Bool {
        var comparison = Comparison(isBinary: format == .binary)
        for substitution in ours.substitutions {
            comparison.found[substitution.path, default: []].insert(substitution.found)
        }
        guard comparison.isExplained(ours.value, engine.value, at: PropertyListPath()) else { return false }
        if comparison.isRenamed { return true }
        return ours.substitutionSet.isSuperset(of: engine.substitutionSet)
    }

    private struct Comparison {
        let isBinary: Bool
        /// What our reader substituted.
        var found: [PropertyListPath: Set<PropertyListSubstitution.Found>] = [:]
        /// Whether paths are others in the two readings.
        var isRenamed = false

        mutating func isExplained(
            _ ours: PropertyListValue, _ engine: PropertyListValue, at path: PropertyListPath
        ) -> Bool {
            if ours == engine { return true }
            switch (ours, engine) {
            case (.string, .integer): return found[path]?.contains(.wideInteger) == true
            case (.string, .date): return found[path]?.contains(.impossibleDate) == true
            case (.string, .data): return found[path]?.contains(.invalidBase64) == true
            case (.integer(let ours), .integer(let engine)):
                return isBinary && ours.exactly(as: Int64.self).map { $0 < 0 } == true
                    && lowBits(ours) == lowBits(engine)
            case (.dictionary(let ours), .uid):
                return !isBinary && ours.count == 1 && ours["CF$UID"] != nil
            case (.array(let ours), .array(let engine)):
                if found[path]?.contains(.set) == true {
                    isRenamed = true
                    return ours.count >= engine.count && engine.allSatisfy { hasLike($0, in: ours, at: path) }
                }
                return ours.count == engine.count
                    && ours.indices.allSatisfy { isExplained(ours[$0], engine[$0], at: path.appending(String($0))) }
            case (.dictionary(let ours), .dictionary(let engine)):
                return isExplained(ours, engine, at: path)
            default: return false
            }
        }

        private mutating func hasLike(
            _ element: PropertyListValue, in elements: [PropertyListValue], at path: PropertyListPath
        ) -> Bool {
            elements.indices.contains { isExplained(elements[$0], element, at: path.appending(String($0))) }
        }

        private mutating func isExplained(
            _ ours: PropertyListDictionary, _ engine: PropertyListDictionary, at path: PropertyListPath
        ) -> Bool {
            var ours = ours
            var engine = engine
            for (key, value) in Array(ours) {
                let inside = path.appending(key)
                if found[inside]?.contains(.keyOfAnotherType) == true {
                    // Called something else there, it is the one with this value that we do not have.
                    isRenamed = true
                    ours[key] = nil
                    let other = engine.first { ours[$0.key] == nil && isExplained(value, $0.value, at: inside) }
                    if let other { engine[other.key] = nil }
                }
            }
            return ours.count == engine.count
                && ours.allSatisfy { pair in
                    engine[pair.key].map { isExplained(pair.value, $0, at: path.appending(pair.key)) } ?? false
                }
        }

        private func lowBits(_ number: PropertyListInteger) -> UInt64? {
            number.exactly(as: Int64.self).map { UInt64(bitPattern: $0) } ?? number.exactly(as: UInt64.self)
        }
    }
}

extension PropertyListPath {
    fileprivate func appending(_ component: String) -> PropertyListPath {
        PropertyListPath(components + [component])
    }
}
