import Foundation
import Testing

@testable import PropertyList

/// A file of `Fixtures/Hostile`, named for its error. It is refused unless its name begins with `read-`.
struct ReaderFixture: Sendable, CustomTestStringConvertible {
    let path: String

    static let all: [ReaderFixture] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/Hostile")
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).map(\.path).sorted().map(ReaderFixture.init)
    }()

    var name: String { String(path.split(separator: "/").last ?? "") }

    var bytes: [UInt8] {
        get throws { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }
    }

    /// The format for CoreFoundation's parser, or `nil` if our reader of XML or binary is not used.
    var coreFoundationFormat: CoreFoundationReader.Format? {
        switch (try? bytes).flatMap({ try? TextForm.of($0) }) {
        case .binary: .binary
        case .xml: .xml
        case .oldStyle, nil: nil
        }
    }

    var testDescription: String { name }
}
