import Glibc
import Testing

@testable import DefaultsCore

struct ExtendedAttributesTests {
    @Test("an attribute that another program enlarges between the two calls is read again")
    func growth() throws {
        let file = try FilePaths.openForReading("/dev/null")
        var sizes = [1, 3]
        let bytes = try ExtendedAttributes.fill(file) { buffer, size in
            guard let buffer else { return sizes[0] }
            if sizes.count > 1 { sizes.removeFirst() }
            guard size >= sizes[0] else {
                errno = ERANGE
                return -1
            }
            buffer.initializeMemory(as: UInt8.self, repeating: 7, count: sizes[0])
            return sizes[0]
        }
        #expect(bytes == [7, 7, 7])
    }

    @Test("a file system that always reports a size too small is an error")
    func endlessGrowth() throws {
        let file = try FilePaths.openForReading("/dev/null")
        let error = #expect(throws: FileError.self) {
            _ = try ExtendedAttributes.fill(file) { buffer, _ in
                guard buffer != nil else { return 1 }
                errno = ERANGE
                return -1
            }
        }
        #expect(error?.systemError?.code == ERANGE)
    }
}
