package import Foundation

/// Dates as text: ISO 8601 in universal time, with as many digits of a second as it takes to give the date back.
package enum ISO8601Text {
    /// The text of a date; nil where none gives it back exactly, or its year has not four digits.
    package static func text(of date: Date) -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        let whole = seconds.rounded(.down)
        guard let dateTime = UTCDateTime(Date(timeIntervalSinceReferenceDate: whole)),
            (0...9999).contains(dateTime.year)
        else { return nil }
        guard let digits = fractionDigits(of: seconds - whole, after: whole, sum: seconds) else { return nil }
        return dateTime.iso8601 + (digits.isEmpty ? "" : ".") + digits + "Z"
    }

    /// The date that a text means: a day, then optionally `T` or a blank and a time of day, then optionally a zone. Without a zone it is
    /// universal time. Nil where the text is none, or there is no such day or time.
    package static func date(from text: String) -> Date? {
        var reader = DateReader(text)
        return reader.date()
    }

    /// The date of a whole second and digits of the next.
    fileprivate static func date(whole: Double, digits: String) -> Double? {
        Double("0." + (digits.isEmpty ? "0" : digits)).map { whole + $0 }
    }

    /// The fewest digits that make up the difference between a date and its whole second.
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

/// Reads a date: a day, optionally a time of day, optionally a zone.
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

    /// Reads hours, minutes and seconds.
    ///
    /// - Returns: the digits of the fraction of a second, none where there is no fraction; nil where there is no time.
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

    /// Seconds east of universal time.
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
