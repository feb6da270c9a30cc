import CoreFoundation
import Foundation

/// Builds the CoreFoundation objects that stand for a value.
///
/// The alternative, Swift dictionaries, costs bridging, merges canonically equivalent keys, gives binary files another order of
/// keys in every process, and fails on arrays in static executables.
struct EngineObjects {
    private var arrayCallbacks = kCFTypeArrayCallBacks
    private var keyCallbacks = kCFTypeDictionaryKeyCallBacks
    private var valueCallbacks = kCFTypeDictionaryValueCallBacks

    func object(for value: PropertyListValue) -> AnyObject {
        switch value {
        case .string(let text): string(text)
        case .integer(let number): integer(number)
        case .real(let number): real(number)
        case .boolean(let flag): flag ? kCFBooleanTrue : kCFBooleanFalse
        // Of the two zeros the positive.
        case .date(let date): CFDateCreate(kCFAllocatorDefault, date.timeIntervalSinceReferenceDate + 0)
        case .data(let data): self.data(data)
        case .array(let elements): array(elements)
        case .dictionary(let dictionary): self.dictionary(dictionary)
        case .uid(let uid): reference(uid)
        }
    }

    private func string(_ text: String) -> AnyObject {
        EngineText.string(text)
    }

    private func integer(_ number: PropertyListInteger) -> AnyObject {
        if var signed = number.exactly(as: Int64.self) {
            return CFNumberCreate(kCFAllocatorDefault, .sInt64Type, &signed)
        }
        var wide = (high: Int64(0), low: number.exactly(as: UInt64.self) ?? 0)
        return CFNumberCreate(kCFAllocatorDefault, EngineTypes.wideInteger, &wide)
    }

    private func real(_ number: Double) -> AnyObject {
        var number = number
        return CFNumberCreate(kCFAllocatorDefault, .doubleType, &number)
    }

    private func reference(_ uid: UInt32) -> AnyObject {
        // Nil only where memory ran out.
        _CFKeyedArchiverUIDCreate(kCFAllocatorDefault, uid) ?? kCFNull
    }

    private func data(_ data: Data) -> AnyObject {
        data.withUnsafeBytes { bytes in
            CFDataCreate(kCFAllocatorDefault, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
        }
    }

    private func array(_ elements: [PropertyListValue]) -> AnyObject {
        let objects = elements.map { object(for: $0) }
        return withPointers(to: objects) { pointers in
            var callbacks = arrayCallbacks
            return CFArrayCreate(kCFAllocatorDefault, &pointers, pointers.count, &callbacks)
        }
    }

    private func dictionary(_ dictionary: PropertyListDictionary) -> AnyObject {
        let keys = dictionary.map { string($0.key) }
        let values = dictionary.map { object(for: $0.value) }
        return withPointers(to: keys) { keys in
            withPointers(to: values) { values in
                var (keyCallbacks, valueCallbacks) = (keyCallbacks, valueCallbacks)
                return CFDictionaryCreate(
                    kCFAllocatorDefault, &keys, &values, values.count, &keyCallbacks, &valueCallbacks)
            }
        }
    }

    /// Hands over the objects' addresses while the objects live.
    private func withPointers(to objects: [AnyObject], _ body: (inout [UnsafeRawPointer?]) -> AnyObject) -> AnyObject {
        withExtendedLifetime(objects) {
            var pointers = objects.map { UnsafeRawPointer?(Unmanaged.passUnretained($0).toOpaque()) }
            return body(&pointers)
        }
    }
}
