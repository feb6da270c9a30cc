import Foundation

/// A check before a large array is allocated: an array for which there is no memory ends the process.
enum MemoryCheck {
    /// Checks that there is memory for the elements of an array. Small arrays are not checked.
    ///
    /// - Throws: ``PropertyListError/outOfMemory``.
    static func requireRoom<Element>(for count: Int, of type: Element.Type) throws(PropertyListError) {
        let size = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
        guard size.overflow || size.partialValue >= 1 << 20 else { return }
        guard !size.overflow, let memory = malloc(size.partialValue) else { throw .outOfMemory }
        free(memory)
    }
}
