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

    /// Returns the date of a whole second and the digits of a fraction, in seconds since 2001.
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

private struct DateReader {
    private var rest: Substring

    init(_ text: String) {
        rest = text[...]
    }

    mutating func date() -> Date? {
        guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
            let day = number(digits: 2)
        else { return nil }
        var dateTime = UTCDateTime(year: year, month: month, day: day)
        var fraction = ""
        var offset = 0
        if !rest.isEmpty {
            guard take("T") || take("t") || take(" "), let digits = timeOfDay(into: &dateTime), let zone = zoneOffset()
            else {
                return nil
            }
            fraction = digits
            offset = zone
        }
        guard rest.isEmpty, let date = dateTime.date else { return nil }
        let whole = date.timeIntervalSinceReferenceDate - Double(offset)
        return ISO8601Text.date(whole: whole, digits: fraction).map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// Parses hours, minutes and seconds.
    ///
    /// - Returns: The digits of the fraction of a second, possibly none, or `nil` if the text is invalid.
    private mutating func timeOfDay(into dateTime: inout UTCDateTime) -> String? {
        guard let hour = number(digits: 2), take(":"), let minute = number(digits: 2) else { return nil }
        (dateTime.hour, dateTime.minute) = (hour, minute)
        guard take(":") else { return "" }
        guard let second = number(digits: 2) else { return nil }
        dateTime.second = second
        guard take(".") || take(",") else { return "" }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        return digits.isEmpty ? nil : String(digits)
    }

    /// Parses a zone. Returns the seconds east of UTC.
    private mutating func zoneOffset() -> Int? {
        _ = take(" ")
        if rest.isEmpty || take("Z") || take("z") { return 0 }
        let isEast = take("+")
        guard isEast || take("-"), let hours = number(digits: 2) else { return nil }
        _ = take(":")
        guard let minutes = rest.isEmpty ? 0 : number(digits: 2), hours < 24, minutes < 60 else { return nil }
        return (isEast ? 1 : -1) * (hours * 3600 + minutes * 60)
    }

    private mutating func number(digits: Int) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        rest = rest.dropFirst(digits)
        return Int(text)
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }
}
