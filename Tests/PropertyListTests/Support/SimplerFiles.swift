/// A file without the syntax that CoreFoundation does not know.
struct SimplerFile {
    var bytes: [UInt8] = []
    /// Whether fractions of seconds were removed.
    var hasRoundedDates = false
}

/// Removes comments, instructions, document types, attributes and fractions of seconds from XML, and writes `<data/>`
/// as two tags.
enum SimplerXML {
    static func of(_ bytes: [UInt8]) -> SimplerFile {
        var rewriter = Rewriter(rest: bytes[...])
        rewriter.rewrite()
        return rewriter.file
    }

    private struct Rewriter {
        var rest: ArraySlice<UInt8>
        var file = SimplerFile()

        mutating func rewrite() {
            while let byte = rest.first {
                if rest.starts(with: "<![CDATA[".utf8) {
                    file.bytes += take(through: "]]>", from: 9)
                } else if rest.starts(with: "<!--".utf8) {
                    _ = take(through: "-->", from: 4)
                } else if rest.starts(with: "<?".utf8) {
                    _ = take(through: "?>", from: 2)
                } else if rest.starts(with: "<!".utf8) {
                    _ = takeTag()
                } else if byte == UInt8(ascii: "<") {
                    rewriteTag()
                } else {
                    file.bytes.append(byte)
                    rest.removeFirst()
                }
            }
        }

        private mutating func rewriteTag() {
            let tag = takeTag()
            let name = tag.dropFirst().prefix {
                !" \t\r\n>".utf8.contains($0) && ($0 != UInt8(ascii: "/") || $0 == tag[1])
            }
            let isWhole = tag.count > 2 && tag[tag.count - 2] == UInt8(ascii: "/")
            let text = String(decoding: name.filter { $0 != UInt8(ascii: "/") || tag[1] == $0 }, as: UTF8.self)
            let plain = text.hasSuffix("/") && text != "/" ? String(text.dropLast()) : text
            if isWhole, plain == "data" { return file.bytes += "<data></data>".utf8 }
            file.bytes += "<\(plain)\(isWhole ? "/" : "")>".utf8
            if plain == "date", !isWhole { takeDate() }
        }

        /// Copies the text of a date without its fraction.
        private mutating func takeDate() {
            while let byte = rest.first, byte != UInt8(ascii: "<") {
                rest.removeFirst()
                if byte == UInt8(ascii: ".") {
                    rest = rest.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                    file.hasRoundedDates = true
                } else {
                    file.bytes.append(byte)
                }
            }
        }

        /// Takes text from a `<` to the next `>` outside quotes.
        private mutating func takeTag() -> [UInt8] {
            var tag: [UInt8] = []
            var quote: UInt8?
            while let byte = rest.popFirst() {
                tag.append(byte)
                if byte == quote {
                    quote = nil
                } else if quote == nil {
                    if byte == UInt8(ascii: ">") { break }
                    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
                }
            }
            return tag
        }

        private mutating func take(through end: String, from offset: Int) -> [UInt8] {
            var taken = Array(rest.prefix(offset))
            rest = rest.dropFirst(offset)
            while !rest.isEmpty, !rest.starts(with: end.utf8) { taken.append(rest.removeFirst()) }
            taken += rest.prefix(end.utf8.count)
            rest = rest.dropFirst(end.utf8.count)
            return taken
        }
    }
}

/// Replaces empty UTF-16 strings in binary files by empty ASCII strings.
enum SimplerBinary {
    static func of(_ bytes: [UInt8]) -> SimplerFile {
        var file = SimplerFile(bytes: bytes)
        guard bytes.count > 40 else { return file }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 &<< 8 | Int($1) } }
        let end = bytes.count
        let (width, count, table) = (Int(bytes[end - 26]), number(end - 24..<end - 16), number(end - 8..<end))
        guard (1...8).contains(width), count > 0, count < end, table > 0, table + count * width <= end else {
            return file
        }
        for index in 0..<count {
            let offset = number(table + index * width..<table + (index + 1) * width)
            guard offset >= 8, offset < table, isEmptyUTF16(bytes[offset...]) else { continue }
            file.bytes[offset] = bytes[offset] &- 0x10
        }
        return file
    }

    private static func isEmptyUTF16(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == 0x6F, let size = bytes.dropFirst().first, size & 0xF0 == 0x10 else {
            return bytes.first == 0x60
        }
        return bytes.dropFirst(2).prefix(1 << Int(size & 0x0F)).allSatisfy { $0 == 0 }
    }
}
