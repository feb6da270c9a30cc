import Foundation
import SafeUserDefaults

// Usage: ReadOne foundation|safe SUITE KEY
// A program that reads one integer with Foundation's class or with ours, and prints it.
let words = CommandLine.arguments
guard words.count == 4 else { exit(255) }
let defaults = words[1] == "safe" ? SafeUserDefaults(suiteName: words[2]) : UserDefaults(suiteName: words[2])
print(defaults?.integer(forKey: words[3]) ?? -1)
