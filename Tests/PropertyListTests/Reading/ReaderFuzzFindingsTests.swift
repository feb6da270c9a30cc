import Foundation
import Testing

@testable import PropertyList

/// Inputs that failed in fuzzing, reduced.
@Suite struct ReaderFuzzFindingsTests {
    @Test(
        "A single string in the old style can be read back",
        arguments: ["abc", "", "a b", "1", "\u{301}a"])
    func loneString(text: String) throws {
        let data = try PropertyListWriter.data(of: .string(text), as: .openStep)
        #expect(try PropertyListReader.read(Array(data)).value == .string(text))
    }
}
