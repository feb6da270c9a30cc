import TestExtent

/// The rows about text and numbers that other writers spell in several ways, or that a format does not represent.
extension ChangeRow {
    static let exactness: [ChangeRow] =
        newValues + layouts(.inXML) + layouts(.controls) + layouts(.notInXML) + otherFormats

    private static let newValues: [ChangeRow] = [
        ChangeRow("a new carriage return in XML is a reference", .xml(), .changed()) { $0.value = .carriageReturn },
        ChangeRow("a new carriage return in another layout of XML is a reference", .foreignXML(""), .changed()) {
            $0.value = .carriageReturn
        },
        ChangeRow(
            "a new control character in XML is reported", .foreignXML(""),
            .changed("'K' in @ contains control characters, which other programs do not accept in XML"),
            [
                [.name] + .reformatting + .extracting: .changed(),
                [.merge]: .changed(
                    "'K' in the result contains control characters, which other programs do not accept in XML"),
            ]
        ) { $0.value = .control },
        ChangeRow(
            "XML refuses a new U+FEFF at the beginning of a string", .foreignXML(""),
            .refused(65, "cannot represent a string that begins with U+FEFF at 'K'; use binary"),
            [[.name]: .changed(as: .binary), .reformatting + .extracting: .changed()]
        ) { $0.value = .byteOrderMark },
    ]

    /// Elements beside `K`.
    private struct Elements {
        var title = ""
        /// The spellings of texts, for keys, values and elements of arrays.
        let texts: [(spelling: String, text: String)]
        /// Other elements.
        var others: [(spelling: String, value: StoredValue)] = []
        /// Whether XML represents them.
        var isInXML = true

        static let inXML = Elements(
            title: "carriage returns", texts: [("a\r\nb", "a\r\nb"), ("a&#13;b", "a\rb"), ("a&#xD;b", "a\rb")])
        static let controls = Elements(
            title: "control characters",
            texts: [
                ("a&#x8;b", "a\u{8}b"), ("a\u{8}b", "a\u{8}b"), ("a&#0;b", "a\0b"), ("a\u{FFFE}b", "a\u{FFFE}b"),
            ])
        static let notInXML = Elements(
            title: "what XML does not represent", texts: [("&#xFEFF;b", "\u{FEFF}b")],
            others: [
                ("<real>-0.0</real>", -0.0), ("<date>2024-01-02T03:04:05.5Z</date>", .date(1_704_164_645.5)),
            ], isInXML: false)
        static let oldStyle = Elements(
            texts: [
                ("a\r\nb", "a\r\nb"), (#"a\rb"#, "a\rb"), (#"a\U000db"#, "a\rb"), (#"a\U0008b"#, "a\u{8}b"),
                ("a\u{8}b", "a\u{8}b"), (#"a\000b"#, "a\0b"), (#"a\Ufffeb"#, "a\u{FFFE}b"),
                (#"\Ufeffb"#, "\u{FEFF}b"),
            ])
        static let json = Elements(
            texts: [
                (#"a\r\nb"#, "a\r\nb"), (#"a\u0008b"#, "a\u{8}b"), (#"a\u0000b"#, "a\0b"),
                (#"a\ufffeb"#, "a\u{FFFE}b"), (#"\ufeffb"#, "\u{FEFF}b"),
            ])

        /// Returns the members, each with a name of its own.
        ///
        /// - Parameters:
        ///   - string: The syntax of a string, for its spelling.
        ///   - array: The syntax of an array, for its two elements.
        ///   - member: The syntax of a member, for the spelling of the key and the value.
        func members(
            string: (String) -> String, array: (String, String) -> String, _ member: (String, String) -> String
        ) -> (lines: String, values: [String: StoredValue]) {
            var (lines, values) = ("", [String: StoredValue]())
            for (index, (spelling, text)) in texts.enumerated() {
                lines += member("\(spelling)\(index)", string("x"))
                values["\(text)\(index)"] = "x"
            }
            let elements = texts.map { (string($0.spelling), StoredValue.string($0.text)) } + others
            for (index, (spelling, value)) in elements.enumerated() {
                lines += member("D\(index)", spelling) + member("L\(index)", array(spelling, string("x")))
                (values["D\(index)"], values["L\(index)"]) = (value, [value, "x"])
            }
            return (lines, values)
        }
    }

    /// Returns a row for each layout of XML.
    private static func layouts(_ elements: Elements) -> [ChangeRow] {
        let (lines, values) = elements.members(
            string: { "<string>\($0)</string>" },
            array: { "<array>\n\t\t\($0)\n\t\t\($1)\n\t</array>" },
            { "\t<key>\($0)</key>\n\t\($1)\n" })
        let foreign = String(decoding: ChangedFile.foreignXML(lines).bytes, as: UTF8.self)
        // A line end of Windows is one character, so those in values stay.
        let files: KeyValuePairs = [
            "the layout of the command": ChangedFile.xml(lines), "another layout": .text(foreign, .xml),
            "a layout with line ends of Windows": .text(foreign.replacing("\n", with: "\r\n"), .xml),
        ]
        return files.map { layout, file in
            ChangeRow(
                "\(elements.title) beside a change stay in \(layout)", file, .changed(),
                elements.isInXML ? [:] : [[.name]: .changed(as: .binary)]
            ) { $0.members = values }
        }
    }

    private static let otherFormats: [ChangeRow] = {
        let string = { (text: String) in "\"\(text)\"" }
        let (lines, values) = Elements.oldStyle.members(
            string: string, array: { "(\($0), \($1))" }, { "    \(string($0)) = \($1);\n" })
        let (members, jsonValues) = Elements.json.members(
            string: string, array: { "[\($0), \($1)]" }, { ", \(string($0)): \($1)" })
        return [
            ChangeRow(
                "text of the old style beside a change stays", .old(lines), .changed(), [.replacing: oldStyle]
            ) { $0.members = values },
            ChangeRow(
                "values of JSON beside a change stay", .json(members + #", "n": -0.0"#), .changed(),
                [.withoutJSON: noJSON]
            ) { $0.members = jsonValues.merging(["n": -0.0]) { old, _ in old } },
        ]
    }()
}
