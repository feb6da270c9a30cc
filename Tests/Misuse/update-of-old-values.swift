// error: 'old' is a 'let' constant
import DefaultsPreferences

extension PreferenceKey<Int> { static let fontSize = Self("FontSize", default: 12) }

func use() -> MigrationStep {
    .update(named: "sizes") { old, _ in old[.fontSize] = 1 }
}
