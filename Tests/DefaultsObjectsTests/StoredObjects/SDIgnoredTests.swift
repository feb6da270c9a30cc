import DefaultsCore
import DefaultsObjects
import DefaultsPreferences
import Foundation
import PropertyList
import TestSupport
import Testing

/// Row SD9 for properties of nested models.
struct SDIgnoredTests {
    let home: Home

    init() throws { home = try Home() }

    struct Person: Codable, Equatable {
        var name = "ann"
        var address = Address()
        var partner: Contact?

        enum CodingKeys: String, CodingKey { case name = "full.name", address, partner }
    }

    struct Address: Codable, Equatable {
        var zip = "none"
        var city = "Paris"

        enum CodingKeys: String, CodingKey { case zip, city }
    }

    /// A value whose ignored field has a default without an object: `nil`.
    struct Contact: Codable, Equatable {
        var zip: String?
        var city = "Paris"
    }

    @Test(
        "SD9: properties of nested models are ignored, by coding keys or by path",
        arguments: [
            ["address.zip", #"full\.name"#, "partner.zip"],
            [
                StoredField(Person.CodingKeys.address, Address.CodingKeys.zip), StoredField(Person.CodingKeys.name),
                StoredField(PropertyListPath(["partner", "zip"])),
            ],
        ] as [[StoredField]])
    func sd9Nested(ignored: [StoredField]) throws {
        func person() throws -> StoredObject<Person> {
            try StoredObject(named: "p", in: Home.theDomain, store: home.store, ignoring: ignored) { Person() }
        }
        do {
            let object = try person()
            object.value = Person(
                name: "bob", address: Address(zip: "75001", city: "Lyon"), partner: Contact(zip: "1", city: "Oslo"))
            try object.save()
            #expect(object.address.zip == "75001" && object.name == "bob" && object.partner?.zip == "1")
        }
        #expect(try home.disk() == ["p": ["address": ["city": "Lyon"], "partner": ["city": "Oslo"]]])
        #expect(try person().value == Person(address: Address(city: "Lyon"), partner: Contact(city: "Oslo")))
        // A field that an older version stored is ignored, and removed by the next save.
        try home.write(["p": ["address": ["city": "Nice", "zip": "06000"], "full.name": "old"]])
        let object = try person()
        #expect(object.value == Person(address: Address(city: "Nice")))
        try object.save()
        #expect(try home.disk() == ["p": ["address": ["city": "Nice"]]])
    }

    private struct Zoo: Codable, Equatable {
        struct Animal: Codable, Equatable {
            var name = "rex"
            var mood: String?
            var food: [Contact]?
        }

        var animals: [Animal] = []
        var guests: [[Animal]]?
    }

    @Test("SD9: properties of the elements of arrays are ignored")
    func sd9Elements() throws {
        func zoo() throws -> StoredObject<Zoo> {
            try StoredObject(
                named: "z", in: Home.theDomain, store: home.store,
                ignoring: ["animals.mood", "animals.food.zip", "guests.mood"]
            ) { Zoo() }
        }
        let animal = Zoo.Animal(name: "leo", mood: "calm", food: [Contact(zip: "1", city: "Rome")])
        do {
            let object = try zoo()
            object.value = Zoo(animals: [animal, animal], guests: [[animal], []])
            try object.save()
            #expect(object.animals == [animal, animal])
        }
        let stored: DiskValue = ["name": "leo", "food": [["city": "Rome"]]]
        let guest: DiskValue = ["name": "leo", "food": [["city": "Rome", "zip": "1"]]]
        #expect(try home.disk() == ["z": ["animals": .array([stored, stored]), "guests": [[guest], []]]])
        let loaded = Zoo.Animal(name: "leo", food: [Contact(city: "Rome")])
        #expect(try zoo().animals == [loaded, loaded])
        // A field that an older version stored is ignored, and removed by the next save.
        try home.write(["z": ["animals": [["name": "leo", "mood": "old"]]]])
        let object = try zoo()
        #expect(object.value == Zoo(animals: [Zoo.Animal(name: "leo")]))
        try object.save()
        #expect(try home.disk() == ["z": ["animals": [["name": "leo"]]]])
    }

    @Test(
        "SD9: a property that the type requires cannot be ignored where a new object has no value for it",
        arguments: ["house.zip", "houses.zip", "contact.house.zip", "pairs.first.zip"] as [StoredField])
    func sd9Required(field: StoredField) throws {
        struct Owner: Codable {
            struct Record: Codable {
                var id: UUID
                var since: Date
                var tags: [String]
                var house: Address
            }

            struct Pair: Codable {
                var count: Int8
                var first: Address?
            }

            var house: Address?
            var houses: [Address] = [Address()]
            var contact: Record?
            var pairs: [[Pair]] = []
        }
        let error = #expect(throws: StoredObjectError.self) {
            try StoredObject(named: "o", in: Home.theDomain, store: home.store, ignoring: [field]) { Owner() }
        }
        #expect(error?.code == .ignoredFieldWithoutDefault)
        #expect(
            error?.description
                == "'\(field)' cannot be ignored: the type requires it, and a new object has no value for it")
        #expect(try home.disk() == nil)
    }

    @Test("SD9: an object that could not be loaded without an ignored property is not saved")
    func sd9Unknown() throws {
        enum Kind: String, Codable { case one }
        struct Item: Codable { var kind = Kind.one; var zip = "none" }
        struct Box: Codable { var item: Item? }
        let object = try StoredObject(named: "b", in: Home.theDomain, store: home.store, ignoring: ["item.zip"]) {
            Box()
        }
        object.value.item = Item()
        #expect(throws: PreferenceValueError.self) { try object.save() }
        #expect(try home.disk() == nil)
    }

    @Test("SD10: the error for an ignored name says that a value has no fields")
    func sd10Scalar() throws {
        let error = #expect(throws: StoredObjectError.self) {
            try StoredObject(named: "p", in: Home.theDomain, store: home.store, ignoring: ["name.length"]) {
                Pet(name: "a")
            }
        }
        #expect(error?.description == "there is no field 'name.length' to ignore; the value has no fields")
    }
}
