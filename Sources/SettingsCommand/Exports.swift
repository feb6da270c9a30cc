@_exported public import DefaultsSchemas
