import Foundation
import TestSupport
import TestExtent
import Testing

/// What a program without a handler learns about calls that have no effect.
@Suite(.waiting) struct ReportTests {
    @Test("without a handler, each error is printed once on standard error, and the handler takes its place")
    func printed() throws {
        let home = Home()
        try home.write(bytes: "not a property list", to: "com.example.Refused")
        let probe = try home.startSafeProbe("refuse")
        let reason = "cannot be stored: a property list cannot hold a value of the type 'NSNull'"
        let output = try probe.finish()
        // The handler also gets the error of the save at the end of the program.
        #expect(output.hasPrefix("false\nfalse\n"))
        #expect(output.contains("'g' \(reason)"))
        let lines = probe.errors.split(separator: "\n").map(String.init)
        #expect(
            Array(lines.prefix(6))
                == ["a", "b", "c", "d"].map { "SafeUserDefaults: '\($0)' \(reason)" } + [
                    "SafeUserDefaults: '../x' is not the name of a suite",
                    "SafeUserDefaults: '' is not the name of a suite",
                ])
        #expect(lines.count == 7)
        #expect(lines.last?.contains(home.path("com.example.Refused")) == true)
        #expect(try home.bytes("com.example.Refused") == Data("not a property list".utf8))
    }

    @Test("after a hundred errors, a last line says that further ones are not printed")
    func limit() throws {
        let probe = try Home().startSafeProbe("refuse-many", "150")
        _ = try probe.finish()
        let lines = probe.errors.split(separator: "\n").map(String.init)
        #expect(lines.count == 101)
        #expect(lines.dropLast().allSatisfy { $0.contains("NSNull") })
        #expect(
            lines.last == "SafeUserDefaults: further errors are not printed; "
                + "set 'SafeUserDefaults.errorHandler' to receive them")
    }
}
