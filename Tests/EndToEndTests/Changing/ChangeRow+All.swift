import TestExtent

extension ChangeRow {
    /// The whole table.
    static let all: [ChangeRow] =
        formats + exactness + unchanged + kept + losses + invalid + errors + streams + locks + refusals + records
        + newFiles

    static let oldStyle = ChangeResult.refused(1, "Conversion to OpenStep format is not supported")
    static let noJSON = ChangeResult.refused(65, "JSON, not a property list")
    private static let withoutComments = "@ had comments, which the change has removed"
    private static let beyondOldStyle = ChangeResult.refused(65, "cannot represent an integer at 'K'; use XML, binary")
    private static let beyondXML = ChangeResult.refused(65, "cannot represent the real number -0.0 at 'K'; use binary")
    private static let commentsStay = ChangeResult.refused(65, "comments, which the change would remove")
    private static let noComments = ChangeResult.refused(65, "a comment (not allowed in JSON)")
    private static let twice = ChangeResult.refused(65, "more than once")
    private static let noOption = ChangeResult.inapplicable("The front has no such option.")

    private static let formats = [
        ChangeRow("XML stays XML", .xml(), .changed()),
        ChangeRow("a binary file stays binary", .binary, .changed()),
        ChangeRow("a binary file has any value", .binary, .changed()) { $0.value = .control },
        ChangeRow("the old style stays the old style", .old(), .changed(), [.replacing: oldStyle]),
        ChangeRow("JSON stays JSON", .json(#","n":1"#), .changed(), [.withoutJSON: noJSON]) {
            $0.members = ["n": 1]
        },
        ChangeRow(
            "the old style refuses a value that it does not have, and becomes XML in a domain with a name", .old(" "),
            beyondOldStyle,
            [[.name]: .changed(as: .xml), .replacing: oldStyle, .reformatting + .extracting: .changed()]
        ) { $0.value = .integer },
        ChangeRow(
            "XML refuses a value that it does not have, and becomes binary in a domain with a name", .xml("\n"),
            beyondXML, [[.name]: .changed(as: .binary), .reformatting + .extracting: .changed()]
        ) { $0.value = .negativeZero },
        ChangeRow(
            "XML in the layout of the command stays as it is if a value is refused", .xml(), beyondXML,
            [[.name]: .changed(as: .binary), .reformatting + .extracting: .changed()]
        ) { $0.value = .negativeZero },
    ]

    private static let unchanged = [
        ChangeRow("the same XML is not touched", .xml(), .untouched, [.extracting: .changed()]),
        ChangeRow("the same binary file is not touched", .binary, .untouched, [.extracting: .changed()]),
        ChangeRow(
            "the same text in the old style is not touched", .old(), .untouched,
            [.replacing: oldStyle, .extracting: .changed()]),
        ChangeRow(
            "the same JSON is not touched", .json(), .untouched,
            [
                .withoutJSON: noJSON, .converting + [.extractRaw]: .changed(),
                [.extract]: .refused(1, "Invalid object"),
            ]),
        ChangeRow(
            "the same JSON in another layout is not touched", .text("{ \"K\" : \"v\" }\n", .json), .untouched,
            [
                .withoutJSON: noJSON, .reformatting + [.extractRaw]: .changed(),
                [.extract]: .refused(1, "Invalid object"),
            ]),
        ChangeRow(
            "the same XML with comments is not touched", .xml("<!-- c -->\n"), .untouched,
            [.reformatting + .extracting: .changed(withoutComments)]),
        ChangeRow(
            "the same text with comments is not touched", .old("/* c */"), .untouched,
            [
                .converting: commentsStay, .replacing: oldStyle,
                [.plutilConvert] + .extracting: .changed(withoutComments),
            ]),
    ].map { row in
        var row = row
        row.value = .same
        return row
    }

    private static let kept =
        ["real", "$PWD/real", "chain"].map { destination in
            ChangeRow("a link stays: \(destination)", .xml(), .changed()) {
                $0.setUp = "mv $p real; ln -s ../d/real chain; ln -s \"\(destination)\" $p"
            }
        }
        + ["600", "644", "666", "755", "660"].map { permissions in
            ChangeRow("permissions stay: \(permissions)", .xml(), .changed()) { $0.permissions = permissions }
        }
        + ["u:65502:rw $p", "d:u:65503:rw .", "u:65502:rw $p; setfacl -m d:u:65503:rw ."].map { list in
            ChangeRow("an access control list stays: \(list)", .xml(), .changed()) {
                $0.setUp = "{ setfacl -m \(list); } || exit 77"
                $0.observe = "getfacl -np $p"
            }
        } + [
            ChangeRow("extended attributes stay", .xml(), .changed()) {
                $0.setUp = "{ setfattr -n user.note -v kept $p && setfattr -n user.empty $p; } || exit 77"
                $0.observe = "getfattr -d $p"
            },
            ChangeRow("the owner and the group stay", .xml(), .changed()) {
                $0.setUp = "[ $EUID = 0 ] || { echo needs the superuser >&2; exit 77; }; chown 65501:65502 $p"
            },
            ChangeRow("another name of the file keeps the old contents", .xml(), .changed()) {
                $0.setUp = "ln $p other"
                $0.observe = "stat -c %i other; cat other"
            },
            ChangeRow("a file that an interrupted change left is removed", .xml(), .changed()) {
                $0.setUp = "[ $p = ./D.plist ] || echo >.f.plist.defaults-new"
            },
        ]

    private static let losses = [
        ChangeRow(
            "comments of XML stay", .xml("<!-- c -->\n"), .changed(),
            [.reformatting + .extracting: .changed(withoutComments)]),
        ChangeRow(
            "comments of the old style stay", .old("/* c */"), .changed(),
            [
                [.name] + .converting: commentsStay, .replacing: oldStyle,
                [.plutilConvert] + .extracting: .changed(withoutComments),
            ]),
        ChangeRow(
            "comments and surplus commas of JSON stay", .text("{\"K\":\"v\",/* c */} // d\n", .json), .changed(),
            [
                .withoutJSON: noJSON, .converting: noComments,
                [.plutilConvert] + .extracting: .changed(withoutComments),
            ]),
        ChangeRow(
            "comments of XML are not removed", .xml("<!-- c -->\n"), beyondXML,
            [[.name]: .changed(as: .binary), .reformatting + .extracting: .changed(withoutComments)]
        ) { $0.value = .negativeZero },
        ChangeRow(
            "comments of the old style are not removed", .old("/* c */"), beyondOldStyle,
            [
                [.name] + .converting: commentsStay, .replacing: oldStyle,
                [.plutilConvert] + .extracting: .changed(withoutComments),
            ]
        ) { $0.value = .integer },
        ChangeRow(
            "--rewrite removes comments of XML", .xml("<!-- c -->\n"), .changed(withoutComments),
            [[.name]: .changed(), .apple: noOption]
        ) { $0.options = "--rewrite" },
        ChangeRow("--rewrite removes comments of the old style", .old("/* c */"), .changed(), [.apple: noOption]) {
            $0.options = "--rewrite"
        },
        ChangeRow(
            "--rewrite removes comments of JSON", .json("/* c */"), .changed(withoutComments),
            [[.name]: noJSON, .converting: noComments, .apple: noOption]
        ) { $0.options = "--rewrite" },
        ChangeRow(
            "one of two equal keys of XML is not lost",
            .xml("\t<key>D</key>\n\t<true/>\n\t<key>D</key>\n\t<false/>\n"), .changed(),
            [.reformatting: twice]
        ) { $0.members = ["D": false] },
        ChangeRow(
            "one of two equal keys of the old style is not lost", .old("D = 1; D = 2;"), .changed(),
            [.reformatting: twice, .replacing: oldStyle]
        ) { $0.members = ["D": "2"] },
        ChangeRow(
            "of two equal keys, the one that is read is changed", .xml("\t<key>K</key>\n\t<string>u</string>\n"),
            .changed(), [.reformatting + .extracting: twice]),
        ChangeRow("one of two equal keys of a binary file is not lost", .binaryTwice, twice, [[.name]: .changed()]),
        ChangeRow(
            "one of two equal keys of JSON is not lost", .json(#","D":1,"D":2"#), .changed(),
            [.withoutJSON: noJSON, .converting: .refused(65, "a duplicate key"), [.plutilConvert]: twice]),
        ChangeRow(
            "one of two equal keys of a second document is not lost", .old(),
            .inapplicable("There is no such document."), [[.document, .merge]: twice]
        ) { $0.setUp = "echo '{ K = w; D = 1; D = 2; }' >../new" },
        ChangeRow(
            "--rewrite keeps the last of two equal keys", .old("D = 1; D = 2;"), .changed(),
            [.apple: noOption]
        ) {
            $0.options = "--rewrite"
            $0.members = ["D": "2"]
        },
    ]

    private static func substitute(_ part: String, _ file: ChangedFile) -> ChangeRow {
        ChangeRow("a file is not changed if it contains \(part)", file, .refused(65, part), [.extracting: .changed()])
    }

    /// Returns a row for a literal of JSON that no value holds, which stays.
    private static func literal(_ literal: String, _ part: String, plutil: String? = nil) -> ChangeRow {
        ChangeRow(
            "a literal of JSON stays: \(literal)", .json(",\"n\":\(literal)"), .changed(),
            [
                .withoutJSON: noJSON, .converting: .refused(65, part),
                [.plutilConvert]: .refused(1, "\(plutil ?? part) at 'n'"),
            ])
    }

    private static let rounded = "a number that would be rounded"

    private static let invalid =
        [
            substitute("a date that does not exist at 'D'", .xml("<key>D</key><date>2024-02-31T00:00:00Z</date>\n")),
            substitute("data that is not base64 at 'D'", .xml("<key>D</key><data>A!</data>\n")),
            substitute("text after the end on line", .xml(end: "junk\n")),
            literal("null", "null, which property lists do not support", plutil: "a null"),
            literal("1e-400", "a number out of range", plutil: rounded),
            literal("1e999", "a number out of range", plutil: rounded),
            literal("99999999999999999999", "an integer beyond 64 bits"),
            ChangeRow(
                "JSON is not changed if a string has an unpaired surrogate", .json(#","n":"\ud800""#),
                .refused(65, "an unpaired surrogate"), [.withoutJSON: noJSON]),
        ]
        + [("9007199254740993.0", 9007199254740992.0), ("-0", 0)].map { (text: String, number: StoredValue) in
            ChangeRow(
                "a number of JSON is not rounded: \(text)", .json(",\"n\":\(text)"), .changed(),
                [.withoutJSON: noJSON, [.plutilConvert]: .refused(1, "\(rounded) at 'n'")]
            ) { $0.members = ["n": number] }
        }
        + [
            ("hello world\n", "not a property list"), ("<plist><dict><key>K</key>", "invalid XML"),
            ("bplist00", "invalid binary"),
        ].map { text, part in
            ChangeRow(
                "a file that is not a property list stays: \(text)", .text(text), .refused(65, part),
                [
                    .converting: .refused(65, "Could not parse property list from"),
                    .plutil: .refused(1, part),
                ])
        }
}
