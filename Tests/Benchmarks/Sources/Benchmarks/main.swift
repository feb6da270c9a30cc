import DefaultsPreferences
import Foundation

// Usage: Benchmarks reading FOLDER | library FOLDER | user-defaults FOLDER | growth FOLDER WORK COUNT | works |
// save FOLDER NAME COUNT
let words = CommandLine.arguments.dropFirst()
switch (words.first, words.count) {
case ("reading", 2): try ReadingBenchmark.run(in: URL(fileURLWithPath: words[2]))
case ("library", 2): try LibraryBenchmark(folder: words[2]).run()
case ("user-defaults", 2): UserDefaultsBenchmark(folder: words[2]).run()
case ("growth", 4): try await Growth(folder: words[2]).run(words[3], count: Int(words[4]) ?? 0)
case ("works", 1):
    for (name, shape) in Array(Growth.works) + Array(ObservationGrowth.works) { print(name, shape, separator: "\t") }
case ("save", 4):
    // Sets and saves keys one by one, beside other processes.
    let store = FileDomainStore(folders: DomainFolders(root: words[2]))
    let preferences = Preferences(domain: "crowd", store: store, saving: .explicit)
    for index in 0..<(Int(words[4]) ?? 0) {
        preferences[PreferenceKey<Int>("\(words[3]).\(index)", default: 0)] = 1
        try preferences.synchronize()
    }
default:
    print(
        """
        usage: Benchmarks reading FOLDER | library FOLDER | user-defaults FOLDER | growth FOLDER WORK COUNT | works |
            save FOLDER NAME COUNT
        """
    )
    exit(255)
}
