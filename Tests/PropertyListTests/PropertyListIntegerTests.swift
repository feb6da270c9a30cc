import PropertyList
import Testing

/// Integers from `Int64.min` to `UInt64.max`.
struct PropertyListIntegerTests {
    static let ascending: [PropertyListInteger] = [
        PropertyListInteger(Int64.min), PropertyListInteger(Int64.min + 1), -4_294_967_296, -2, -1, 0, 1, 2,
        4_294_967_296,
        PropertyListInteger(Int64.max), PropertyListInteger(UInt64(Int64.max) + 1), PropertyListInteger(UInt64.max - 1),
        PropertyListInteger(UInt64.max),
    ]

    @Test("numbers are ordered by their value, across the signed and the unsigned half")
    func order() {
        for (index, left) in Self.ascending.enumerated() {
            for (otherIndex, right) in Self.ascending.enumerated() {
                #expect((left < right) == (index < otherIndex))
                #expect((left == right) == (index == otherIndex))
            }
        }
    }

    @Test("a number is the same from a signed and an unsigned integer")
    func oneNumber() {
        for number in [0, 1, Int64.max] {
            #expect(PropertyListInteger(number) == PropertyListInteger(UInt64(number)))
            #expect(Set([PropertyListInteger(number), PropertyListInteger(UInt64(number))]).count == 1)
        }
        // Two different numbers with the same 64 bits.
        #expect(PropertyListInteger(Int64(-1)) != PropertyListInteger(UInt64.max))
    }

    @Test("a number out of range is refused")
    func exactness() {
        #expect(PropertyListInteger(exactly: Int128(Int64.min) - 1) == nil)
        #expect(PropertyListInteger(exactly: UInt128(UInt64.max) + 1) == nil)
        #expect(PropertyListInteger(exactly: Int128(Int64.min)) == PropertyListInteger(Int64.min))
        #expect(PropertyListInteger(exactly: Int128(UInt64.max)) == PropertyListInteger(UInt64.max))
        #expect(PropertyListInteger(exactly: UInt8(200)) == 200)
        #expect(PropertyListInteger(exactly: Int8(-100)) == -100)
    }

    @Test("a number is converted only to a type that can represent it")
    func narrowing() {
        #expect(PropertyListInteger(UInt64.max).exactly(as: UInt64.self) == .max)
        #expect(PropertyListInteger(UInt64.max).exactly(as: Int64.self) == nil)
        #expect(PropertyListInteger(UInt64.max).exactly(as: Int128.self) == Int128(UInt64.max))
        #expect(PropertyListInteger(Int64.min).exactly(as: Int64.self) == .min)
        #expect(PropertyListInteger(Int64.min).exactly(as: UInt64.self) == nil)
        #expect(PropertyListInteger(-1).exactly(as: UInt8.self) == nil)
        #expect(PropertyListInteger(-1).exactly(as: Int8.self) == -1)
        #expect(PropertyListInteger(255).exactly(as: UInt8.self) == 255)
        #expect(PropertyListInteger(256).exactly(as: UInt8.self) == nil)
        #expect(PropertyListInteger(-128).exactly(as: Int8.self) == -128)
        #expect(PropertyListInteger(-129).exactly(as: Int8.self) == nil)
    }

    @Test("a printed number is read as the same number", arguments: ascending)
    func roundTrip(number: PropertyListInteger) {
        #expect(PropertyListInteger(number.description) == number)
    }

    @Test(
        "digits after a sign are read",
        arguments: [
            ("0", "0"), ("-0", "0"), ("+0", "0"), ("+5", "5"), ("007", "7"), ("-007", "-7"),
            ("18446744073709551615", "18446744073709551615"), ("+18446744073709551615", "18446744073709551615"),
            ("-9223372036854775808", "-9223372036854775808"), ("9223372036854775808", "9223372036854775808"),
        ])
    func digits(text: String, number: String) {
        #expect(PropertyListInteger(text)?.description == number)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", " ", "+", "-", " 1", "1 ", "1.0", "1e3", "0x10", "--1", "+-1", "1_000", "1,000", "½", "٣", "\u{FF11}",
            "1\0",
            "18446744073709551616", "-9223372036854775809", "99999999999999999999999999", "nil", "true",
        ])
    func refusal(text: String) {
        #expect(PropertyListInteger(text) == nil)
    }
}
