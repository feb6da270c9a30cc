@_exported public import DefaultsPreferences
