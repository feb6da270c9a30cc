import Foundation

extension MigrationStep {
    /// A conversion of a value during a migration.
    ///
    /// A value that a predefined conversion cannot convert exactly stops the migration. The record keeps the original
    /// of every converted value for a rollback.
    public struct Conversion: Sendable {
        /// The name, which is part of a derived migration identifier.
        let name: String
        private let body: @Sendable (PropertyListValue, PropertyListType?) throws -> PropertyListValue?

        private init(
            _ name: String,
            body: @escaping @Sendable (PropertyListValue, PropertyListType?) throws -> PropertyListValue?
        ) {
            self.name = name
            self.body = body
        }

        /// Creates a conversion.
        ///
        /// - Parameters:
        ///   - name: The name of the conversion.
        ///   - body: A closure that converts a value. If it throws an error or returns `nil`, the migration stops.
        public static func custom(
            _ name: String, _ body: @escaping @Sendable (PropertyListValue) throws -> PropertyListValue?
        ) -> MigrationStep.Conversion {
            MigrationStep.Conversion(name) { value, _ in try body(value) }
        }

        /// Converts a value exactly to the type that the step expects. Only the spelling of a text may be lost.
        ///
        /// - Text becomes a number, a date or data if converting it back gives the same text. `007` is therefore not
        ///   converted. The text of a real may omit `.0`. Text becomes data in UTF-8. `true`, `yes`, `on` and `1` and
        ///   their opposites become booleans, in any letter case.
        /// - Numbers, booleans, dates (ISO 8601) and UTF-8 data become text.
        /// - An integer becomes a real, and a real an integer, if the numbers are equal. 0, 1 and booleans convert to
        ///   each other.
        public static let lossless = MigrationStep.Conversion("lossless") { value, type in
            guard let type else { return value }
            return value.losslessly(as: type)
        }

        /// Negates a boolean, for a key whose meaning was inverted.
        public static let not = MigrationStep.Conversion("not") { value, _ in
            guard case .boolean(let flag) = value else { return nil }
            return .boolean(!flag)
        }

        /// Converts a number of seconds since 1970 to a date.
        public static let unixTime = MigrationStep.Conversion("unix-time") { value, _ in
            value.seconds.map { .date(Date(timeIntervalSince1970: $0)) }
        }

        /// Converts a number of seconds since 2001, Foundation's reference date, to a date.
        public static let referenceTime = MigrationStep.Conversion("reference-time") { value, _ in
            value.seconds.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        }

        /// Converts integers to reals if possible, as a key of reals does when it reads them.
        static let exactReal = custom("real") { value in
            if case .integer = value { value.losslessly(as: .real) ?? value } else { value }
        }

        /// Returns the conversion that the command knows by a name, or `nil` if there is none.
        package static func named(_ name: String) -> MigrationStep.Conversion? {
            [lossless, not, unixTime, referenceTime].first { $0.name == name }
        }

        func callAsFunction(_ value: PropertyListValue, to type: PropertyListType?) throws -> PropertyListValue? {
            try body(value, type)
        }
    }
}

extension PropertyListValue {
    fileprivate var seconds: Double? {
        switch self {
        case .real(let number): number.isFinite ? number : nil
        case .integer(let number): Double(exactly: number)
        default: nil
        }
    }

    /// Returns the value converted to another type as ``MigrationStep/Conversion/lossless`` does, or `nil` if that is
    /// not possible.
    func losslessly(as type: PropertyListType) -> PropertyListValue? {
        switch (self, type) {
        case _ where self.type == type: self
        case (.string(let text), .integer):
            PropertyListInteger(text).flatMap { $0.description == text ? .integer($0) : nil }
        case (.string(let text), .real):
            Double(text).flatMap {
                $0.isFinite && ($0.description == text || $0.description == text + ".0") ? .real($0) : nil
            }
        case (.string(let text), .boolean): Bool(preferenceWord: text).map(PropertyListValue.boolean)
        case (.string(let text), .date):
            ISO8601Text.date(from: text).flatMap { date in
                ISO8601Text.text(of: date) == text || OldStyleWriter.text(of: date) == text ? .date(date) : nil
            }
        case (.string(let text), .data): .data(Data(text.utf8))
        case (.integer(let number), .string): .string(number.description)
        case (.integer(let number), .real): Double(exactly: number).map(PropertyListValue.real)
        case (.integer(0), .boolean): .boolean(false)
        case (.integer(1), .boolean): .boolean(true)
        case (.real(let number), .string) where number.isFinite: .string(number.description)
        // No integer is equal to a negative zero.
        case (.real(let number), .integer) where number != 0 || number.sign == .plus:
            Int128(exactly: number).flatMap { PropertyListInteger(exactly: $0) }.map(PropertyListValue.integer)
        case (.boolean(let flag), .string): .string(flag ? "true" : "false")
        case (.boolean(let flag), .integer): .integer(flag ? 1 : 0)
        case (.date(let date), .string): ISO8601Text.text(of: date).map(PropertyListValue.string)
        case (.data(let data), .string): String(validating: data, as: UTF8.self).map(PropertyListValue.string)
        default: nil
        }
    }
}
