import Foundation

/// Checks for free memory before large arrays are allocated. A failed allocation of an array ends the process.
package enum MemoryCheck {
    /// Returns whether a number of bytes can be allocated. Less than one megabyte is not checked.
    package static func hasRoom(forBytes count: Int) -> Bool {
        guard count >= 1 << 20 else { return true }
        // The compiler would remove a call of malloc, because the memory is freed at once.
        let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory, memory != MAP_FAILED else { return false }
        munmap(memory, count)
        return true
    }

    /// Checks that there is memory for the elements of an array.
    ///
    /// - Throws: `PropertyListError.Code.outOfMemory`.
    static func requireRoom<Element>(for count: Int, of type: Element.Type) throws(PropertyListError) {
        let (size, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
        guard !overflow, hasRoom(forBytes: size) else { throw PropertyListError(.outOfMemory) }
    }
}
