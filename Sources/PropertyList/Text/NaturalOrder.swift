import CoreFoundation
import Foundation

/// The order in which plutil prints the keys of a dictionary.
///
/// Case is ignored, and a number in a key is compared by its value: `a`, `A9`, `a10`. Keys that are equal in this
/// respect are ordered by their other differences. The order does not depend on the locale.
package enum NaturalOrder {
    /// Returns the indices of texts in natural order.
    package static func indices(of texts: [String]) -> [Int] {
        let strings = texts.map(CoreFoundationText.string)
        return texts.indices.sorted { left, right in
            switch CFStringCompare(strings[left], strings[right], options) {
            case .compareLessThan: true
            case .compareGreaterThan: false
            default: texts[left].precedesInUTF16(texts[right])
            }
        }
    }

    private static let options: CFStringCompareFlags = [
        .compareNumerically, .compareCaseInsensitive, .compareForcedOrdering,
    ]
}
