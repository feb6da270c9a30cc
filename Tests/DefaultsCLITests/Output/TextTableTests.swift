import DefaultsCore
import Testing

@testable import DefaultsCLI
@testable import ToolSupport

struct TextTableTests {
    @Test(
        "text takes the columns that a terminal gives it",
        arguments: [
            ("", 0), ("abc", 3), ("日本語", 6), ("ｱｲ", 2), ("한글", 4), ("e\u{301}", 1), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("–…", 2),
            ("\u{1112}\u{1161}", 2),
        ])
    func columns(text: String, count: Int) {
        #expect(text.columnCount == count)
    }

    @Test("text is shortened to a number of columns, never within a character")
    func shortened() {
        #expect("abcdef".shortened(toColumns: 6) == "abcdef")
        #expect("abcdefg".shortened(toColumns: 6) == "abcde…")
        #expect("日本語日本".shortened(toColumns: 6) == "日本…")
        #expect("ae\u{301}日本".shortened(toColumns: 4) == "ae\u{301}…")
    }

    @Test("the name of a layer is shortened before its host, and never exceeds the limit")
    func layerNames() throws {
        let domain = try Domain("com.example.Editor", host: .current)
        #expect(domain.layerName(toColumns: 29) == domain.layerName)
        #expect(domain.layerName(toColumns: 28) == "com.example.Edit…, this host")
        for host in ["h", String(repeating: "h", count: 50), "日本\u{1B}"] {
            let domain = try Domain("com.example.Editor", host: .named(host))
            for limit in 1...40 { #expect(domain.layerName(toColumns: limit).columnCount <= limit) }
        }
    }

    @Test("columns are aligned, empty ones omitted, and details are on lines of their own")
    func aligned() {
        var table = TextTable()
        table.append(["", "日本", "x", "", "end"], detail: "/x")
        table.append(["", "a", "\u{1B}", "", ""], detail: "/\u{1B}")
        table.append(["", "abcd", "", "", "end"], detail: "/long")
        #expect(
            table.lines(isAligned: true)
                == "日本  x     end\n    /x\na     \\033\n    /\\033\nabcd        end\n    /long\n")
        #expect(
            table.lines(isAligned: false)
                == "\t日本\tx\t\tend\t/x\n\ta\t\\033\t\t\t/\\033\n\tabcd\t\t\tend\t/long\n")
    }

    @Test("headings take no part in the columns, and an empty line precedes all but a first one")
    func headings() {
        var table = TextTable()
        table.append(heading: "A long heading\t")
        table.append(["a", "b"], detail: "x")
        table.append(heading: "B", color: .key)
        table.append(["abc", "d"], detail: "y")
        #expect(
            table.lines(isAligned: true)
                == "A long heading\\t\na    b\n    x\n\n\u{1B}[1mB\u{1B}[0m\nabc  d\n    y\n")
        #expect(table.lines(isAligned: false) == "A long heading\\t\na\tb\tx\n\n\u{1B}[1mB\u{1B}[0m\nabc\td\ty\n")
    }
}
