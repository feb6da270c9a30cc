import CoreFoundation

/// The type identifiers of CoreFoundation's types, which are not constants.
struct CoreFoundationTypes {
    let string = CFStringGetTypeID()
    let boolean = CFBooleanGetTypeID()
    let number = CFNumberGetTypeID()
    let date = CFDateGetTypeID()
    let data = CFDataGetTypeID()
    let uid = _CFKeyedArchiverUIDGetTypeID()
    let array = CFArrayGetTypeID()
    let set = CFSetGetTypeID()
    let dictionary = CFDictionaryGetTypeID()

    /// A private number type of CoreFoundation with 128 bits: a signed high half, followed by an unsigned low half.
    static let wideInteger = CFNumberType(rawValue: 17) ?? .sInt64Type
}
