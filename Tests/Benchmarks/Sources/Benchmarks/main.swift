import Foundation

// Usage: Benchmarks reading FOLDER | library FOLDER | growth FOLDER WORK COUNT | works
let words = CommandLine.arguments.dropFirst()
switch (words.first, words.count) {
case ("reading", 2): try ReadingBenchmark.run(in: URL(fileURLWithPath: words[2]))
case ("library", 2): try LibraryBenchmark(folder: words[2]).run()
case ("growth", 4): try Growth(folder: words[2]).run(words[3], count: Int(words[4]) ?? 0)
case ("works", 1): for (name, shape) in Growth.works { print(name, shape, separator: "\t") }
default:
    print("usage: Benchmarks reading FOLDER | library FOLDER | growth FOLDER WORK COUNT | works")
    exit(255)
}
