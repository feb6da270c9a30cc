import Foundation
import Testing

@testable import PropertyList

/// What fuzzing has found, as small as it could be made.
@Suite struct ReaderFuzzFindingsTests {
    @Test(
        "A string by itself is written in the old style so that it can be read back",
        arguments: ["abc", "", "a b", "1", "\u{301}a"])
    func loneString(text: String) throws {
        let data = try PropertyListWriter.data(of: .string(text), as: .openStep)
        #expect(try PropertyListReader.read(Array(data)).value == .string(text))
    }
}
