import Foundation
import PropertyList
import Testing

/// Decimal numbers, which keep all of their digits.
struct DecimalTests {
    @Test(
        "a decimal number is stored as its digits and read back",
        arguments: [
            "0", "5", "-7", "12.34", "-0.1", "0.1000000000000000055511151231257827", "12345678901234567890.123456789",
            "340282366920938463463374607431768211455", "-99999999999999999999999999999999999999",
        ])
    func roundTrip(text: String) throws {
        let number = try #require(Decimal(string: text))
        let stored = try PropertyListValueEncoder().encode(["k": [number]])
        #expect(stored == ["k": [.string(text)]])
        #expect(try PropertyListValueDecoder().decode([String: [Decimal]].self, from: stored) == ["k": [number]])
    }

    @Test("the greatest and the least numbers, and the value that is not a number, are read back")
    func limits() throws {
        for number in [
            Decimal.greatestFiniteMagnitude, -Decimal.greatestFiniteMagnitude, .leastNonzeroMagnitude, .nan, .pi,
        ] {
            let stored = try PropertyListValueEncoder().encode(number)
            let read = try PropertyListValueDecoder().decode(Decimal.self, from: stored)
            #expect(read == number || (read.isNaN && number.isNaN))
        }
    }

    @Test("numbers of other types with the same digits are read, and so are the parts that earlier versions stored")
    func otherForms() throws {
        let cases: [(PropertyListValue, String)] = [
            (12.34, "12.34"), (0.1, "0.1"), (1e22, "1e22"), (-5, "-5"), ("1.50", "1.5"), ("+2e-3", "0.002"),
            (.integer(PropertyListInteger(UInt64.max)), "18446744073709551615"),
            (
                ["exponent": -2, "length": 1, "isNegative": true, "isCompact": true, "mantissa": [1234, 0, 0]],
                "-12.34"
            ),
            (
                ["exponent": 0, "length": 2, "isNegative": false, "isCompact": true, "mantissa": [1, 2, 0, 0]],
                "131073"
            ),
        ]
        for (stored, text) in cases {
            #expect(try PropertyListValueDecoder().decode(Decimal.self, from: stored) == Decimal(string: text))
        }
    }

    @Test(
        "text that is not exactly a decimal number is refused",
        arguments: [
            "", "12a", "1,5", ".5", "5.", "1e", "0x10", "--1", " 1", "nan", "1e400", "1e-400", "1e9223372036854775808",
            "123456789012345678901234567890123456789012345678901234567890",
        ])
    func refused(text: String) {
        #expect(throws: DecodingError.self) {
            try PropertyListValueDecoder().decode(Decimal.self, from: .string(text))
        }
    }

    @Test("parts that are not those of a decimal number, and other types, are refused")
    func otherTypes() {
        let values: [PropertyListValue] = [
            true, [1], [:], .real(.infinity), ["exponent": 0, "length": 9, "isNegative": false, "mantissa": [1]],
            ["exponent": 300, "length": 1, "isNegative": false, "mantissa": [1]],
        ]
        for value in values {
            #expect(throws: DecodingError.self) { try PropertyListValueDecoder().decode(Decimal.self, from: value) }
        }
    }
}
