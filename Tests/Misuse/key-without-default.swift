// error: requires that 'Int' conform to 'ExpressibleByNilLiteral'
import DefaultsCore
import DefaultsPreferences

let key = PreferenceKey<Int>("FontSize")
