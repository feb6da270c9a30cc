import DefaultsSchemas
import Foundation
import Testing

/// The schemas of types, which are found by decoding the types from made-up values or from a default.
struct TypeProbeTests {
    @Test("scalars have their stored types")
    func scalars() {
        #expect(outline(of: Int8.self) == "integer")
        #expect(outline(of: UInt64.self) == "integer")
        #expect(outline(of: Float.self) == "number")
        #expect(outline(of: Double.self) == "number")
        #expect(outline(of: Bool.self) == "boolean")
        #expect(outline(of: String.self) == "string")
        #expect(outline(of: Date.self) == "date-time")
        #expect(outline(of: Data.self) == "base64")
        #expect(outline(of: URL.self) == "string")
        #expect(outline(of: UUID.self) == "string")
        #expect(outline(of: Decimal.self) == "string")
        #expect(outline(of: PropertyListValue.self) == "any")
        #expect(outline(of: PreferenceKey<Int>("K", default: 1)) == "integer")
    }

    @Test("collections have the schema of their elements")
    func collections() {
        #expect(outline(of: [Int].self) == "[integer]")
        #expect(outline(of: [[Bool]].self) == "[[boolean]]")
        #expect(outline(of: Set<String>.self) == "[string]")
        #expect(outline(of: [Int?].self) == "[integer]")
        #expect(outline(of: ClosedRange<Int>.self) == "[integer]")
        #expect(outline(of: [PropertyListValue].self) == "[any]")
        #expect(outline(of: [String: Date].self) == "{*: date-time}")
        #expect(outline(of: [Int: Bool].self) == "{*: boolean}")
        #expect(outline(of: [String: [String: Int]].self) == "{*: {*: integer}}")
        #expect(outline(of: PreferenceKey<[String: [Data]]>("K", default: [:])) == "{*: [base64]}")
    }

    @Test("a dictionary whose keys are not strings is stored as an array of keys and values")
    func alternation() {
        #expect(outline(of: [Appearance: Int].self) == "[any]")
        #expect(outline(of: PreferenceKey("K", default: [Appearance.dark: 1])) == "[any]")
        #expect(outline(of: PreferenceKey("K", default: [Level.low: 1])) == "[any]")
        #expect(outline(of: [Mode: String].self) == "[string]")
    }

    @Test("an enumeration has its cases, or the type of its raw values")
    func enumerations() {
        #expect(outline(of: Appearance.self) == "light|dark|system")
        #expect(outline(of: Level.self) == "1|9")
        #expect(outline(of: [Level].self) == "[1|9]")
        #expect(outline(of: Mode.self) == "string")
        #expect(outline(of: PreferenceKey<Mode>("K", default: .slow)) == "string")
        #expect(outline(of: Tag.self) == "string")
        #expect(outline(of: Flags.self) == "integer")
    }

    @Test("an enumeration with associated values is a dictionary")
    func associatedValues() {
        #expect(outline(of: Shape.self) == "{*: any}")
        #expect(outline(of: PreferenceKey<Shape>("K", default: .circle(radius: 1))) == "{*: any}")
        #expect(outline(of: Place.self) == "{*: any}")
    }

    @Test("a type has its properties, of which the optional ones are not required")
    func properties() {
        let window = """
            {icon?: base64, level?: 1|9, opened: date-time, size: {height?: number, width: number}, tabs: [string], \
            tags?: {*: integer}, title: string}
            """
        #expect(outline(of: Window.self) == window)
        #expect(outline(of: PreferenceKey("K", default: Window())) == window)
        #expect(outline(of: [String: [Window]].self) == "{*: [\(window)]}")
    }

    @Test("a type that contains itself ends there")
    func recursion() {
        #expect(outline(of: Tree.self) == "{children: [any], name: string}")
        let tree = Tree(name: "a", children: [Tree(name: "b", children: []), Tree(name: "c", children: [])])
        #expect(outline(of: PreferenceKey("K", default: tree)) == "{children: [any], name: string}")
        #expect(outline(of: Node.self) == "{next?: any, value: integer}")
        #expect(outline(of: PreferenceKey("K", default: Node())) == "{next?: any, value: integer}")
        #expect(outline(of: Sum.self) == "{*: any}")
        #expect(outline(of: First.self) == "{second: {*: {first?: any, number: integer}}}")
    }

    @Test("a type that refuses made-up values ends there, unless a default has values")
    func refusals() {
        #expect(outline(of: Port.self) == "integer")
        #expect(outline(of: [Port].self) == "[integer]")
        #expect(outline(of: Server.self) == "{port: integer}")
        let server = PreferenceKey("K", default: Server(port: Port(80), name: "a"))
        #expect(outline(of: server) == "{name: string, other?: integer, port: integer}")
        #expect(outline(of: Color.self) == "string")
        #expect(outline(of: [String: Color].self) == "{*: string}")
        #expect(outline(of: Refusing.self) == "any")
        #expect(outline(of: PreferenceKey("K", default: Refusing(size: 1))) == "{size?: integer}")
    }

    @Test("an array whose elements differ in type has any elements")
    func parts() {
        #expect(outline(of: Parts.self) == "[any]")
        #expect(outline(of: PreferenceKey("K", default: Parts())) == "[any]")
    }

    @Test("a type that tries several types has any type")
    func severalTypes() {
        #expect(outline(of: Either.self) == "any")
        #expect(outline(of: [String: [Either]].self) == "{*: [any]}")
        #expect(outline(of: PreferenceKey("K", default: Either.number(1))) == "any")
        #expect(outline(of: PreferenceKey("K", default: Either.text("a"))) == "any")
        #expect(outline(of: PreferenceKey("K", default: [Either.number(1), .text("a")])) == "[any]")
        #expect(outline(of: PreferenceKey("K", default: ["a": Either.text("a")])) == "{*: any}")
        #expect(outline(of: Address.self) == "any")
        #expect(outline(of: [Address].self) == "[any]")
        #expect(outline(of: Upgraded.self) == "any")
        #expect(outline(of: Versioned.self) == "{name: any, tags: [any]}")
    }

    @Test("nested containers, a superclass, and properties that are asked for before")
    func containers() {
        #expect(outline(of: Nested.self) == "{list: [integer], outer: {x: integer, y?: integer}}")
        #expect(outline(of: Derived.self) == "{b: string, super: {a: integer}}")
        #expect(outline(of: Defaulted.self) == "{color?: string, size?: integer}")
    }

    @Test("a default is accepted, whatever is found")
    func defaults() {
        let keys: [any ErasedKey] = [
            PreferenceKey("K", default: Either.text("a")), PreferenceKey("K", default: [Appearance.dark: 1]),
            PreferenceKey("K", default: Parts()), PreferenceKey("K", default: Node()),
            PreferenceKey("K", default: Server(port: Port(80), name: "a")), PreferenceKey("K", default: Shape.none),
            PreferenceKey("K", default: Refusing(size: 1)), PreferenceKey("K", default: Decimal(1)),
            PreferenceKey("K", default: Double.nan), PreferenceKey("K", default: Flags(rawValue: 3)),
        ]
        for key in keys {
            let value = key.storedDefault
            #expect(value != nil, "\(String(describing: value))")
            #expect(value.flatMap { key.objection(to: $0) } == nil, "\(String(describing: value))")
        }
    }
}
