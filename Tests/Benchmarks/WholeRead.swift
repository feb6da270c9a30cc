import Foundation

// What a program does that reads a whole file with Foundation for one key: prints the value of the key in the file.
let words = CommandLine.arguments
let data = try Data(contentsOf: URL(fileURLWithPath: words[1]))
let root = try PropertyListSerialization.propertyList(from: data, options: [], format: nil) as? [String: Any]
guard let value = root?[words[2]] else { exit(1) }
print(value)
