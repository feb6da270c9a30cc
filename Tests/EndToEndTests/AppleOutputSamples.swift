import Foundation
import Testing

/// A value, and what is printed of it.
struct ScalarSample: Sendable {
    let value: any Sendable
    let output: String
    /// What `--ascii` prints, where that is something else.
    let ascii: String?

    init(_ value: any Sendable, _ output: String, ascii: String? = nil) {
        self.value = value
        self.output = output
        self.ascii = ascii
    }

    /// Printed by themselves.
    static let all: [ScalarSample] = text + numbers + dates + data

    private static let text: [ScalarSample] = [
        ScalarSample("plain text; 'quoted' \"twice\"", "plain text; 'quoted' \"twice\""),
        ScalarSample("", ""),
        ScalarSample(#"a\b"#, #"a\b"#, ascii: #"a\\b"#),
        ScalarSample("N\u{c4}GEL à", "NÄGEL à", ascii: #"N\304GEL \340"#),
        ScalarSample("的", "的", ascii: #"\u7684"#),
        ScalarSample("\u{1F600}", "\u{1F600}", ascii: #"\ud83d\ude00"#),
        ScalarSample("e\u{301}", "e\u{301}", ascii: #"e\u0301"#),
        ScalarSample("two\nlines\ttab\r", "two\nlines\ttab\r"),
        ScalarSample("\u{1b}[1m\u{7}\0", "\u{1b}[1m\u{7}\0", ascii: #"\033[1m\007\000"#),
        ScalarSample("{a=1;}", "{a=1;}"),
    ]

    private static let numbers: [ScalarSample] = [
        ScalarSample(42, "42"), ScalarSample(-7, "-7"), ScalarSample(0, "0"),
        ScalarSample(Int64.max, "9223372036854775807"), ScalarSample(Int64.min, "-9223372036854775808"),
        ScalarSample(UInt64.max, "18446744073709551615"),
        ScalarSample(true, "1"), ScalarSample(false, "0"),
        ScalarSample(0.5, "0.5"), ScalarSample(2.0, "2"), ScalarSample(1.25, "1.25"), ScalarSample(0.1, "0.1"),
        ScalarSample(-0.0, "-0"), ScalarSample(1e20, "1e+20"), ScalarSample(1e-5, "1e-05"),
        ScalarSample(32.3, "32.3"),
    ]

    private static let dates: [ScalarSample] = [
        ScalarSample(Date(timeIntervalSince1970: 1_568_612_742), "2019-09-16 05:45:42 +0000"),
        ScalarSample(Date(timeIntervalSince1970: 0.999), "1970-01-01 00:00:00 +0000"),
        ScalarSample(Date(timeIntervalSince1970: -1), "1969-12-31 23:59:59 +0000"),
        ScalarSample(Date(timeIntervalSince1970: -0.5), "1969-12-31 23:59:59 +0000"),
    ]

    private static let data: [ScalarSample] = [
        bytes(0, "{length = 0, bytes = 0x}"),
        bytes(1, "{length = 1, bytes = 0x00}"),
        bytes(20, "{length = 20, bytes = 0x000102030405060708090a0b0c0d0e0f10111213}"),
        bytes(24, "{length = 24, bytes = 0x000102030405060708090a0b0c0d0e0f1011121314151617}"),
        bytes(25, "{length = 25, bytes = 0x00010203 04050607 08090a0b 0c0d0e0f ... 11121314 15161718 }"),
        bytes(28, "{length = 28, bytes = 0x00010203 04050607 08090a0b 0c0d0e0f ... 14151617 18191a1b }"),
        bytes(592, "{length = 592, bytes = 0x00010203 04050607 08090a0b 0c0d0e0f ... 48494a4b 4c4d4e4f }"),
    ]

    private static func bytes(_ count: Int, _ output: String) -> ScalarSample {
        ScalarSample(Data((0..<count).map { UInt8(truncatingIfNeeded: $0) }), output)
    }

    /// Printed inside a container.
    static let quoted: [ScalarSample] = bare + inQuotes + escaped + data

    private static let bare: [ScalarSample] = [
        ScalarSample("12A251", "12A251"), ScalarSample("GUID", "GUID"), ScalarSample("nil", "nil"),
        ScalarSample(45, "45"), ScalarSample(true, "1"), ScalarSample(false, "0"), ScalarSample(0.0, "0"),
        ScalarSample(2.0, "2"),
    ]

    private static let inQuotes: [ScalarSample] =
        [
            "_CFURLString", "mod-count", "com.apple.TV", "file:///Applications/", "0.5", "$archiver", "{569, 295}",
            "%00%00", "a b", "a,b", "a;b", "(", "'", "#", "",
        ].map { ScalarSample($0, "\"\($0)\"") } + [
            ScalarSample(-1, #""-1""#), ScalarSample(0.25, #""0.25""#), ScalarSample(1e-5, #""1e-05""#),
            ScalarSample(-2.0, #""-2""#),
            ScalarSample(Date(timeIntervalSince1970: 1_696_988_824), #""2023-10-11 01:47:04 +0000""#),
        ]

    private static let escaped: [ScalarSample] = [
        ScalarSample(#"a"b"#, #""a\"b""#, ascii: #""a\\"b""#),
        ScalarSample(#"a\b"#, #""a\\b""#, ascii: #""a\\\\b""#),
        ScalarSample("a\nb\tc", #""a\nb\tc""#, ascii: #""a\\nb\\tc""#),
        ScalarSample("Safari浏览器", "\"Safari浏览器\"", ascii: #""Safari\\U6d4f\\U89c8\\U5668""#),
        ScalarSample("é", "\"é\"", ascii: #""\\U00e9""#),
        ScalarSample("\u{1F600}", "\"\u{1F600}\"", ascii: #""\\Ud83d\\Ude00""#),
    ]
}

extension ScalarSample: CustomTestStringConvertible {
    var testDescription: String { "\(value)" }
}

/// A domain of containers in one another, and what is printed of it.
enum ContainerSample {
    static let element = """
        <dict>
        <key>autohide</key><false/>
        <key>last-analytics-stamp</key><array><string>801447579.684121</string></array>
        <key>nothing</key><dict/>
        <key>persistent-apps</key><array>
            <dict><key>GUID</key><integer>568757455</integer>
                <key>tile-data</key><dict><key>dock-extra</key><false/><key>file-label</key><string>Safari浏览器</string>
                    <key>book</key><data>AAECAwQ=</data></dict>
                <key>tile-type</key><string>file-tile</string></dict>
            <array><array/><dict/><integer>1</integer></array>
            <string>say "hi"</string>
        </array>
        </dict>
        """

    static let domain = #"""
        {
            autohide = 0;
            "last-analytics-stamp" =     (
                "801447579.684121"
            );
            nothing =     {
            };
            "persistent-apps" =     (
                        {
                    GUID = 568757455;
                    "tile-data" =             {
                        book = {length = 5, bytes = 0x0001020304};
                        "dock-extra" = 0;
                        "file-label" = "Safari浏览器";
                    };
                    "tile-type" = "file-tile";
                },
                        (
                                (
                    ),
                                {
                    },
                    1
                ),
                "say \"hi\""
            );
        }

        """#

    static let array = #"""
        (
                {
                GUID = 568757455;
                "tile-data" =         {
                    book = {length = 5, bytes = 0x0001020304};
                    "dock-extra" = 0;
                    "file-label" = "Safari浏览器";
                };
                "tile-type" = "file-tile";
            },
                (
                        (
                ),
                        {
                },
                1
            ),
            "say \"hi\""
        )

        """#
}
