import DefaultsCore
import DefaultsTesting
import PropertyList

extension PreferenceKey<Int> {
    static let fontSize = Self("FontSize", default: 12)
}

struct Window: Codable, Equatable {
    var title: String
    var frame: [Double]
}

struct Editor {
    @Preference(.fontSize) var fontSize
}

let temporary = try TemporaryStore()
let preferences = Preferences(domain: "com.example.Dependent", in: temporary)
preferences[.fontSize] = 14
try preferences.set(Window(title: "t", frame: [1, 2.5]), for: PreferenceKey<Window?>("Window"))
try preferences.synchronize()
try preferences.update { $0[.fontSize] += 1 }

let others = Preferences(domain: "com.example.Dependent", in: temporary)
let window = try others.value(for: PreferenceKey<Window?>("Window"))
let stored: PropertyListDictionary = try temporary.contents(of: try preferences.domain)
print(others[.fontSize], window?.title ?? "nil", stored.keys.joined(separator: ","), Editor().fontSize)
