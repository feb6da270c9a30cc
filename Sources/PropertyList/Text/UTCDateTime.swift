package import Foundation

/// A date of the proleptic Gregorian calendar and a time of day, in UTC.
///
/// The calculations use `timegm` and `gmtime_r` of the C library. Foundation's formatters and calendars take a
/// millisecond to start, which is more than a whole `defaults read`.
package struct UTCDateTime: Equatable, Sendable {
    var year: Int
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int

    package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Creates the second that contains a date, or returns `nil` if the year is too large for the C library.
    package init?(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard abs(seconds) < 6e16 else { return nil }
        var time = time_t(seconds)
        var parts = tm()
        guard gmtime_r(&time, &parts) != nil else { return nil }
        self.init(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
    }

    /// The point in time, or `nil` if there is no such day or time, such as February 30 or 25 o'clock.
    package var date: Date? {
        guard let year = Int32(exactly: year - 1900), (1...12).contains(month), (1...31).contains(day) else {
            return nil
        }
        var parts = tm()
        parts.tm_year = year
        parts.tm_mon = Int32(month - 1)
        parts.tm_mday = Int32(day)
        parts.tm_hour = Int32(truncatingIfNeeded: hour)
        parts.tm_min = Int32(truncatingIfNeeded: minute)
        parts.tm_sec = Int32(truncatingIfNeeded: second)
        let date = Date(timeIntervalSince1970: TimeInterval(timegm(&parts)))
        // timegm carries values that are out of range into the next unit, so the result is different then.
        return UTCDateTime(date) == self ? date : nil
    }

    /// The text that Apple's tool prints, `2019-09-16 05:45:42 +0000`.
    var description: String { "\(text(separatedBy: " ")) +0000" }

    /// The text `2019-09-16T05:45:42`.
    package var iso8601: String { text(separatedBy: "T") }

    private func text(separatedBy separator: String) -> String {
        let date = "\(Self.padded(year, to: 4))-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))"
        let time = "\(Self.padded(hour, to: 2)):\(Self.padded(minute, to: 2)):\(Self.padded(second, to: 2))"
        return date + separator + time
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        return (number < 0 ? "-" : "") + String(number.magnitude).leftPadded(to: width)
    }
}
