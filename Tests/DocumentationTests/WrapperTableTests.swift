import Foundation
import Testing

/// The table of the capabilities of other wrappers.
struct WrapperTableTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    @Test("each row of the table has a test, and no test is named after another row")
    func rows() throws {
        let table = try String(contentsOf: Self.tests.appending(path: "WRAPPERS.md"), encoding: .utf8)
        let rows = table.matches(of: /(?m)^\| ([A-Z]{2}[0-9]+) \|/).map { String($0.1) }
        #expect(rows.count > 40)
        #expect(Set(rows).count == rows.count)
        var tested: Set<String> = []
        let files = try #require(FileManager.default.enumerator(at: Self.tests, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            tested.formUnion(text.matches(of: #/"([A-Z]{2}[0-9]+): /#).map { String($0.1) })
        }
        #expect(tested == Set(rows))
    }
}
