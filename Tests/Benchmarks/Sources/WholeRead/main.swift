import Foundation

// Reads a whole file with Foundation, and prints the value of one key. Usage: WholeRead FILE KEY
let words = CommandLine.arguments
let data = try Data(contentsOf: URL(fileURLWithPath: words[1]))
let root = try PropertyListSerialization.propertyList(from: data, options: [], format: nil) as? [String: Any]
guard let value = root?[words[2]] else { exit(1) }
print(value)
