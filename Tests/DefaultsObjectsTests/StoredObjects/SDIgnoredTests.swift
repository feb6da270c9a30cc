import DefaultsPreferences
import Foundation
import TestExtent
import TestSupport
import Testing

/// Properties of objects, and of their nested models, that are not stored.
struct SDIgnoredTests {
    let home = Home()

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

    private struct Zoo: Codable, Equatable {
        struct Animal: Codable, Equatable {
            var name = "rex"
            var mood: String?
            var food: [Contact]?
        }

        var animals: [Animal] = []
        var guests: [[Animal]]?
    }

    /// An object with ignored fields in memory, in the file, and after loading.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let check: @Sendable (Home) throws -> Void

        /// - Parameters:
        ///   - older: The stored object of an older version, which ignored no fields. Loading it gives `loadedOlder`,
        ///     and saving it stores `savedOlder`.
        init<Value: Codable & Equatable & Sendable>(
            _ fields: [StoredField], new: Value, value: Value, saved: StoredValue, loaded: Value,
            older: PropertyListValue, loadedOlder: Value, savedOlder: StoredValue
        ) {
            testDescription = fields.map { "\($0)" }.joined(separator: " ")
            check = { home in
                func object() throws -> StoredObject<Value> {
                    try StoredObject(named: "o", in: Home.theDomain, store: home.store, ignoring: fields) { new }
                }
                do {
                    let object = try object()
                    object.value = value
                    try object.save()
                    #expect(object.value == value)
                }
                #expect(try home.disk() == ["o": saved])
                #expect(try object().value == loaded)
                try home.store.apply(ChangeSet([.set("o", older)]), to: Home.theDomain)
                let object = try object()
                #expect(object.value == loadedOlder)
                try object.save()
                #expect(try home.disk() == ["o": savedOlder])
            }
        }
    }

    private static let nested: [[StoredField]] = [
        ["address.zip", #"full\.name"#, "partner.zip"],
        [
            StoredField(Person.CodingKeys.address, Address.CodingKeys.zip), StoredField(Person.CodingKeys.name),
            StoredField(PropertyListPath(["partner", "zip"])),
        ],
    ]
    private static let animal = Zoo.Animal(name: "leo", mood: "calm", food: [Contact(zip: "1", city: "Rome")])
    private static let loadedAnimal = Zoo.Animal(name: "leo", food: [Contact(city: "Rome")])
    private static let stored: StoredValue = ["name": "leo", "food": [["city": "Rome"]]]
    private static let guest: StoredValue = ["name": "leo", "food": [["city": "Rome", "zip": "1"]]]

    static let cases =
        nested.map { fields in
            Case(
                fields, new: Person(),
                value: Person(
                    name: "bob", address: Address(zip: "75001", city: "Lyon"),
                    partner: Contact(zip: "1", city: "Oslo")),
                saved: ["address": ["city": "Lyon"], "partner": ["city": "Oslo"]],
                loaded: Person(address: Address(city: "Lyon"), partner: Contact(city: "Oslo")),
                older: ["address": ["city": "Nice", "zip": "06000"], "full.name": "old"],
                loadedOlder: Person(address: Address(city: "Nice")), savedOlder: ["address": ["city": "Nice"]])
        } + [
            Case(
                ["session", "name"], new: Account(), value: Account(name: "ann", theme: "dark", session: "secret"),
                saved: ["theme": "dark", "size": 12], loaded: Account(theme: "dark"),
                older: ["theme": "dark", "size": 12, "session": "old"], loadedOlder: Account(theme: "dark"),
                savedOlder: ["theme": "dark", "size": 12]),
            Case(
                ["animals.mood", "animals.food.zip", "guests.mood"], new: Zoo(),
                value: Zoo(animals: [animal, animal], guests: [[animal], []]),
                saved: ["animals": [stored, stored], "guests": [[guest], []]],
                loaded: Zoo(
                    animals: [loadedAnimal, loadedAnimal],
                    guests: [[Zoo.Animal(name: "leo", food: [Contact(zip: "1", city: "Rome")])], []]),
                older: ["animals": [["name": "leo", "mood": "old"]]],
                loadedOlder: Zoo(animals: [Zoo.Animal(name: "leo")]), savedOlder: ["animals": [["name": "leo"]]]),
        ]

    @Test("SD9: ignored properties are not stored, are new after loading, and remain in memory", arguments: cases)
    func sd9(_ example: Case) throws { try example.check(Home()) }

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
        let error = #expect(throws: PreferenceValueError.self) {
            try StoredObject(named: "o", in: Home.theDomain, store: home.store, ignoring: [field]) { Owner() }
        }
        #expect(error?.code == .invalidIgnoredField)
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
}
