// A program that imports this module can name what its functions take.
@_exported public import DefaultsCore
