// Writes the Swift files of a test target: the templates in a folder, with the code of the documentation in the places
// for it, and a file with declarations. Fails if code of the documentation is in no template and no program.
//
// Arguments: the folders of the package, of the templates, and of the output.

import Foundation

/// The Swift files and pages in a folder and below it, in the order of their paths.
func files(in folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
}

let (package, examples, output) = (CommandLine.arguments[1], CommandLine.arguments[2], CommandLine.arguments[3])

let sources = files(in: package + "/Sources") + [package + "/README.md"]
let steps = sources.filter { $0.hasSuffix(".swift") && $0.contains(".docc/") }
let blocks = try sources.filter { !steps.contains($0) }.flatMap(Block.all)
    // The beginning of Package.swift, which `ReadmeTests` gives to the package manager.
    .filter { !($0.file.hasSuffix("/README.md") && $0.lines[0].unindented.hasPrefix("dependencies:")) }

let templates = try files(in: examples).map { Template(path: $0, lines: try linesOfFile($0)) }
var extraction = Extraction(blocks: blocks, templates: templates)
var outputs: [String: String] = [:]
for template in templates {
    outputs[URL(fileURLWithPath: template.path).lastPathComponent] = extraction.expand(template)
}
let imports = Set(templates.flatMap { $0.lines.filter { $0.hasPrefix("import ") } }).sorted()
outputs["Declarations.swift"] = (imports + extraction.declarations).joined(separator: "\n") + "\n"

// Code of programs, of the tutorial, and of tests with other settings is a copy or a link, which has the same lines.
let programs = try [
    "AdapterPackage/Sources", "DependentPackage/Sources", "DocumentationTests", "MainActorTests",
    "SettingsCommandTests",
].flatMap { files(in: "\(package)/Tests/\($0)") }.filter { !$0.hasPrefix(examples) }
    .map { try linesOfFile($0).map(\.unindented) }
let compiled = programs + extraction.used.map { blocks[$0].unindented }
let others = blocks.indices.filter { !extraction.used.contains($0) }.map { blocks[$0] }
let missing = try (others + steps.map { Block(file: $0, line: 1, lines: try linesOfFile($0)) })
    .filter { block in !compiled.contains { block.isPart(of: $0) } }
    .map { "\($0.file):\($0.line): error: this code is not compiled: no file in \(examples) refers to it" }

let errors = extraction.errors + missing
guard errors.isEmpty else {
    FileHandle.standardError.write(Data((errors.joined(separator: "\n") + "\n").utf8))
    exit(1)
}
for (name, text) in outputs {
    let file = "\(output)/Extracted\(name)"
    // A file with another date would be compiled again.
    if (try? String(contentsOfFile: file, encoding: .utf8)) != text {
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }
}
