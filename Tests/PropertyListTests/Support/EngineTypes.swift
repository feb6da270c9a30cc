import CoreFoundation

/// The type identifiers of the engine's objects, asked for once: they are no constants.
struct EngineTypes {
    let string = CFStringGetTypeID()
    let boolean = CFBooleanGetTypeID()
    let number = CFNumberGetTypeID()
    let date = CFDateGetTypeID()
    let data = CFDataGetTypeID()
    let uid = _CFKeyedArchiverUIDGetTypeID()
    let array = CFArrayGetTypeID()
    let set = CFSetGetTypeID()
    let dictionary = CFDictionaryGetTypeID()

    /// The engine's private number type of 128 bits: a signed high half, then an unsigned low half.
    static let wideInteger = CFNumberType(rawValue: 17) ?? .sInt64Type
}
