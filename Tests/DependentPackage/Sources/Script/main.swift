import DefaultsPreferences
import Foundation

extension PreferenceKey<Int> {
    static let runs = Self("Runs", default: 0)
}

extension PreferenceKey<String> {
    static let greeting = Self("Greeting", default: "Hello")
}

let preferences = Preferences(domain: "com.example.Script")

func greet() {
    print("\(preferences[.greeting]), run \(preferences[.runs])")
}

do {
    try preferences.update { $0[.runs] += 1 }
} catch {
    print("not saved: \(error)")
    exit(1)
}
greet()
