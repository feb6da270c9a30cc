import Foundation
import PropertyList

/// The dates of PlistBuddy, such as `Mon Jan 01 00:00:00 UTC 2024`, in the time zone of the environment.
///
/// The C library converts them in its default locale, which is English. Foundation's formatters would load ICU's data.
enum EntryDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// Returns the text of a date, without fractions of a second.
    static func text(of date: Date) -> String {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard abs(seconds) < 6e16, var parts = local(time_t(seconds)) else { return OldStyleWriter.text(of: date) }
        var buffer = [CChar](repeating: 0, count: 128)
        let count = strftime(&buffer, buffer.count, "%a %b %d %H:%M:%S %Z %Y", &parts)
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Parses a date in the format of ``text(of:)``, a date such as `01/31/24`, or an ISO 8601 date. In the format of
    /// ``text(of:)``, the time zone may be omitted.
    static func date(_ text: String) -> Date? {
        let words = text.unicodeScalars.split(separator: " ").map(String.init)
        if words.count == 1, let date = day(words[0]) { return date }
        guard words.count == 5 || words.count == 6, weekdays.contains(words[0].lowercased()) else {
            return ISO8601Text.date(from: text)
        }
        let clock = words[3].unicodeScalars.split(separator: ":", omittingEmptySubsequences: false)
            .map { number(String($0)) }
        guard let month = months.firstIndex(of: words[1].lowercased()), let year = number(words[words.count - 1]),
            let dayOfMonth = number(words[2]), clock.count == 3, let hour = clock[0], let minute = clock[1],
            let second = clock[2]
        else { return nil }
        let time = UTCDateTime(
            year: year, month: month + 1, day: dayOfMonth, hour: hour, minute: minute, second: second)
        return date(time, zone: words.count == 6 ? words[4] : nil)
    }

    /// Parses a date such as `1/31/24`, at midnight. The year has two digits and is in the range from 1969 to 2068.
    private static func day(_ text: String) -> Date? {
        let parts = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let numbers = parts.compactMap { number($0) }
        guard parts.count == 3, numbers.count == 3, parts[2].utf8.count == 2 else { return nil }
        let year = numbers[2] + (numbers[2] < 69 ? 2000 : 1900)
        return date(UTCDateTime(year: year, month: numbers[0], day: numbers[1]))
    }

    private static func number(_ text: String) -> Int? {
        text.utf8.count <= 6 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    /// Returns the date of a local time in a time zone. Only UTC, offsets from it such as `+0100`, and the zone of the
    /// environment are known, with or without daylight saving time. The zone of the environment is the default.
    private static func date(_ time: UTCDateTime, zone: String? = nil) -> Date? {
        guard let date = time.date else { return nil }
        if let zone, ["UTC", "GMT", "Z"].contains(zone) { return date }
        if let zone, let sign = zone.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            zone.utf8.count == 5, let digits = number(String(zone.dropFirst())), digits % 100 < 60
        {
            let distance = Double(digits / 100 * 3600 + digits % 100 * 60)
            return date.addingTimeInterval(sign == UInt8(ascii: "+") ? -distance : distance)
        }
        for isDaylightSaving: Int32 in [0, 1] {
            var (seconds, given) = (time_t(date.timeIntervalSince1970), tm())
            gmtime_r(&seconds, &given)
            var parts = given
            parts.tm_isdst = isDaylightSaving
            seconds = mktime(&parts)
            guard let shown = local(seconds), shown.tm_hour == given.tm_hour, shown.tm_min == given.tm_min
            else { continue }
            if zone == nil || shown.tm_zone.map({ String(cString: $0) }) == zone {
                return Date(timeIntervalSince1970: TimeInterval(seconds))
            }
        }
        return nil
    }

    private static func local(_ time: time_t) -> tm? {
        var (time, parts) = (time, tm())
        return localtime_r(&time, &parts) == nil ? nil : parts
    }
}
