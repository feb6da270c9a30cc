import Foundation
import TestExtent
import Testing

@testable import PropertyList

/// Dates of the proleptic Gregorian calendar in UTC.
struct UTCDateTimeTests {
    @Test(
        "known dates",
        arguments: [
            (0, "1970-01-01 00:00:00 +0000"), (-1, "1969-12-31 23:59:59 +0000"),
            (978_307_200, "2001-01-01 00:00:00 +0000"),
            (951_782_400, "2000-02-29 00:00:00 +0000"), (-2_203_977_600, "1900-02-28 00:00:00 +0000"),
            (-2_203_891_200, "1900-03-01 00:00:00 +0000"), (253_402_300_799, "9999-12-31 23:59:59 +0000"),
            (253_402_300_800, "10000-01-01 00:00:00 +0000"), (-62_135_596_800, "0001-01-01 00:00:00 +0000"),
            (-62_167_219_200, "0000-01-01 00:00:00 +0000"), (-62_198_755_200, "-0001-01-01 00:00:00 +0000"),
            (-62_167_219_201, "-0001-12-31 23:59:59 +0000"), (4_107_542_400, "2100-03-01 00:00:00 +0000"),
        ] as [(Double, String)])
    func known(seconds: Double, text: String) throws {
        let dateTime = try #require(UTCDateTime(Date(timeIntervalSince1970: seconds)))
        #expect(dateTime.description == text)
        #expect(dateTime.date == Date(timeIntervalSince1970: seconds))
    }

    @Test("fractions are rounded down to the second, also before 1970")
    func fractions() {
        #expect(UTCDateTime(Date(timeIntervalSince1970: 0.999)) == UTCDateTime(year: 1970, month: 1, day: 1))
        #expect(
            UTCDateTime(Date(timeIntervalSince1970: -0.001))
                == UTCDateTime(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59))
    }

    @Test(
        "a day exists if the calendar has it",
        arguments: [
            (2024, 2, 29, true), (2024, 2, 30, false), (2023, 2, 29, false), (2023, 2, 28, true), (1900, 2, 29, false),
            (2000, 2, 29, true), (2100, 2, 29, false), (2024, 4, 31, false), (2024, 4, 30, true), (2024, 12, 31, true),
            (2024, 13, 1, false), (2024, 0, 1, false), (2024, 1, 0, false), (2024, 1, 32, false), (2024, -1, 1, false),
            (1, 1, 1, true), (0, 2, 29, true), (-4, 2, 29, true), (-1, 2, 29, false), (9999, 12, 31, true),
            (1_900_000_000, 1, 1, true), (2_000_000_000, 1, 1, false), (.max, 1, 1, false), (.min + 1900, 1, 1, false),
        ] as [(Int, Int, Int, Bool)])
    func days(year: Int, month: Int, day: Int, exists: Bool) {
        #expect((UTCDateTime(year: year, month: month, day: day).date != nil) == exists)
    }

    @Test(
        "a time of day exists if the clock has it",
        arguments: [
            (0, 0, 0, true), (23, 59, 59, true), (24, 0, 0, false), (25, 0, 0, false), (0, 60, 0, false),
            (0, 0, 60, false),
            (-1, 0, 0, false), (0, -1, 0, false), (0, 0, -1, false), (.max, 0, 0, false), (1 << 32, 0, 0, false),
        ] as [(Int, Int, Int, Bool)])
    func times(hour: Int, minute: Int, second: Int, exists: Bool) {
        let dateTime = UTCDateTime(year: 2024, month: 1, day: 31, hour: hour, minute: minute, second: second)
        #expect((dateTime.date != nil) == exists)
    }

    @Test("points in time out of range have no calendar date")
    func beyond() {
        for seconds in [1e17, -1e17, 1e300, .infinity, -.infinity, .nan] {
            #expect(UTCDateTime(Date(timeIntervalSince1970: seconds)) == nil)
        }
    }

    @Test("Foundation agrees on the years of the Gregorian calendar")
    func foundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let formatter = ISO8601DateFormatter()
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            // From 1583, because Foundation uses the Julian calendar before.
            let date = Date(
                timeIntervalSince1970: Double(Int.random(in: -12_212_553_600...253_402_300_799, using: &generator)))
            let ours = try #require(UTCDateTime(date))
            let theirs = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
            #expect([ours.year, ours.month, ours.day] == [theirs.year, theirs.month, theirs.day])
            #expect([ours.hour, ours.minute, ours.second] == [theirs.hour, theirs.minute, theirs.second])
            let text = formatter.string(from: date).replacing("T", with: " ").replacing("Z", with: " +0000")
            #expect(ours.description == text)
            #expect(ours.date == date)
        }
    }

    @Test("every day of some eight thousand years follows the one before")
    func everyDay() throws {
        var day = UTCDateTime(year: -1000, month: 1, day: 1)
        let first = try #require(day.date)
        for number in 0..<3_000 {
            // One day in a thousand of a walk that applies the rules of the calendar.
            let date = Date(timeInterval: Double(number) * 86_400_000, since: first)
            #expect(UTCDateTime(date) == day)
            #expect(day.date == date)
            for _ in 0..<1000 { day = Self.next(day) }
        }
    }

    private static func next(_ day: UTCDateTime) -> UTCDateTime {
        let isLeap = day.year.isMultiple(of: 4) && !(day.year.isMultiple(of: 100) && !day.year.isMultiple(of: 400))
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        if day.day < lengths[day.month - 1] { return UTCDateTime(year: day.year, month: day.month, day: day.day + 1) }
        if day.month < 12 { return UTCDateTime(year: day.year, month: day.month + 1, day: 1) }
        return UTCDateTime(year: day.year + 1, month: 1, day: 1)
    }
}
