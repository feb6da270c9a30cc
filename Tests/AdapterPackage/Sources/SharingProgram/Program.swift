import Foundation
import Observation

import DefaultsPreferences
import Sharing

enum Theme: String, Codable { case light, dark }

extension PreferenceKey<Int> {
    static let fontSize = Self("FontSize", default: 12)
}

extension PreferenceKey<Theme> {
    static let theme = Self("Theme", default: .light)
}

let preferences = Preferences(domain: "com.example.Editor")

struct Editor {
    @Shared(.preference(.fontSize, in: preferences)) var fontSize
    @SharedReader(.preference(.theme, in: preferences)) var theme
}

@main
struct Program {
    static func main() async throws {
        let editor = Editor()
        Task {
            for await size in Observations({ editor.fontSize }) {
                report("size \(size)")
            }
        }
        for await theme in Observations({ editor.theme }) where theme == .dark {
            editor.$fontSize.withLock { $0 += 1 }
            try await editor.$fontSize.save()
            report("saved \(editor.fontSize)")
        }
    }

    static func report(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
