package import Foundation

/// Conversion of dates to and from ISO 8601 text.
package enum ISO8601Text {
    /// Returns the text of a date in UTC, with the fewest fraction digits that give the same date back.
    ///
    /// - Returns: `nil` if no text gives the date back exactly, or if its year does not have four digits.
    package static func text(of date: Date) -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        let whole = seconds.rounded(.down)
        guard let dateTime = UTCDateTime(Date(timeIntervalSinceReferenceDate: whole)),
            (0...9999).contains(dateTime.year)
        else { return nil }
        guard let digits = fractionDigits(of: seconds - whole, after: whole, sum: seconds) else { return nil }
        return dateTime.iso8601 + (digits.isEmpty ? "" : ".") + digits + "Z"
    }

    /// Parses a date: a day, optionally `T` or a blank and a time of day, and optionally a zone. The default zone is
    /// UTC.
    ///
    /// - Returns: `nil` if the text is invalid, or if the day or time does not exist.
    package static func date(from text: String) -> Date? {
        var reader = DateReader(text)
        return reader.date()
    }

    /// Returns a date in seconds since 2001, from its whole second and the digits of its fraction.
    fileprivate static func date(whole: Double, digits: String) -> Double? {
        Double("0." + (digits.isEmpty ? "0" : digits)).map { whole + $0 }
    }

    /// Returns the fewest fraction digits that give a date back when they are added to its whole second.
    private static func fractionDigits(of fraction: Double, after whole: Double, sum seconds: Double) -> String? {
        if fraction == 0 { return "" }
        var scale = 1.0
        for count in 1...17 {
            scale *= 10
            let digits = String(Int64((fraction * scale).rounded())).leftPadded(to: count)
            if digits.utf8.count == count, date(whole: whole, digits: digits) == seconds { return digits }
        }
        return nil
    }
}

extension DateReader {
    /// Reads a day, a time of day and a zone.
    fileprivate mutating func date() -> Date? {
        guard let year = number(digits: 4...4), take("-"), let month = number(), take("-"), let day = number() else {
            return nil
        }
        var dateTime = UTCDateTime(year: year, month: month, day: day)
        var fraction = ""
        var offset = 0
        if !isAtEnd {
            guard take("T") || take("t") || take(" "), let digits = timeOfDay(into: &dateTime), let zone = zoneOffset()
            else {
                return nil
            }
            fraction = digits
            offset = zone
        }
        guard isAtEnd, let date = dateTime.date else { return nil }
        let whole = date.timeIntervalSinceReferenceDate - Double(offset)
        return ISO8601Text.date(whole: whole, digits: fraction).map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// Parses hours, minutes and seconds.
    ///
    /// - Returns: The digits of the fraction of a second, or `nil` if the text is invalid. Empty if there is no
    ///   fraction.
    private mutating func timeOfDay(into dateTime: inout UTCDateTime) -> String? {
        guard let hour = number(), take(":"), let minute = number() else { return nil }
        (dateTime.hour, dateTime.minute) = (hour, minute)
        guard take(":") else { return "" }
        guard let second = number() else { return nil }
        dateTime.second = second
        return take(".") || take(",") ? digits() : ""
    }

    /// Parses a zone. Returns the seconds east of UTC.
    private mutating func zoneOffset() -> Int? {
        _ = take(" ")
        if isAtEnd || take("Z") || take("z") { return 0 }
        let isEast = take("+")
        guard isEast || take("-"), let hours = number() else { return nil }
        _ = take(":")
        guard let minutes = isAtEnd ? 0 : number(), hours < 24, minutes < 60 else { return nil }
        return (isEast ? 1 : -1) * (hours * 3600 + minutes * 60)
    }
}

/// A reader of the numbers and separators of a date.
struct DateReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Reads as many digits as the range allows. Returns `nil` if there are fewer digits than the range requires.
    mutating func number(digits count: ClosedRange<Int> = 2...2) -> Int? {
        let digits = rest.prefix(count.upperBound).prefix(while: \.isASCIIDigit)
        guard digits.count >= count.lowerBound else { return nil }
        rest.removeFirst(digits.count)
        return Int(Substring(digits))
    }

    /// Reads all digits that follow. Returns `nil` if there are none.
    mutating func digits() -> String? {
        let digits = rest.prefix(while: \.isASCIIDigit)
        rest.removeFirst(digits.count)
        return digits.isEmpty ? nil : String(Substring(digits))
    }

    /// Skips a character if it comes next. Returns whether it was skipped.
    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: sign) else { return false }
        rest.removeFirst()
        return true
    }
}
