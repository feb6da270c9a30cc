import Foundation
import Testing

/// Standard input and output of plutil, devices and FIFOs.
@Suite(.waiting) struct PlutilStreamTests {
    let scratch = Scratch()

    private let xml = Disk.xml("<key>K</key><string>v</string>")

    @Test("a dash is standard input, and without -o the result goes to standard output")
    func standardInput() throws {
        #expect(try scratch.plutil("-lint", "-", input: xml).text == "<stdin>: OK\n")
        #expect(try scratch.plutil("-s", "-", input: xml).text == "")
        #expect(try scratch.plutil("-convert", "json", "-", input: xml).text == #"{"K":"v"}"#)
        #expect(try scratch.plutil("-convert", "json", "-o", "-", "--", "-", input: xml).text == #"{"K":"v"}"#)
        #expect(
            try scratch.plutil("-insert", "N", "-integer", "1", "-", input: #"{"K":"v"}"#).text == #"{"K":"v","N":1}"#)
        #expect(try scratch.plutil("-extract", "K", "raw", "-", input: xml).text == "v\n")
        #expect(try scratch.plutil("-p", "-", input: xml).text == "{\n  \"K\" => \"v\"\n}\n")
        #expect(try !Disk.names(in: scratch.path).contains("-"))
    }

    @Test("an error about standard input has its name")
    func standardInputInErrors() throws {
        let outcome = try scratch.plutil("-remove", "missing", "-", input: xml)
        outcome.expect(1, error: "<stdin>: No value to remove at key path missing\n")
        #expect(
            try scratch.plutil("-convert", "xml1", "-e", "x", "-", input: xml).error
                == "<stdin>: -e requires the name of a file, and standard input has none\n")
        #expect(try scratch.plutil("-lint", "-").error == "<stdin>: (no content)\n")
    }

    @Test(
        "a full disk is an error of one line, whatever is printed",
        arguments: [
            ["-p", "f.plist"], ["-lint", "f.plist", "f.plist"], ["-convert", "xml1", "-o", "-", "f.plist"], ["-help"],
            ["-extract", "K", "raw", "f.plist"], ["-create", "json", "-"],
        ])
    func fullOutput(arguments: [String]) throws {
        try Disk.write(xml, to: scratch.path + "/f.plist")
        let outcome = try scratch.plutil(arguments, outputPath: "/dev/full")
        outcome.expect(1, error: "plutil: cannot write the output: No space left on device\n")
    }

    @Test("raw values and types end with a newline unless -n is given")
    func newlines() throws {
        #expect(try scratch.plutil("-type", "K", "-", input: xml).text == "string\n")
        #expect(try scratch.plutil("-type", "K", "-n", "-", input: xml).text == "string")
        #expect(try scratch.plutil("-extract", "K", "raw", "-", "-n", input: xml).text == "v")
    }

    @Test("the type of a null is (any)")
    func null() throws {
        #expect(try scratch.plutil("-type", "a", "-", input: #"{"a":null}"#).text == "(any)\n")
        #expect(try scratch.plutil("-extract", "a", "raw", "-", input: #"{"a":null}"#).status == 1)
        #expect(try scratch.plutil("-extract", "b", "raw", "-", input: #"{"a":null,"b":1}"#).text == "1\n")
    }

    @Test("an unexpected type is an error")
    func expectation() throws {
        let outcome = try scratch.plutil("-extract", "K", "raw", "-expect", "array", "-", input: xml)
        #expect(outcome.status == 1)
        #expect(outcome.text == "")
        #expect(outcome.error == "<stdin>: Value at [K] expected to be array but is string\n")
        #expect(try scratch.plutil("-type", "K", "-expect", "string", "-", input: xml).status == 0)
        #expect(
            try scratch.plutil("-type", "K.0", "-", input: xml).error
                == "<stdin>: Could not extract value, error: No value at that key path or invalid key path: K.0\n")
    }

    @Test("the help and a warning about -s")
    func helpAndWarning() throws {
        #expect(try scratch.plutil("-help").text.hasPrefix("plutil: [command_option] [other_options] file...\n"))
        let outcome = try scratch.plutil("-p", "-s", "-", input: xml)
        outcome.expect(0, error: "-s doesn't make a lot of sense with -p.\n")
        #expect(outcome.text.hasPrefix("{"))
        let nothing = try scratch.plutil([])
        nothing.expect(1, error: "No files specified.\n")
    }

    @Test("a name with control characters is escaped in messages")
    func escapedNames() throws {
        let outcome = try scratch.plutil("-lint", "a\u{1B}[2J\nb")
        outcome.expect(1, error: "a\\033[2J\\nb: (No such file or directory)\n")
    }

    @Test("arrays and dictionaries of 200,000 elements are printed, changed and converted")
    func large() throws {
        let elements = (0..<200_000).map { "\($0)" }.joined(separator: ",")
        try Disk.write("{\"a\":[\(elements)]}", to: scratch.path + "/f.json")
        for arguments in [
            ["-insert", "a.7", "-string", "x"], ["-insert", "a", "-string", "y", "-append"], ["-remove", "a.0"],
            ["-replace", "a.5", "-bool", "YES"], ["-convert", "binary1"], ["-replace", "a.0", "-integer", "-1"],
        ] {
            #expect(try scratch.plutil(arguments + ["f.json"]).status == 0)
        }
        #expect(try scratch.plutil("-extract", "a", "raw", "f.json").text == "200001\n")
        let text = try scratch.plutil("-p", "f.json").text
        #expect(text.hasPrefix("{\n  \"a\" => [\n    0 => -1\n"))
        #expect(text.hasSuffix("    200000 => \"y\"\n  ]\n}\n"))
    }
}
