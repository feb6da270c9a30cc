import Foundation
import PropertyList
import TestExtent
import Testing

/// What data holds that is a document itself is shown as structure.
@Suite(.waiting) struct DecodeTests {
    let scratch = Scratch()

    private func decoded(_ data: Data) throws -> String {
        try scratch.store(["K": .data(data)], at: scratch.file("D"))
        let outcome = try scratch.defaults("read", "--decode", "--json=plain", "D", "K")
        outcome.expect(0, error: "")
        return outcome.text.filter { $0 != "\n" && $0 != " " }
    }

    @Test("an archive that Foundation made")
    func archive() throws {
        let object: NSDictionary = [
            "name": "Ada", "list": [1, 2.5, "x"] as NSArray, "date": Date(timeIntervalSinceReferenceDate: 0),
            "bytes": Data([1, 2]), "inner": ["k": "v"] as NSDictionary,
        ]
        let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
        #expect(try PropertyListSerialization.propertyList(from: data, format: nil) is [String: Any])
        let text = try decoded(data)
        #expect(
            text
                == #"{"bytes":"AQI=","date":"2001-01-01T00:00:00Z","inner":{"k":"v"},"list":[1,2.5,"x"],"name":"Ada"}"#)
    }

    @Test("a key path leads into what data holds")
    func paths() throws {
        let inner = try PropertyListWriter.data(of: ["list": [1, ["deep": "v"]]], as: .binary)
        try scratch.store(["blob": .data(inner), "a": ["blob": .data(inner)]], at: scratch.file("D"))
        for path in ["blob.list.1.deep", "a.blob.list.1.deep"] {
            #expect(try scratch.defaults("read", "--decode", "--path", path, "D").text == "v\n")
            #expect(try scratch.defaults("read", "--path", path, "D").status == 1)
        }
        let missing = try scratch.defaults("read", "--decode", "--path", "blob.none", "D")
        missing.expect(1, error: "defaults: The domain/default pair of (D, blob.none) does not exist\n")
        #expect(try scratch.defaults("read", "--decode", "--path", "blob", "--json=plain", "D").text.contains("deep"))
    }

    @Test("several objects under their keys, and one of another class with its name")
    func objects() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.encode("text", forKey: "first")
        archiver.encode(NSURL(string: "https://example.com"), forKey: "second")
        archiver.finishEncoding()
        let text = try decoded(archiver.encodedData)
        #expect(text.hasPrefix(#"{"first":"text","second":{"$class":"NSURL","#))
        #expect(text.contains("https://example.com"))
    }

    @Test("a property list in every format, and JSON")
    func documents() throws {
        let value: PropertyListValue = ["a": [1, "x"]]
        for data in [
            try PropertyListWriter.data(of: value, as: .binary), try PropertyListWriter.data(of: value, as: .xml),
            Data(JSONWriter().bytes(of: value)),
        ] {
            #expect(try decoded(data) == #"{"a":[1,"x"]}"#)
        }
        #expect(try decoded(Data("{ a = (b); }".utf8)) == #"{"a":["b"]}"#)
    }

    @Test(
        "other data stays data",
        arguments: ["", "hello", "\0\u{1}", "bplist00", "<plist>", #"{"a": null}"#, #""text""#, "12", "<0fbd>"])
    func otherData(text: String) throws {
        #expect(try decoded(Data(text.utf8)) == #""\#(Data(text.utf8).base64EncodedString())""#)
    }

    /// An archive of an array whose elements are all one object, data.
    private func archive(of data: Data, times count: Int) throws -> Data {
        let elements = Array(repeating: PropertyListValue.uid(2), count: count)
        return try PropertyListWriter.data(
            of: [
                "$archiver": "NSKeyedArchiver", "$top": ["root": .uid(1)],
                "$objects": ["$null", ["NS.objects": .array(elements)], ["NS.data": .data(data)]],
            ], as: .binary)
    }

    @Test("archives in archives are shown while they are in proportion to the data, and named beyond")
    func archivesInArchives() throws {
        let honest = try archive(of: try archive(of: Data("x".utf8), times: 3), times: 2)
        #expect(try decoded(honest) == #"[["eA==","eA==","eA=="],["eA==","eA==","eA=="]]"#)
        let hostile = try (0..<6).reduce(Data("x".utf8)) { data, _ in try archive(of: data, times: 100) }
        let text = try decoded(hostile)
        #expect(text.contains("\"<object2>\""))
        #expect(text.utf8.count < 10_000_000)
    }

    @Test("an archive that contains itself, or leads deeper than it can be shown, does not keep the command")
    func hostileArchives() throws {
        func archive(_ objects: [PropertyListValue]) throws -> Data {
            try PropertyListWriter.data(
                of: [
                    "$archiver": "NSKeyedArchiver", "$top": ["root": .uid(1)], "$objects": .array(["$null"] + objects),
                ],
                as: .binary)
        }
        #expect(
            try decoded(archive([["NS.objects": [.uid(1), .uid(0), .uid(99)]]]))
                == #"["<object1>","<null>","<missingobject>"]"#)
        // Each object is a uid inside 500 arrays.
        let deep = (0..<Extent.count(200, short: 12)).map { index -> PropertyListValue in
            (0..<500).reduce(PropertyListValue.uid(UInt32(index + 2))) { value, _ in .array([value]) }
        }
        #expect(try decoded(archive(deep)).hasPrefix("[[["))
        // Each refers twice to the next.
        let wide = (0..<64).map { index -> PropertyListValue in
            let next = PropertyListValue.uid(UInt32(index + 2))
            return ["NS.objects": [next, next]]
        }
        #expect(try decoded(archive(wide + ["end"])).contains("<object"))
        // Archives inside archives.
        let nested = try (0..<Extent.count(300, short: 20)).reduce(Data("x".utf8)) { data, _ in
            try archive([["NS.data": .data(data)]])
        }
        #expect(try decoded(nested).hasPrefix("\""))
    }
}
