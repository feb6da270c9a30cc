import DefaultsPreferences
import Foundation
import TestExtent
import TestSupport
import Testing

struct Pet: Codable, Equatable {
    var name: String
    var legs: Int?
}

struct Account: Codable, Equatable {
    var name: String?
    var theme = "light"
    var session = "none"
    var pet: Pet?
    var size = 12
}

/// The rows of SDUserDefaults: whole objects.
@Suite(.waiting) struct SDTests {
    let home = Home()

    private func account(
        _ name: StoredObjectName = .standard, ignoring: [StoredField] = [], checks: Bool = true
    ) throws -> StoredObject<Account> {
        try StoredObject(
            named: name, in: Home.theDomain, store: home.store, ignoring: ignoring, checksIgnoredNames: checks
        ) { Account() }
    }

    @Test("SD1: a whole object is stored under one key and read back")
    func sd1() throws {
        try home.write(["Other": 1])
        let value = Account(name: "ann", pet: Pet(name: "rex", legs: 4))
        do {
            let object = try account("ann")
            object.value = value
            try object.save()
        }
        #expect(
            try home.disk() == [
                "Other": 1,
                "ann": [
                    "name": "ann", "theme": "light", "session": "none", "size": 12, "pet": ["name": "rex", "legs": 4],
                ],
            ])
        #expect(try account("ann").value == value)
        #expect(try home.probe("object", Home.domain, "ann") == "ann light none")
    }

    @Test("SD1: an object can be a domain with its fields as keys")
    func sd1Domain() throws {
        try home.write(["theme": "dark", "Unknown": [1]])
        let object = try StoredObject(named: nil, in: Home.theDomain, store: home.store) { Account() }
        #expect(object.theme == "dark")
        object.name = "ann"
        try object.save()
        #expect(
            try home.disk() == ["theme": "dark", "session": "none", "size": 12, "name": "ann", "Unknown": [1]])
        try object.reset()
        #expect(try home.disk() == ["Unknown": [1]])
        #expect(object.value == Account())
    }

    @Test("SD2: the default identifiers are documented")
    func sd2() throws {
        let object = try account()
        try object.save()
        #expect(object.identifier == "StoredObject")
        #expect(try home.disk()?.keys.sorted() == ["StoredObject"])
        #expect(StoredObjectName.sdUserManager.rawValue == "SD_USER_MANAGER")
        #expect(StoredObjectName.sdKeychainUserManager.rawValue == "SD_KEY_CHAIN_USER_MANAGER")
    }

    private enum Shared {
        static let store = InMemoryDomainStore()
        static let account = Result { try StoredObject(in: Home.theDomain, store: store) { Account() } }
    }

    @Test("SD2: an object can be shared without try!")
    func sd2Shared() throws {
        let account = try Shared.account.get()
        account.name = "ann"
        try Shared.account.get().save()
        #expect(try Shared.store.contents(of: Home.theDomain)[PropertyListPath(["StoredObject", "name"])] == "ann")
    }

    @Test("SD3: objects under two identifiers do not see each other")
    func sd3() throws {
        let ann = try account("ann")
        let bob = try account("bob")
        ann.name = "ann"
        bob.name = "bob"
        try ann.save()
        try bob.save()
        try bob.reload()
        #expect(ann.name == "ann")
        #expect(bob.name == "bob")
        try ann.reset()
        #expect(try home.disk()?.keys.sorted() == ["bob"])
    }

    @Test("SD4: an object that is not stored is a new one")
    func sd4() throws {
        #expect(try account().value == Account())
        #expect(try home.disk() == nil)
    }

    @Test("SD5: nothing is stored before it is saved")
    func sd5() throws {
        let object = try account()
        object.name = "ann"
        #expect(try home.disk() == nil)
        try object.save()
        #expect(try home.probe("object", Home.domain, "StoredObject") == "ann light none")
    }

    @Test("SD6: resetting removes the entry, resets the object and leaves other keys unchanged")
    func sd6() throws {
        try home.write(["Other": 1])
        let object = try account()
        object.name = "ann"
        try object.save()
        try object.reset()
        #expect(try home.disk() == ["Other": 1])
        #expect(object.value == Account())
    }

    @Test("SD7: a property set to nil and saved is deleted")
    func sd7() throws {
        do {
            let object = try account()
            object.name = "ann"
            object.value.pet = Pet(name: "rex", legs: 4)
            try object.save()
            object.name = nil
            object.value.pet?.legs = nil
            try object.save()
        }
        #expect(
            try home.disk() == [
                "StoredObject": ["theme": "light", "session": "none", "size": 12, "pet": ["name": "rex"]]
            ])
        #expect(try account().value == Account(pet: Pet(name: "rex")))
    }

    @Test("SD8: nested models are stored")
    func sd8() throws {
        struct Zoo: Codable, Equatable { var pets: [Pet] = []; var byName: [String: Pet] = [:] }
        let zoo = Zoo(pets: [Pet(name: "a"), Pet(name: "b", legs: 2)], byName: ["c": Pet(name: "c")])
        do {
            let object = try StoredObject(named: "zoo", in: Home.theDomain, store: home.store) { Zoo() }
            object.value = zoo
            try object.save()
        }
        #expect(
            try home.disk() == [
                "zoo": ["pets": [["name": "a"], ["name": "b", "legs": 2]], "byName": ["c": ["name": "c"]]]
            ])
        #expect(try StoredObject(named: "zoo", in: Home.theDomain, store: home.store) { Zoo() }.value == zoo)
    }

    @Test("SD10: an ignored name without a property is an error, unless the check is disabled")
    func sd10() throws {
        func error(ignoring field: StoredField) -> String? {
            #expect(throws: PreferenceValueError.self) {
                try StoredObject(named: "p", in: Home.theDomain, store: home.store, ignoring: [field]) {
                    SDIgnoredTests.Person()
                }
            }?.description
        }
        #expect(
            error(ignoring: "nam")
                == #"there is no field 'nam' to ignore; the fields are 'address', 'full\.name', 'partner'"#)
        #expect(
            error(ignoring: "address.zap")
                == "there is no field 'address.zap' to ignore; the fields are 'address.city', 'address.zip'")
        let error = #expect(throws: PreferenceValueError.self) { try account(ignoring: ["sesion", "name"]) }
        #expect(error?.code == .invalidIgnoredField)
        let scalar = #expect(throws: PreferenceValueError.self) { try account(ignoring: ["theme.color"]) }
        #expect(scalar?.description == "there is no field 'theme.color' to ignore; the value has no fields")
        #expect(try account(ignoring: ["sesion"], checks: false).value == Account())
    }

    @Test("SD11: creating an object that cannot be stored is an error with a path")
    func sd11() throws {
        struct Bad: Codable { var inner = Inner(); struct Inner: Codable { var list: [Int?] = [nil] } }
        let error = #expect(throws: PreferenceValueError.self) {
            try StoredObject(named: "bad", in: Home.theDomain, store: home.store) { Bad() }
        }
        #expect(error?.description.contains("'bad.inner.list.0'") == true)
        #expect(try home.disk() == nil)
    }

    @Test("SD12: a corrupt archive is a typed error and stays", arguments: [true, false])
    func sd12(isBytes: Bool) throws {
        try home.write(["StoredObject": isBytes ? Data([1, 2, 3]) : ["size": "large"]])
        let before = try home.bytes()
        let error = #expect(throws: PreferenceValueError.self) { try account() }
        #expect(
            error
                == (isBytes
                    ? .wrongType(at: .init(["StoredObject"]), expected: "a dictionary", found: .data)
                    : .wrongType(at: .init(["StoredObject", "size"]), expected: "an integer", found: .string)))
        #expect(try home.bytes() == before)
    }

    @Test("SD14: an empty identifier is an error")
    func sd14() throws {
        do {
            _ = try account("")
            Issue.record("an empty identifier is accepted")
        } catch PreferenceValueError.Code.noIdentifier {
        }
    }

    @Test("SD15: an unknown stored field is ignored, and kept by saving")
    func sd15() throws {
        try home.write([
            "StoredObject": [
                "theme": "dark", "session": "s", "size": 1, "future": ["a": 1], "pet": ["name": "rex", "wings": 2],
            ]
        ])
        let object = try account()
        #expect(object.value == Account(theme: "dark", session: "s", pet: Pet(name: "rex"), size: 1))
        object.name = "ann"
        object.value.pet?.legs = 4
        try object.save()
        #expect(
            try home.disk() == [
                "StoredObject": [
                    "name": "ann", "theme": "dark", "session": "s", "size": 1, "future": ["a": 1],
                    "pet": ["name": "rex", "legs": 4, "wings": 2],
                ]
            ])
    }

    @Test("SD16: two live objects under one identifier are an error naming both")
    func sd16() throws {
        let first = try account("ann")
        let error = #expect(throws: PreferenceValueError.self) { try account("ann") }
        let message = try #require(error?.description)
        #expect(error?.code == .alreadyLive)
        #expect(message.hasPrefix("two live objects are stored under 'ann': Account at "))
        #expect(message.split(separator: "SDTests.swift").count == 3)
        try FileManager.default.createSymbolicLink(
            atPath: home.path("alias"), withDestinationPath: home.path(Home.domain))
        #expect(throws: PreferenceValueError.self) {
            try StoredObject(named: "ann", in: Domain("alias"), store: home.store) { Account() }
        }
        #expect(first.value == Account())
    }

    @Test("SD16: canonically equivalent identifiers and domains are different")
    func sd16LookAlikes() throws {
        let identifiers = [try account("caf\u{E9}"), try account("cafe\u{301}")]
        let domains = try ["caf\u{E9}", "cafe\u{301}"].map { name in
            try StoredObject(named: "ann", in: Domain(name), store: home.store) { Account() }
        }
        let inMemory = InMemoryDomainStore()
        let memories = try ["caf\u{E9}", "cafe\u{301}"].map { name in
            try StoredObject(named: "ann", in: Domain(name), store: inMemory) { Account() }
        }
        for (index, object) in (identifiers + domains + memories).enumerated() {
            object.size = index
            try object.save()
        }
        for (index, object) in (identifiers + domains + memories).enumerated() {
            try object.reload()
            #expect(object.size == index)
        }
    }
}
