import Foundation
import TestExtent
import TestSupport
import Testing

/// Compares the members of Foundation's class, as the toolchain describes them, with the overrides and the table of the
/// article.
@Suite(.waiting) struct MemberTests {
    private static let sources = URL(fileURLWithPath: BuiltProgram.package)
        .appendingPathComponent("Sources/SafeUserDefaults")

    @Test("every open member and every initializer of Foundation's class is overridden")
    func overrides() throws {
        let members = try FoundationMembers.all()
        #expect(members.count >= 35)
        let source = try Self.text("SafeUserDefaults.swift")
        let overrides = Set(
            source.split(separator: "\n").compactMap { line in
                line.range(of: "override ").map { FoundationMembers.normalized(String(line[$0.upperBound...])) }
            })
        for member in members {
            #expect(overrides.contains { $0.hasPrefix(member.declaration) }, "\(member.declaration)")
        }
    }

    @Test("the table of the article has every member of Foundation's class")
    func table() throws {
        let article = try Self.text("SafeUserDefaults.docc/DifferencesFromFoundation.md")
        let rows = article.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let names = Set(rows.map { String($0.split(separator: "`")[1]) })
        for member in try FoundationMembers.all() { #expect(names.contains(member.name), "\(member.name)") }
    }

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
    }
}

/// The members of Foundation's class that a subclass can override, from the symbol graph of the toolchain.
private struct FoundationMembers: Decodable {
    struct Member: Sendable {
        /// The name of the article's table, such as `set(_: Int, forKey:)`.
        let name: String
        /// The declaration without modifiers and with single spaces.
        let declaration: String
    }

    private struct Symbol: Decodable {
        struct Fragment: Decodable { let spelling: String }
        struct Kind: Decodable { let identifier: String }

        let accessLevel: String
        let kind: Kind
        let pathComponents: [String]
        let declarationFragments: [Fragment]
    }

    private let symbols: [Symbol]

    static func all() throws -> [Member] {
        let home = Home()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "swift-symbolgraph-extract", "-module-name", "Foundation", "-target", try target(), "-output-dir",
            home.folder, "-minimum-access-level", "public",
        ]
        try process.run()
        process.wait()
        try #require(process.terminationStatus == 0)
        let graph = try Data(contentsOf: URL(fileURLWithPath: home.folder + "/Foundation.symbols.json"))
        return try JSONDecoder().decode(FoundationMembers.self, from: graph).members
    }

    /// The target of the toolchain.
    private static func target() throws -> String {
        struct Info: Decodable {
            struct Target: Decodable { let triple: String }
            let target: Target
        }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swiftc", "-print-target-info"]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.wait()
        return try JSONDecoder().decode(Info.self, from: data).target.triple
    }

    private var members: [Member] {
        symbols.filter(isMember).map { symbol in
            let declaration = Self.normalized(symbol.declarationFragments.map(\.spelling).joined())
            var name = symbol.pathComponents[1]
            if name == "set(_:forKey:)", let type = declaration.split(separator: " ").dropFirst(3).first {
                name = "set(_: \(type) forKey:)"
            }
            return Member(name: name, declaration: declaration)
        }
    }

    private func isMember(_ symbol: Symbol) -> Bool {
        guard symbol.pathComponents.first == "UserDefaults", symbol.pathComponents.count == 2 else { return false }
        // `init()` is a convenience initializer, which calls the other one.
        if symbol.kind.identifier == "swift.init" { return symbol.pathComponents[1] != "init()" }
        return symbol.accessLevel == "open"
    }

    /// Returns a declaration as the subclass writes it after `override`, without the type of `standard`.
    static func normalized(_ declaration: String) -> String {
        var text = declaration.replacing("@discardableResult ", with: "").replacing(" : ", with: ": ")
        text = text.replacing("suiteName suitename:", with: "suiteName:")
        return text.replacing(": UserDefaults { get }", with: "").replacing(" { get }", with: "")
    }
}
