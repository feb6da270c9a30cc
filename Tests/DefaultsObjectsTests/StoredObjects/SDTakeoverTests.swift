import DefaultsPreferences
import Foundation
import TestSupport
import Testing

/// A class that records its creation from an archive.
final class ArchiveSpy: NSObject, NSCoding {
    static let made = Counter()

    override init() { super.init() }
    init?(coder: NSCoder) { Self.made.next() }
    func encode(with coder: NSCoder) { coder.encode("ann" as NSString, forKey: "name") }
}

/// Tests of reading the archives and JSON of older wrappers.
struct SDTakeoverTests {
    let home = Home()

    /// The data of SDUserDefaults: an object of a class that does not exist here.
    private static let archive = """
        <plist version="1.0"><dict>
        <key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key><integer>100000</integer>
        <key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
        <key>$objects</key><array><string>$null</string>
        <dict><key>$class</key><dict><key>CF$UID</key><integer>5</integer></dict>
        <key>name</key><dict><key>CF$UID</key><integer>2</integer></dict>
        <key>theme</key><dict><key>CF$UID</key><integer>3</integer></dict>
        <key>size</key><integer>20</integer>
        <key>future</key><true/>
        <key>pet</key><dict><key>CF$UID</key><integer>4</integer></dict></dict>
        <string>ann</string><string>dark</string>
        <dict><key>$class</key><dict><key>CF$UID</key><integer>5</integer></dict>
        <key>name</key><dict><key>CF$UID</key><integer>2</integer></dict>
        <key>legs</key><dict><key>CF$UID</key><integer>0</integer></dict></dict>
        <dict><key>$classname</key><string>EvilClass</string>
        <key>$classes</key><array><string>EvilClass</string><string>NSObject</string></array></dict>
        </array></dict></plist>
        """

    @Test("SD1: an object archived by the old wrapper is read, and saved as values")
    func archive() throws {
        try home.write([StoredObjectName.sdUserManager.rawValue: Data(Self.archive.utf8)])
        let object = try StoredObject(
            named: .sdUserManager, in: Home.theDomain, store: home.store
        ) { Account() }
        #expect(object.value == Account(name: "ann", theme: "dark", pet: Pet(name: "ann"), size: 20))
        try object.save()
        #expect(
            try home.disk() == [
                "SD_USER_MANAGER": [
                    "name": "ann", "theme": "dark", "session": "none", "size": 20, "pet": ["name": "ann"],
                    "future": true,
                ]
            ])
    }

    @Test("SD8: dictionaries, arrays, dates and data in an archive of Foundation are read")
    func foundationArchive() throws {
        struct Mixed: Codable, Equatable {
            var list: [String] = []
            var date: Date?
            var data: Data?
            var number = 0
        }
        let fields: NSDictionary = [
            "list": ["a", "b"] as NSArray, "date": NSDate(timeIntervalSinceReferenceDate: 5),
            "data": Data([1]) as NSData, "number": 7,
        ]
        let bytes = try NSKeyedArchiver.archivedData(withRootObject: fields, requiringSecureCoding: false)
        try home.write(["mixed": bytes])
        let object = try StoredObject(named: "mixed", in: Home.theDomain, store: home.store) { Mixed() }
        #expect(
            object.value
                == Mixed(list: ["a", "b"], date: Date(timeIntervalSinceReferenceDate: 5), data: Data([1]), number: 7))
    }

    @Test("SD, bug to beat: reading an archive creates no objects of its classes")
    func noObjects() throws {
        let bytes = try NSKeyedArchiver.archivedData(withRootObject: ArchiveSpy(), requiringSecureCoding: false)
        try home.write(["StoredObject": bytes])
        let object = try StoredObject(in: Home.theDomain, store: home.store) { Account() }
        #expect(object.name == "ann")
        #expect(ArchiveSpy.made.value == 0)
        // Foundation's decoding creates the object.
        let reader = try NSKeyedUnarchiver(forReadingFrom: bytes)
        reader.requiresSecureCoding = false
        #expect(reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) is ArchiveSpy)
        #expect(ArchiveSpy.made.value == 1)
    }

    @Test("an object stored as JSON is read, and saved as values")
    func json() throws {
        let bytes = Data(#"{"name":"ann","theme":"dark","pet":{"name":"rex","legs":null},"future":[1]}"#.utf8)
        try home.write(["StoredObject": bytes])
        let object = try StoredObject(in: Home.theDomain, store: home.store, ignoring: ["session"]) { Account() }
        #expect(object.value == Account(name: "ann", theme: "dark", pet: Pet(name: "rex")))
        try object.save()
        #expect(
            try home.disk() == [
                "StoredObject": [
                    "name": "ann", "theme": "dark", "size": 12, "pet": ["name": "rex"], "future": [1],
                ]
            ])
    }

    @Test("a cyclic or truncated archive is an error and stays", arguments: ["cycle", "cut"])
    func hostile(kind: String) throws {
        let cycle = Self.archive.replacingOccurrences(
            of: "<integer>4</integer>", with: "<integer>1</integer>")
        try home.write(["StoredObject": Data((kind == "cycle" ? cycle : String(Self.archive.prefix(300))).utf8)])
        let before = try home.bytes()
        if kind == "cycle" {
            // A cyclic object is omitted.
            let object = try StoredObject(in: Home.theDomain, store: home.store) { Account() }
            #expect(object.value.pet == nil)
        } else {
            #expect(throws: PreferenceValueError.self) {
                try StoredObject(in: Home.theDomain, store: home.store) { Account() }
            }
        }
        #expect(try home.bytes() == before)
    }
}
