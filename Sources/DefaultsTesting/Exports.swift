@_exported public import DefaultsSchemas
@_exported public import DefaultsState
