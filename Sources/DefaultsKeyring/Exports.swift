@_exported public import DefaultsCore
