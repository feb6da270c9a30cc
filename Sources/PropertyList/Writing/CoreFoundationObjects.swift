import CoreFoundation
import Foundation

/// A builder of the CoreFoundation objects for a value.
///
/// Swift dictionaries are not used. They would be bridged, merge canonically equivalent keys, order the keys of binary
/// files differently in every process, and fail on arrays in static executables.
///
/// Equal strings and numbers that are close to each other share an object. A file of a few megabytes can contain one
/// string a million times, and CoreFoundation takes memory for each object. CoreFoundation compares these objects by
/// value, so the result is the same.
struct CoreFoundationObjects {
    /// A private number type of CoreFoundation with 128 bits: a signed high half, followed by an unsigned low half.
    private static let wideInteger = CFNumberType(rawValue: 17) ?? .sInt64Type

    private var arrayCallbacks = kCFTypeArrayCallBacks
    private var keyCallbacks = kCFTypeDictionaryKeyCallBacks
    private var valueCallbacks = kCFTypeDictionaryValueCallBacks
    private var recentStrings = RecentObjects<String>()
    private var recentNumbers = RecentObjects<UInt64>()

    /// Returns the object for a value.
    static func object(for value: PropertyListValue) -> AnyObject {
        var objects = CoreFoundationObjects()
        return objects.object(for: value)
    }

    private mutating func object(for value: PropertyListValue) -> AnyObject {
        switch value {
        case .string(let text): string(text)
        case .integer(let number): integer(number)
        case .real(let number): real(number)
        case .boolean(let flag): flag ? kCFBooleanTrue : kCFBooleanFalse
        // Adding zero turns -0.0 into 0.0, because both are the same point in time.
        case .date(let date): CFDateCreate(kCFAllocatorDefault, date.timeIntervalSinceReferenceDate + 0)
        case .data(let data): self.data(data)
        case .array(let elements): array(elements)
        case .dictionary(let dictionary): self.dictionary(dictionary)
        case .uid(let uid): reference(uid)
        }
    }

    private mutating func string(_ text: String) -> AnyObject {
        guard recentStrings.isWorthwhile() else { return CoreFoundationText.string(text) }
        let hash = text.quickHash
        if let object = recentStrings.object(hash, where: { $0.hasSameScalars(as: text) }) { return object }
        let object = CoreFoundationText.string(text)
        recentStrings.keep(object, for: text, hash)
        return object
    }

    private mutating func integer(_ number: PropertyListInteger) -> AnyObject {
        guard var signed = number.exactly(as: Int64.self) else {
            var wide = (high: Int64(0), low: number.exactly(as: UInt64.self) ?? 0)
            return CFNumberCreate(kCFAllocatorDefault, Self.wideInteger, &wide)
        }
        return self.number(UInt64(bitPattern: signed), salt: 0) {
            CFNumberCreate(kCFAllocatorDefault, .sInt64Type, &signed)
        }
    }

    private mutating func real(_ number: Double) -> AnyObject {
        var number = number
        return self.number(number.bitPattern, salt: 1) { CFNumberCreate(kCFAllocatorDefault, .doubleType, &number) }
    }

    /// Returns the object for a number. Integers use the even indices of the recent objects, and reals the odd indices.
    private mutating func number(_ bits: UInt64, salt: Int, make: () -> AnyObject) -> AnyObject {
        guard recentNumbers.isWorthwhile() else { return make() }
        let hash = Int(truncatingIfNeeded: ((bits ^ bits >> 29) &* 0x9E37_79B9_7F4A_7C15) >> 32) << 1 | salt
        if let object = recentNumbers.object(hash, where: { $0 == bits }) { return object }
        let object = make()
        recentNumbers.keep(object, for: bits, hash)
        return object
    }

    private func reference(_ uid: UInt32) -> AnyObject {
        // The function returns nil only if memory is exhausted.
        _CFKeyedArchiverUIDCreate(kCFAllocatorDefault, uid) ?? kCFNull
    }

    private func data(_ data: Data) -> AnyObject {
        // `NSData` shares the bytes of the value. For little data, a copy is faster.
        if data.count >= 1 << 16 { return data as NSData }
        return data.withUnsafeBytes { bytes in
            CFDataCreate(kCFAllocatorDefault, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
        }
    }

    private mutating func array(_ elements: [PropertyListValue]) -> AnyObject {
        var objects = RetainedObjects(capacity: elements.count)
        for element in elements { objects.append(object(for: element)) }
        defer { objects.release() }
        return CFArrayCreate(kCFAllocatorDefault, objects.pointers, objects.count, &arrayCallbacks)
    }

    private mutating func dictionary(_ dictionary: PropertyListDictionary) -> AnyObject {
        var keys = RetainedObjects(capacity: dictionary.count)
        var values = RetainedObjects(capacity: dictionary.count)
        for (key, value) in dictionary {
            keys.append(string(key))
            values.append(object(for: value))
        }
        defer {
            keys.release()
            values.release()
        }
        return CFDictionaryCreate(
            kCFAllocatorDefault, keys.pointers, values.pointers, keys.count, &keyCallbacks, &valueCallbacks)
    }
}

/// A list that retains objects until it releases them together. A Swift array would look up the metadata of the object
/// type at its first use.
private struct RetainedObjects {
    let pointers: UnsafeMutablePointer<UnsafeRawPointer?>
    private(set) var count = 0
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        pointers = .allocate(capacity: capacity)
    }

    mutating func append(_ object: AnyObject) {
        precondition(count < capacity)
        pointers[count] = UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque())
        count += 1
    }

    /// Releases the objects and the memory of this list.
    func release() {
        for index in 0..<count { pointers[index].map { Unmanaged<AnyObject>.fromOpaque($0).release() } }
        pointers.deallocate()
    }
}

/// A cache of recently created objects, indexed by the hashes of their keys. The first 1024 objects are not cached,
/// because equal objects in a small value take little memory.
private struct RecentObjects<Key> {
    private var entries: [(hash: Int, key: Key, object: AnyObject)?] = []
    private var uncounted = 1024
    private static var count: Int { 256 }

    /// Counts an object. Returns whether the cache is used, which is after the first 1024 objects.
    mutating func isWorthwhile() -> Bool {
        if uncounted == 0 { return true }
        uncounted -= 1
        return false
    }

    /// Returns the object for a key, or `nil` if the cache does not contain the key.
    @inline(__always)
    func object(_ hash: Int, where isKey: (Key) -> Bool) -> AnyObject? {
        guard !entries.isEmpty, let entry = entries[hash & (Self.count - 1)], entry.hash == hash, isKey(entry.key)
        else { return nil }
        return entry.object
    }

    @inline(__always)
    mutating func keep(_ object: AnyObject, for key: Key, _ hash: Int) {
        if entries.isEmpty { entries = Array(repeating: nil, count: Self.count) }
        entries[hash & (Self.count - 1)] = (hash, key, object)
    }
}

extension String {
    /// A hash of the length and of the first and the last eight bytes, which is faster than a hash of all bytes.
    fileprivate var quickHash: Int {
        withUTF8Bytes { bytes in
            var hash = UInt64(truncatingIfNeeded: bytes.count)
            func add(_ word: UInt64) { hash = (hash ^ word ^ word >> 29) &* 0x9E37_79B9_7F4A_7C15 }
            if bytes.count >= 8 {
                let bytes = UnsafeRawBufferPointer(bytes)
                add(bytes.loadUnaligned(as: UInt64.self))
                add(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
            } else {
                add(bytes.reduce(0) { $0 << 8 | UInt64($1) })
            }
            return Int(truncatingIfNeeded: hash ^ hash >> 32)
        }
    }
}
