// error: cannot convert value of type 'PreferenceKey<Bool>' to expected argument type 'PreferenceKey<Int>'
import DefaultsPreferences

extension PreferenceKey<Int> { static let fontSize = Self("FontSize", default: 12) }
extension PreferenceKey<Bool> { static let isDark = Self("IsDark", default: false) }

func use() -> MigrationStep {
    .move(PreferenceKey<Int>.fontSize, to: PreferenceKey<Bool>.isDark)
}
