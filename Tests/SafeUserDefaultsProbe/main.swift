import Foundation
import SafeUserDefaults

// A program that uses Foundation's UserDefaults and SafeUserDefaults, for tests with a folder of preferences of their
// own.
//
//     SafeUserDefaultsProbe values SEED COUNT            asks both about COUNT random values in a file
//     SafeUserDefaultsProbe calls SEED COUNT             makes COUNT random calls of both
//     SafeUserDefaultsProbe types                        asks both about objects of each type that Foundation accepts
//     SafeUserDefaultsProbe refuse                       sets objects that are refused, without a handler
//     SafeUserDefaultsProbe refuse-many COUNT            sets COUNT objects that are refused, without a handler
//     SafeUserDefaultsProbe difference                   asks both about values that differ
//     SafeUserDefaultsProbe increment CLASS PREFIX COUNT sets COUNT keys of a suite, and saves each
//     SafeUserDefaultsProbe set CLASS                    sets a key, and ends
//     SafeUserDefaultsProbe get CLASS KEY                prints the object of a key of the standard domain
//
// CLASS is foundation or safe. Answers that differ are printed, one a line.

let words = Array(CommandLine.arguments.dropFirst())
let folder = URL(fileURLWithPath: ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? "/nonexistent")

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("SafeUserDefaultsProbe: \(message)\n".utf8))
    exit(2)
}

func operand(_ index: Int) -> String {
    guard index < words.count else { fail("operand \(index) is missing") }
    return words[index]
}

func number(_ index: Int) -> Int {
    Int(operand(index)) ?? { fail("not a number: \(operand(index))") }()
}

/// Prints the answers to a call if they differ.
func report(_ function: String, of value: Any?, _ foundation: String, _ ours: String) {
    if foundation == ours { return }
    print("\(function) of \(Answers.text(of: value)): \(foundation) in Foundation, \(ours) here")
}

func instance(_ suite: String?) -> UserDefaults {
    let defaults = operand(1) == "safe" ? SafeUserDefaults(suiteName: suite) : UserDefaults(suiteName: suite)
    return defaults ?? { fail("no suite") }()
}

/// Makes each call twice that cannot take effect, and saves a file that cannot be read.
func refuse() {
    guard let defaults = SafeUserDefaults(suiteName: "com.example.Refused") else { fail("no suite") }
    for _ in 0..<2 {
        defaults.set(NSNull(), forKey: "a")
        defaults.register(defaults: ["b": NSNull()])
        defaults.setVolatileDomain(["c": NSNull()], forName: UserDefaults.argumentDomain)
        defaults.setPersistentDomain(["d": NSNull()], forName: "com.example.Refused")
        defaults.setPersistentDomain(["e": 1], forName: "../x")
        defaults.addSuite(named: "")
        defaults.set(1, forKey: "f")
        print(defaults.synchronize())
    }
    SafeUserDefaults.errorHandler = { print($0) }
    defaults.set(NSNull(), forKey: "g")
}

/// Calls a closure when it ends.
final class AtEnd: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    deinit { body() }
}

/// Replaces a handler that uses the class when it ends, and sets many objects that are refused without a handler.
func refuseMany() {
    let defaults = SafeUserDefaults(suiteName: "com.example.Refused")
    SafeUserDefaults.errorHandler = { [end = AtEnd { _ = SafeUserDefaults.errorHandler }] _ in _ = end }
    SafeUserDefaults.errorHandler = nil
    for index in 0..<number(1) { defaults?.set(NSNull(), forKey: "k\(index)") }
}

switch operand(0) {
case "values": try StoredValues.compare(seed: UInt64(number(1)), count: number(2))
case "calls":
    var sequences = CallSequences(seed: UInt64(number(1)))
    sequences.run(count: number(2))
case "types": AcceptedTypes.compare()
case "refuse": refuse()
case "refuse-many": refuseMany()
case "difference": try StoredValues.compareDifferent()
case "increment":
    let defaults = instance("com.example.Shared")
    for index in 0..<number(3) {
        defaults.set(index, forKey: "\(operand(2)).\(index)")
        defaults.synchronize()
    }
case "set": instance("com.example.Shared").set(7, forKey: "Count")
case "get": print(Answers.text(of: instance(nil).object(forKey: operand(2))))
default: fail("no verb: \(operand(0))")
}
