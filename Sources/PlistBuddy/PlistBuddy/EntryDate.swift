import Foundation
import PropertyList
import ToolSupport

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
        guard abs(seconds) < 6e16, var parts = local(time_t(seconds)) else { return ScalarText.text(of: date) }
        var buffer = [CChar](repeating: 0, count: 128)
        let count = strftime(&buffer, buffer.count, "%a %b %d %H:%M:%S %Z %Y", &parts)
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Parses a date in the format of ``text(of:)``, a date such as `01/31/24`, or an ISO 8601 date. In the format of
    /// ``text(of:)``, the time zone may be omitted.
    static func date(_ text: String) -> Date? {
        let words = text.unicodeScalars.split(separator: " ").map(String.init)
        switch words.count {
        case 6 where weekdays.contains(words[0].lowercased()):
            guard let time = clock(month: words[1], day: words[2], time: words[3], year: words[5]) else { return nil }
            return date(time, zone: words[4])
        case 5 where weekdays.contains(words[0].lowercased()):
            return clock(month: words[1], day: words[2], time: words[3], year: words[4]).flatMap { date($0) }
        case 1:
            return day(words[0]) ?? ScalarText.date(text)
        default:
            return ScalarText.date(text)
        }
    }

    private static func clock(month: String, day: String, time: String, year: String) -> UTCDateTime? {
        let parts = time.unicodeScalars.split(separator: ":", omittingEmptySubsequences: false)
            .map { EntryDate.number(String($0)) }
        guard let index = months.firstIndex(of: month.lowercased()), let day = number(day), let year = number(year),
            parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2]
        else { return nil }
        return UTCDateTime(year: year, month: index + 1, day: day, hour: hour, minute: minute, second: second)
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
    /// environment are known.
    private static func date(_ time: UTCDateTime, zone: String) -> Date? {
        guard let date = time.date else { return nil }
        if ["UTC", "GMT", "Z"].contains(zone) { return date }
        if let sign = zone.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), zone.utf8.count == 5,
            let digits = number(String(zone.dropFirst())), digits % 100 < 60
        {
            let distance = Double(digits / 100 * 3600 + digits % 100 * 60)
            return date.addingTimeInterval(sign == UInt8(ascii: "+") ? -distance : distance)
        }
        return self.date(time, isInZone: { $0 == zone })
    }

    /// Returns the date of a local time in the time zone of the environment, with or without daylight saving time.
    private static func date(_ time: UTCDateTime, isInZone: (String) -> Bool = { _ in true }) -> Date? {
        guard time.date != nil else { return nil }
        for isDaylightSaving: Int32 in [0, 1] {
            var parts = tm()
            (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
                Int32(time.year - 1900), Int32(time.month - 1), Int32(time.day)
            )
            (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(time.hour), Int32(time.minute), Int32(time.second))
            parts.tm_isdst = isDaylightSaving
            let seconds = mktime(&parts)
            guard let shown = local(seconds), shown.tm_hour == time.hour, shown.tm_min == time.minute else { continue }
            if isInZone(shown.tm_zone.map { String(cString: $0) } ?? "") {
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
