import Foundation

// A program that keeps its preferences with Foundation's UserDefaults, for tests to run beside the command.
//
//     UserDefaultsProbe set SUITE KEY TYPE VALUE                sets a key and saves
//     UserDefaultsProbe set SUITE KEY TYPE VALUE -- PROGRAM …   runs a program between setting and saving
//     UserDefaultsProbe remove SUITE KEY                        removes a key and saves
//     UserDefaultsProbe get SUITE KEY                           prints what a look-up through all layers finds
//     UserDefaultsProbe dump SUITE                              prints `"key": value` lines of the suite alone
//
// A suite of `-` is the standard one. Values are printed in `Notation`.

let arguments = Array(CommandLine.arguments.dropFirst())

func operand(_ index: Int) -> String {
    guard index < arguments.count else { fail("operand \(index) is missing") }
    return arguments[index]
}

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("UserDefaultsProbe: \(message)\n".utf8))
    exit(2)
}

func save(_ defaults: UserDefaults) {
    guard defaults.synchronize() else { fail("synchronize failed") }
}

/// Sets a key through the setter that Foundation has for the type.
func set(_ key: String, type: String, text: String, in defaults: UserDefaults) {
    switch type {
    case "string": defaults.set(text, forKey: key)
    case "int": defaults.set(Int(text) ?? { fail("no Int: \(text)") }(), forKey: key)
    case "bool": defaults.set(text == "true", forKey: key)
    case "double": defaults.set(Double(text) ?? { fail("no Double: \(text)") }(), forKey: key)
    case "float": defaults.set(Float(text) ?? { fail("no Float: \(text)") }(), forKey: key)
    case "url": defaults.set(URL(fileURLWithPath: text), forKey: key)
    case "date":
        defaults.set(Date(timeIntervalSince1970: Double(text) ?? { fail("no Double: \(text)") }()), forKey: key)
    case "data": defaults.set(Data(text.utf8), forKey: key)
    case "plist": defaults.set(propertyList(text), forKey: key)
    default: fail("no type: \(type)")
    }
}

/// The value that the XML of a property list says.
func propertyList(_ text: String) -> Any {
    do {
        return try PropertyListSerialization.propertyList(from: Data(text.utf8), options: [], format: nil)
    } catch {
        fail("\(error)")
    }
}

func run(_ words: ArraySlice<String>) {
    guard let program = words.first else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = Array(words.dropFirst())
    do {
        try process.run()
    } catch {
        fail("\(error)")
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { fail("\(program) ended with \(process.terminationStatus)") }
}

guard let defaults = operand(1) == "-" ? .standard : UserDefaults(suiteName: operand(1)) else { fail("no such suite") }

switch operand(0) {
case "set":
    // Foundation holds the domain in memory from here on.
    _ = defaults.object(forKey: operand(2))
    set(operand(2), type: operand(3), text: operand(4), in: defaults)
    run(arguments.dropFirst(5).drop { $0 == "--" })
    save(defaults)
case "remove":
    defaults.removeObject(forKey: operand(2))
    save(defaults)
case "get":
    print(Notation.text(of: defaults.object(forKey: operand(2))))
case "dump":
    for line in Notation.lines(of: defaults.dictionaryRepresentation()) { print(line) }
default:
    fail("no verb: \(operand(0))")
}
