@_exported public import PropertyList
