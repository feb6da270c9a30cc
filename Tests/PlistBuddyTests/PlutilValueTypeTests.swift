import Foundation
import PropertyList
import Testing

@testable import PlistBuddy

struct PlutilValueTypeTests {
    @Test(
        "a value has the type of its option",
        arguments: [
            (.bool, "YES", true), (.bool, "tRue", true), (.bool, "NO", false), (.bool, "1", false), (.bool, "", false),
            (.integer, "-20", -20), (.integer, "+3", 3), (.float, "1e3", 1000.0), (.float, "2", 2.0),
            (.float, "0e-400", 0.0), (.float, "3.14159265358979323846", .real(.pi)),
            (.float, "-inf", .real(-.infinity)),
            (.float, " 5 ", 5.0), (.integer, " 5 ", 5),
            (.string, "", ""), (.string, "-append", "-append"), (.array, "", []), (.dictionary, "", [:]),
            (.date, "2001-01-01T00:00:10Z", .date(Date(timeIntervalSinceReferenceDate: 10))),
            (.data, "aGVs\nbG8=\n", .data(Data("hello".utf8))), (.data, "", .data(Data())),
            (.xml, "<string>x</string>", "x"), (.xml, " <array> <true/></array> ", [true]),
            (.xml, #"<plist version="1.0"><dict><key>k</key><integer>1</integer></dict></plist>"#, ["k": 1]),
            (.json, "3", 3), (.json, "2.0", 2.0), (.json, #""s""#, "s"), (.json, #"{"$date":"x"}"#, ["$date": "x"]),
        ] as [(PlutilValueType, String, PropertyListValue)])
    func values(type: PlutilValueType, text: String, value: PropertyListValue) throws {
        #expect(try type.value(text) == value)
    }

    @Test("integers have 64 bits, with or without a sign")
    func integers() throws {
        #expect(try PlutilValueType.integer.value("18446744073709551615") == .integer(PropertyListInteger(UInt64.max)))
        #expect(try PlutilValueType.integer.value("-9223372036854775808") == .integer(PropertyListInteger(Int64.min)))
    }

    @Test(
        "text that is not a value of the type is refused, and never guessed",
        arguments: [
            (.integer, "abc", "Invalid integer in argument: abc"),
            (.integer, "12x", "Invalid integer in argument: 12x"),
            (.integer, "0x10", "Invalid integer in argument: 0x10"),
            (.integer, "18446744073709551616", "Invalid integer in argument: 18446744073709551616"),
            (.float, "x", "Invalid float in argument: x"),
            (.float, "1e400", "Invalid float in argument: 1e400"),
            (.float, "-1e-400", "Invalid float in argument: -1e-400"),
            (.date, "nope", "Failed to parse value nope with type -date"),
            (.date, "2024-01-02", "Failed to parse value 2024-01-02 with type -date"),
            (.date, "2024-02-30T00:00:00Z", "Failed to parse value 2024-02-30T00:00:00Z with type -date"),
            (.date, "2024-01-02T03:04:05.5Z", "Failed to parse value 2024-01-02T03:04:05.5Z with type -date"),
            (.data, "!!", "Invalid base64 data in argument"),
            (.data, "YQ", "Invalid base64 data in argument"),
            (.xml, "{ a = 1; }", "Unable to parse xml property list: the text is not XML"),
            (
                .xml, "<dict><key>a</key><dict><key>k</key><true/><key>k</key><true/></dict></dict>",
                "Unable to parse xml property list: the key 'a.k' occurs more than once"
            ),
            (.json, #"{"k":1,"k":2}"#, "Unable to parse JSON: the key 'k' occurs more than once"),
            (.json, "null", "Unable to parse JSON: a null, which cannot be stored"),
            (.json, "[1,]", "Unable to parse JSON: comments and commas before brackets are not JSON"),
            (.json, "[1] // c", "Unable to parse JSON: comments and commas before brackets are not JSON"),
            (.json, "[1,{\"a\":null}]", "Unable to parse JSON: a null at '1.a', which cannot be stored"),
            (
                .json, #"{"a":9007199254740993.0}"#,
                "Unable to parse JSON: a number that would be rounded at 'a', which cannot be stored"
            ),
        ] as [(PlutilValueType, String, String)])
    func invalidValues(type: PlutilValueType, text: String, sentence: String) {
        #expect(throws: PlutilError(sentence)) { try type.value(text) }
    }

    @Test("an error in XML or JSON has its position")
    func positions() {
        for (type, text, beginning) in [
            (PlutilValueType.xml, "<dict><key>a</dict>", "Unable to parse xml property list: invalid XML, "),
            (.json, "{\"a\":}", "Unable to parse JSON: invalid JSON, "),
        ] {
            do {
                _ = try type.value(text)
                Issue.record("no error")
            } catch {
                #expect(error.sentence.hasPrefix(beginning))
                #expect(error.sentence.contains("on line 1, column "))
            }
        }
    }
}
