import Foundation
import TestExtent
import Testing

/// The ways in which scripts in the wild call Apple's tool: they do here what they do there.
@Suite(.waiting, RunShapes())
struct AppleShapesTests {
    @Test("the list of shapes has no gap, and each line ends with 0 and does what its shape says")
    func completeness() {
        let shapes = RunShapes.runs.map(\.shape)
        #expect(Set(shapes.map(\.number)).sorted() == Array(1...106))
        #expect(shapes.count > 115)
        let unchecked = shapes.filter { $0.files.isEmpty && $0.output.isEmpty && $0.removes.isEmpty }
        #expect(unchecked.map(\.number) == [])
    }

    @Test("a line from a script stores the values and types that Foundation reads back")
    func foundation() throws {
        for (shape, folder) in RunShapes.runs {
            for (path, contents) in shape.files {
                let lines = try Foreign.lines("\(folder.path)/\(path)")
                #expect("{\(lines.joined(separator: ", "))}" == contents, "\(shape)")
            }
        }
    }

    @Test("Python's plistlib reads the same values and types", Executable.condition("python3"))
    func python() throws {
        let files = RunShapes.runs.flatMap { shape, folder in
            shape.files.map { (shape, path: "\(folder.path)/\($0.path)", contents: $0.contents) }
        }.filter { !$0.contents.contains(#"\u{1b}"#) }  // XML with control characters is only for Foundation
        let found = try Plistlib.lines(files.map(\.path), in: Scratch())
        #expect(found.count == files.count)
        for (lines, (shape, _, contents)) in zip(found, files) {
            #expect("{\(lines.joined(separator: ", "))}" == contents, "\(shape)")
        }
    }
}
