import Glibc
import TestSupport
import Testing

@testable import DefaultsCore

struct CreatedFolderTests {
    @Test("a folder that was moved to a path that is not text has no path")
    func movedElsewhere() throws {
        let scratch = Scratch()
        let folder = try TemporaryFolder(for: "test", in: scratch.path)
        let destination = Array(scratch("moved").utf8CString.dropLast()) + [-1, 0]
        #expect(rename(folder.path, destination) == 0)
        guard case .moved(to: nil) = try folder.placed.whereabouts() else {
            Issue.record("the folder has a path")
            return
        }
        let error = FileAccess.remove(folder.path).error(.moved(to: nil, isEmpty: true))
        #expect(throws: PreferencesError(error)) { try folder.remove() }
    }
}
