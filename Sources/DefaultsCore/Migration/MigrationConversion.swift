import Foundation
public import PropertyList

/// What is made of a value on its way to its new place.
///
/// The named ones lose nothing: what they cannot carry exactly they refuse, which stops the migration. A program may bring its own; the
/// original is in the record in any case, for a rollback.
public struct MigrationConversion: Sendable {
    /// The name, which is part of what a migration is known by.
    public let name: String
    private let body: @Sendable (PropertyListValue, PropertyListType?) throws -> PropertyListValue?

    private init(
        _ name: String, body: @escaping @Sendable (PropertyListValue, PropertyListType?) throws -> PropertyListValue?
    ) {
        self.name = name
        self.body = body
    }

    /// A conversion of a program's own. Nil means that the value has no counterpart, and stops the migration.
    public static func custom(
        _ name: String, _ body: @escaping @Sendable (PropertyListValue) throws -> PropertyListValue?
    ) -> MigrationConversion {
        MigrationConversion(name) { value, _ in try body(value) }
    }

    /// To the type the step expects, where the text or number gives the original back; see ``PropertyList/PropertyListValue/losslessly(as:)``.
    public static let lossless = MigrationConversion("lossless") { value, type in
        guard let type else { return value }
        return value.losslessly(as: type)
    }

    /// The opposite of a boolean, for a key whose meaning was turned round.
    public static let not = MigrationConversion("not") { value, _ in
        guard case .boolean(let flag) = value else { return nil }
        return .boolean(!flag)
    }

    /// A number of seconds since 1970 to the date that it means.
    public static let unixTime = MigrationConversion("unix-time") { value, _ in
        value.seconds.map { .date(Date(timeIntervalSince1970: $0)) }
    }

    /// A number of seconds since 2001, as Foundation counts, to the date that it means.
    public static let referenceTime = MigrationConversion("reference-time") { value, _ in
        value.seconds.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    }

    /// The conversions that have a name on the command line.
    public static let named: [MigrationConversion] = [.lossless, .not, .unixTime, .referenceTime]

    /// The conversion of that name.
    public static func named(_ name: String) -> MigrationConversion? {
        named.first { $0.name == name }
    }

    /// What becomes of a value; nil where it has no counterpart.
    func callAsFunction(_ value: PropertyListValue, to type: PropertyListType?) throws -> PropertyListValue? {
        try body(value, type)
    }
}

extension PropertyListValue {
    /// The number of seconds that a number is.
    fileprivate var seconds: Double? {
        switch self {
        case .real(let number): number.isFinite ? number : nil
        case .integer: if case .real(let number) = losslessly(as: .real) { number } else { nil }
        default: nil
        }
    }

    /// The value as another type, if nothing is lost on the way; nil where something would be, or there is no way.
    ///
    /// - Text becomes a number, a date or data if that gives the same text back: `007` stays text. `true`, `yes`, `on` and `1`, and their
    ///   opposites, are booleans in any case. Data is the text's UTF-8.
    /// - Numbers, booleans (`true`, `false`), dates (ISO 8601) and UTF-8 data become text.
    /// - An integer becomes a real, and a real an integer, if both are the same number; 0 and 1 are booleans, and booleans those.
    public func losslessly(as type: PropertyListType) -> PropertyListValue? {
        switch (self, type) {
        case _ where self.type == type: self
        case (.string(let text), _): Self.value(of: text, as: type)
        case (.integer(let number), .string): .string(number.description)
        case (.integer(let number), .real): number.exactReal.map(PropertyListValue.real)
        case (.integer(0), .boolean): .boolean(false)
        case (.integer(1), .boolean): .boolean(true)
        case (.real(let number), .string) where number.isFinite: .string(number.description)
        case (.real(let number), .integer): number.exactInteger.map(PropertyListValue.integer)
        case (.boolean(let flag), .string): .string(flag ? "true" : "false")
        case (.boolean(let flag), .integer): .integer(flag ? 1 : 0)
        case (.date(let date), .string): ISO8601Text.text(of: date).map(PropertyListValue.string)
        case (.data(let data), .string): String(validating: data, as: UTF8.self).map(PropertyListValue.string)
        default: nil
        }
    }

    private static func value(of text: String, as type: PropertyListType) -> PropertyListValue? {
        switch type {
        case .integer:
            PropertyListInteger(text).flatMap { $0.description == text ? .integer($0) : nil }
        case .real:
            Double(text).flatMap {
                $0.isFinite && ($0.description == text || $0.description == text + ".0") ? .real($0) : nil
            }
        case .boolean:
            switch text.lowercased() {
            case "true", "yes", "1", "on": .boolean(true)
            case "false", "no", "0", "off": .boolean(false)
            default: nil
            }
        case .date:
            ISO8601Text.date(from: text).flatMap { date in
                ISO8601Text.text(of: date) == text || UTCDateTime(date)?.description == text ? .date(date) : nil
            }
        case .data: .data(Data(text.utf8))
        case .string, .array, .dictionary, .uid: nil
        }
    }
}

extension PropertyListInteger {
    fileprivate var exactReal: Double? {
        if let number = exactly(as: Int64.self) { return Double(exactly: number) }
        return exactly(as: UInt64.self).flatMap { Double(exactly: $0) }
    }
}

extension Double {
    fileprivate var exactInteger: PropertyListInteger? {
        if self == 0 { return sign == .minus ? nil : 0 }
        return Int64(exactly: self).map { PropertyListInteger($0) }
            ?? UInt64(exactly: self).map { PropertyListInteger($0) }
    }
}
