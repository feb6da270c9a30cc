// error: requires that 'Int' conform to 'ExpressibleByNilLiteral'
import DefaultsPreferences

let key = PreferenceKey<Int>("FontSize")
