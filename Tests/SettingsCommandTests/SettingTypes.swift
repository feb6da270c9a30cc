import Foundation

// The types of the settings.

/// An enumeration whose cases have titles.
protocol Choice: Codable, CaseIterable, Sendable {}

extension Choice {
    /// The name of the case, as words.
    var title: String {
        "\(self)".map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined().capitalized
    }
}

enum ColorScheme: String, Choice { case system, light, dark }
enum Side: String, Choice { case left, right }
enum ExitBehavior: String, Choice { case close, closeOnSuccess, keep }

/// A choice that is stored as a number.
enum Severity: Int, Choice { case hint, warning, error }

struct WindowFrame: Codable, Equatable {
    var origin = [100.0, 80.0]
    var width = 800
    var height = 600
    var isZoomed: Bool?
}

struct Credentials: Codable, Equatable {
    var user: String
    var key: Data
    var expires: Date?
}

struct LanguageServer: Codable, Equatable {
    var language = "swift"
    var command = ["sourcekit-lsp"]
    var trace = Severity.warning
}
