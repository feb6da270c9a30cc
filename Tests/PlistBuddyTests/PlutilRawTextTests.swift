import Foundation
import PropertyList
import Testing

@testable import PlistBuddy

struct PlutilRawTextTests {
    @Test(
        "a raw value is exact",
        arguments: [
            ("a\"\n", "a\"\n"), (true, "true"), (false, "false"), (-3, "-3"),
            (.integer(PropertyListInteger(UInt64.max)), "18446744073709551615"), (3.25, "3.250000"), (0.1, "0.100000"),
            (2.0, "2.000000"), (1e-9, "1e-09"), (.real(1e30), "1000000000000000019884624838656.000000"),
            (.real(0.1234567), "0.1234567"), (.real(-.infinity), "-inf"), (.real(.nan), "nan"),
            (.date(Date(timeIntervalSince1970: 1_704_164_645)), "2024-01-02T03:04:05Z"),
            (.date(Date(timeIntervalSince1970: 1_704_164_645.75)), "2024-01-02T03:04:05Z"),
            (.data(Data(repeating: 0, count: 90)), String(repeating: "A", count: 120)), (["a", "b"], "2"), ([], "0"),
            (["k10": 1, "K9": 2, "a": 3], "a\nK9\nk10"), ([:], ""), (.uid(3), "CF$UID"),
        ] as [(PropertyListValue, String)])
    func texts(value: PropertyListValue, text: String) {
        #expect(PlutilRawText.text(of: value) == text)
    }
}
