import PropertyList
import Testing

@testable import PlistBuddy

struct PlutilEditTests {
    private let root: PropertyListValue = [
        "scalar": 1, "array": ["x", ["y"]], "dictionary": ["k": "v"], "com.example": true,
    ]

    private func result(_ change: PlutilEdit.Change, at path: String) throws -> PropertyListValue {
        var value = root
        try PlutilEdit(change, at: PlutilKeyPath(path)).apply(to: &value)
        return value
    }

    private func value(
        _ components: [String], after change: PlutilEdit.Change, at path: String
    ) throws -> PropertyListValue? {
        try result(change, at: path)[PropertyListPath(components)]
    }

    @Test("an insertion adds a key, or an element before the one with the index")
    func insertion() throws {
        #expect(try value(["new"], after: .insert(5), at: "new") == 5)
        #expect(try value([""], after: .insert(5), at: "") == 5)
        #expect(try value(["dictionary", "a.b"], after: .insert(5), at: #"dictionary.a\.b"#) == 5)
        #expect(try value(["array"], after: .insert(5), at: "array.0") == [5, "x", ["y"]])
        #expect(try value(["array"], after: .insert(5), at: "array.2") == ["x", ["y"], 5])
        #expect(try value(["array"], after: .insert(5), at: "array.1.1") == ["x", ["y", 5]])
    }

    @Test("a replacement sets a key or an element, and adds a missing one")
    func replacement() throws {
        #expect(try value(["scalar"], after: .replace("s"), at: "scalar") == "s")
        #expect(try value(["dictionary", "n"], after: .replace("s"), at: "dictionary.n") == "s")
        #expect(try value(["array"], after: .replace("s"), at: "array.0") == ["s", ["y"]])
        #expect(try value(["array"], after: .replace("s"), at: "array.2") == ["x", ["y"], "s"])
        #expect(try value(["com.example"], after: .replace(false), at: #"com\.example"#) == false)
    }

    @Test("-append adds to the end of an array, or adds the bare value if the key is missing")
    func appending() throws {
        #expect(try value(["array"], after: .append(5), at: "array") == ["x", ["y"], 5])
        #expect(try value(["array"], after: .append(5), at: "array.1") == ["x", ["y", 5]])
        #expect(try value(["new"], after: .append(5), at: "new") == 5)
    }

    @Test("a removal removes a key or an element")
    func removal() throws {
        #expect(try value(["array"], after: .remove, at: "array.0") == [["y"]])
        #expect(try value(["scalar"], after: .remove, at: "scalar") == nil)
    }

    @Test(
        "a change that is not possible has the sentence of Apple's tool",
        arguments: [
            (.insert(1), "scalar", "Value already exists at key path scalar"),
            (.insert(1), "missing.key", "Key path not found missing.key"),
            (.insert(1), "com.example", "Key path not found com.example"),
            (.insert(1), "scalar.key", "Unable to insert value at key path scalar.key"),
            (.insert(1), "array.0.0", "Unable to insert value at key path array.0.0"),
            (.insert(1), "array.7", "Index 7 out of bounds in array at key path array.7"),
            (.insert(1), "array.z", "Unable to index into array with key path array.z"),
            (.insert(1), "array.00", "Unable to index into array with key path array.00"),
            (.insert(1), "array.+1", "Unable to index into array with key path array.+1"),
            (.insert(1), "array.-1", "Unable to index into array with key path array.-1"),
            (.replace(1), "missing.key", "Key path not found missing.key"),
            (.replace(1), "array.7", "Index 7 out of bounds in array at key path array.7"),
            (.replace(1), "scalar.key", "Unable to insert value at key path scalar.key"),
            (.append(1), "scalar", "Appending to a non-array at key path scalar"),
            (.append(1), "dictionary", "Appending to a non-array at key path dictionary"),
            (.append(1), "array.0", "Attempt to append value to non-array at key path array.0"),
            (.append(1), "array.2", "Index 2 out of bounds in array at key path array.2"),
            (.append(1), "array.z", "Unable to index into array with key path array.z"),
            (.remove, "array.7", "No value to remove at key path array.7"),
            (.remove, "scalar.key", "No value to remove at key path scalar.key"),
            (.remove, "missing", "No value to remove at key path missing"),
            (.remove, "com.example", "No value to remove at key path com.example"),
        ] as [(PlutilEdit.Change, String, String)])
    func errors(change: PlutilEdit.Change, path: String, sentence: String) {
        var value = root
        #expect(throws: PlutilError(sentence)) { try PlutilEdit(change, at: PlutilKeyPath(path)).apply(to: &value) }
        #expect(value == root)
    }

    @Test("a root that is an array is changed by its indices")
    func arrayRoot() throws {
        var value: PropertyListValue = ["a", "b"]
        try PlutilEdit(.insert("x"), at: PlutilKeyPath("1")).apply(to: &value)
        #expect(value == ["a", "x", "b"])
        try PlutilEdit(.remove, at: PlutilKeyPath("0")).apply(to: &value)
        #expect(value == ["x", "b"])
    }
}
