// error: requires that 'Int' conform to 'ExpressibleByNilLiteral'
import DefaultsCore

let key = PreferenceKey<Int>("FontSize")
