import Foundation
import Testing

/// The ways in which scripts in the wild call Apple's tool: they do here what they do there.
@Suite(.waiting) struct AppleShapesTests {
    static let shapes =
        ScalarShapes.all + ArrayShapes.all + DictionaryShapes.all + PlaceShapes.all + ReadingShapes.all

    @Test("the list of shapes has no gap")
    func completeness() {
        #expect(Set(Self.shapes.map(\.number)).sorted() == Array(1...106))
        let unchecked = Self.shapes.filter { $0.files.isEmpty && $0.output.isEmpty && $0.removes.isEmpty }
        #expect(unchecked.map(\.number) == [])
    }

    @Test(
        "a line from a script ends with 0 and stores the value and type that Foundation reads back", arguments: shapes)
    func foundation(shape: Shape) throws {
        let scratch = Scratch()
        try shape.run(in: scratch)
        for (path, contents) in shape.files {
            #expect(try Foreign.stored("\(scratch.path)/\(path)").text == contents.text, "\(shape)")
        }
    }

    @Test("Python's plistlib reads the same values and types", Executable.condition("python3"))
    func python() throws {
        let scratches = Self.shapes.map { _ in Scratch() }
        var paths: [String] = []
        var expected: [(shape: Shape, text: String)] = []
        for (shape, scratch) in zip(Self.shapes, scratches) {
            try shape.run(in: scratch)
            paths += shape.files.map { "\(scratch.path)/\($0.path)" }
            expected += shape.files.map { (shape, $0.contents.text) }
        }
        let texts = try Foreign.python(paths, in: Scratch())
        try #require(texts.count == expected.count)
        for (text, expectation) in zip(texts, expected) {
            #expect(text == expectation.text, "\(expectation.shape)")
        }
    }
}
