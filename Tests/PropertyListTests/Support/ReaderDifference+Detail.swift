import Foundation
import TestExtent

@testable import PropertyList

extension ReaderDifference {
    /// Content that only our reader reads, or that both readers read in different ways.
    enum Detail: String, CaseIterable, Sendable {
        /// XML allows comments and instructions in text. CoreFoundation allows them only between elements.
        case commentInText
        /// `<data/>` is `<data></data>`.
        case emptyData
        /// A `>` in quotes ends neither a tag nor a document type.
        case signInQuotes
        /// Other tools write fractions of a second.
        case fractionOfSecond
        /// An empty string in UTF-16. CoreFoundation takes it for a length beyond the end.
        case emptyUTF16
        /// CoreFoundation drops the upper half of integers with 16 bytes. We show the digits.
        case wideInteger
        /// We read negative integers with 16 bytes.
        case negativeWideInteger
        /// CoreFoundation returns sets in the order of its hash table, and we return them in the order of the file.
        case orderOfSet
        /// Keys that are not strings have different texts.
        case keyOfAnotherType
        /// CoreFoundation takes -1 and 1.5 under `CF$UID` for references.
        case noReference
        /// We report substitutions in values that are dropped because their key is repeated.
        case substitutionUnderRepeatedKey

        /// CoreFoundation carries days and times that do not exist into the next unit.
        case impossibleDate
        /// CoreFoundation returns less data than the file contains, or none, without an error.
        case invalidBase64
        /// CoreFoundation ignores text behind the end, which joined or damaged files have.
        case trailingText

        var format: CoreFoundationReader.Format { example.starts(with: "bplist".utf8) ? .binary : .xml }

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
                    .container(0xC0, Array(1...9)), [0x51, 0x61], [0x51, 0x62], [0x51, 0x63],
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

    /// Returns whether two results for the same bytes differ only in known details.
    static func isExplained(
        _ ours: PropertyListDocument, _ theirs: PropertyListDocument, _ format: CoreFoundationReader.Format
    ) -> Bool {
        var comparison = Comparison(isBinary: format == .binary)
        for substitution in ours.substitutions {
            comparison.found[substitution.path, default: []].insert(substitution.found)
        }
        guard comparison.isExplained(ours.value, theirs.value, at: PropertyListPath()) else { return false }
        if comparison.isRenamed { return true }
        return Set(ours.substitutions).isSuperset(of: Set(theirs.substitutions))
    }

    private struct Comparison {
        let isBinary: Bool
        /// The substitutions of our reader by path.
        var found: [PropertyListPath: Set<PropertyListSubstitution.Found>] = [:]
        /// Whether the two results have different paths.
        var isRenamed = false

        mutating func isExplained(
            _ ours: PropertyListValue, _ theirs: PropertyListValue, at path: PropertyListPath
        ) -> Bool {
            if ours == theirs { return true }
            switch (ours, theirs) {
            case (.string, .integer): return found[path]?.contains(.wideInteger) == true
            case (.string, .date): return found[path]?.contains(.impossibleDate) == true
            case (.string, .data): return found[path]?.contains(.invalidBase64) == true
            case (.integer(let ours), .integer(let theirs)):
                return isBinary && ours.exactly(as: Int64.self).map { $0 < 0 } == true
                    && lowBits(ours) == lowBits(theirs)
            case (.dictionary(let ours), .uid):
                return !isBinary && ours.count == 1 && ours["CF$UID"] != nil
            case (.array(let ours), .array(let theirs)):
                if found[path]?.contains(.set) == true {
                    isRenamed = true
                    return ours.count >= theirs.count && theirs.allSatisfy { hasLike($0, in: ours, at: path) }
                }
                return ours.count == theirs.count
                    && ours.indices.allSatisfy { isExplained(ours[$0], theirs[$0], at: path.appending(String($0))) }
            case (.dictionary(let ours), .dictionary(let theirs)):
                return isExplained(ours, theirs, at: path)
            default: return false
            }
        }

        private mutating func hasLike(
            _ element: PropertyListValue, in elements: [PropertyListValue], at path: PropertyListPath
        ) -> Bool {
            elements.indices.contains { isExplained(elements[$0], element, at: path.appending(String($0))) }
        }

        private mutating func isExplained(
            _ ours: PropertyListDictionary, _ theirs: PropertyListDictionary, at path: PropertyListPath
        ) -> Bool {
            var ours = ours
            var theirs = theirs
            for (key, value) in Array(ours) {
                let inside = path.appending(key)
                if found[inside]?.contains(.keyOfAnotherType) == true {
                    // The key has another text there. Its value identifies it.
                    isRenamed = true
                    ours[key] = nil
                    let other = theirs.first { ours[$0.key] == nil && isExplained(value, $0.value, at: inside) }
                    if let other { theirs[other.key] = nil }
                }
            }
            return ours.count == theirs.count
                && ours.allSatisfy { pair in
                    theirs[pair.key].map { isExplained(pair.value, $0, at: path.appending(pair.key)) } ?? false
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
