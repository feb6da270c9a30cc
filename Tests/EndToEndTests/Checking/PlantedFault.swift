import Foundation

/// A fault that is planted into a file, and the finding that must name its line.
struct PlantedFault: Sendable {
    /// What was done to the file.
    let name: String
    /// The path of the original file in the repository.
    let path: String
    let lines: [String]
    /// The line of the finding, counted from 1.
    let line: Int
    /// The line of the first occurrence of a duplicate key.
    var first: Int?
    var kind = "unreadable"

    /// All faults that can be planted into a file.
    static func all(in path: String) throws -> [PlantedFault] {
        let lines = try RepositoryFiles.lines(of: path)
        let planter = Planter(path: path, lines: lines)
        switch (path as NSString).pathExtension {
        case "strings": return planter.stringsFaults
        case "pbxproj": return planter.oldStyleFaults
        case "xcstrings": return planter.jsonFaults
        default: return planter.xmlFaults
        }
    }
}

/// Plants faults into the lines of a file.
private struct Planter {
    let path: String
    let lines: [String]

    /// Replaces the part of each line that a pattern matches.
    ///
    /// - Parameter condition: Returns whether the line at an index is suitable.
    func replacing(
        _ name: String, _ pattern: String, with replacement: String, kind: String = "unreadable",
        where condition: (Int) -> Bool = { _ in true }
    ) -> [PlantedFault] {
        lines.indices.compactMap { index -> PlantedFault? in
            let line = lines[index]
            guard condition(index), let range = line.range(of: pattern, options: .regularExpression) else { return nil }
            var changed = lines
            changed[index] = line.replacingOccurrences(
                of: pattern, with: replacement, options: .regularExpression, range: range)
            return PlantedFault(name: name, path: path, lines: changed, line: index + 1, kind: kind)
        }
    }

    /// Removes lines, one in each file.
    ///
    /// - Parameter reported: Returns the index of the line that must be reported, or `nil` to keep the line.
    func removing(_ name: String, reported: (Int) -> Int?) -> [PlantedFault] {
        lines.indices.compactMap { index in
            guard let line = reported(index) else { return nil }
            var changed = lines
            changed.remove(at: index)
            return PlantedFault(name: name, path: path, lines: changed, line: line + 1)
        }
    }

    /// Repeats pairs that occupy a number of lines.
    func repeating(_ count: Int, where condition: (Int) -> Bool) -> [PlantedFault] {
        lines.indices.filter(condition).map { index in
            var changed = lines
            changed.insert(contentsOf: lines[index..<index + count], at: index + count)
            return PlantedFault(
                name: "duplicate key", path: path, lines: changed, line: index + count + 1, first: index + 1,
                kind: "duplicate-key")
        }
    }

    /// Cuts the file off behind lines.
    func cutting(where condition: (Int) -> Bool) -> [PlantedFault] {
        lines.indices.filter(condition).map { index in
            PlantedFault(name: "truncated", path: path, lines: Array(lines[...index]) + [""], line: index + 1)
        }
    }

    /// Returns the index of the line with the opening bracket of a closing bracket that begins a line.
    func opener(ofCloserAt index: Int) -> Int? {
        let indentation = lines[index].prefix { $0 == "\t" || $0 == " " }
        return lines[..<index].lastIndex { line in
            line.hasPrefix(indentation) && !(line.dropFirst(indentation.count).first?.isWhitespace ?? true)
        }
    }

    func matches(_ index: Int, _ pattern: String) -> Bool {
        lines.indices.contains(index) && lines[index].range(of: pattern, options: .regularExpression) != nil
    }
}

/// Faults in strings files and in old-style project files.
extension Planter {
    var stringsFaults: [PlantedFault] {
        let pair = #"^"[^"]*" = ".*";"#
        return replacing("missing semicolon", #";( //.*)?$"#, with: "$1") { !matches($0, #"^/\*|^ "#) }
            + replacing("missing quote after a value", #"";( //.*)?$"#, with: ";$1")
            + replacing("missing quote before a value", #"= ""#, with: "= ")
            + replacing("missing quote before a key", #"^""#, with: "")
            + replacing("missing quote after a key", #"" ="#, with: " =")
            + replacing("missing equals sign", #" = "#, with: " ")
            + replacing("missing value", #"= "[^"]*";"#, with: "= ;")
            + replacing("cut off in a value", #"";( //.*)?$"#, with: "").map { fault in
                PlantedFault(
                    name: fault.name, path: path, lines: Array(fault.lines[..<fault.line]), line: fault.line)
            }
            + repeating(1) { matches($0, pair) }
    }

    var oldStyleFaults: [PlantedFault] {
        let isLastElement = { (index: Int) in matches(index + 1, #"^\s*\);"#) }
        return replacing("missing semicolon", #";$"#, with: "")
            + replacing("missing equals sign", #" = "#, with: " ") { !matches($0, "isa = PBX(BuildFile|FileRef)") }
            + replacing("missing comma", #",$"#, with: "") { !isLastElement($0) }
            + replacing("missing value", #"= \w+;$"#, with: "= ;")
            + removing("missing end of a container") { index in
                matches(index, #"^\s+(\}|\));$"#) ? opener(ofCloserAt: index) : nil
            }
            + repeating(1) { matches($0, #"^\s*\w+ = \w+;$"#) }
    }
}

/// Faults in XML.
extension Planter {
    private static let scalar = #"^\s*<(string|integer|real|date|data)>[^<]*</\1>$"#
    private static let key = #"^\s*<key>[^<]*</key>$"#
    /// A value on one line.
    private static let value = scalar + #"|^\s*<\w+/>$"#

    var xmlFaults: [PlantedFault] { tagFaults + valueFaults + structureFaults }

    private var tagFaults: [PlantedFault] {
        replacing("missing end tag", #"</(string|integer|real|date|data|key)>$"#, with: "") {
            matches($0, Self.scalar) || matches($0, Self.key)
        }
            + replacing("misspelt end tag", #"</(str|int|re|k)\w+>$"#, with: "</$1>")
            + replacing("misspelt tag", #"<(str|int|arr|di|k)\w+>"#, with: "<$1>")
            + replacing("missing bracket of a tag", #"<string>"#, with: "string>")
    }

    private var valueFaults: [PlantedFault] {
        replacing("invalid integer", #"<integer>\d"#, with: "<integer>x")
            + replacing("invalid number", #"<real>"#, with: "<real>1,")
            + replacing("invalid date", #"-(\d\d)T"#, with: "-$1 ")
            + replacing("date that does not exist", #"-\d\d-\d\dT"#, with: "-02-30T", kind: "substitution")
            + replacing("invalid base64", #"<data>\w"#, with: "<data>!", kind: "substitution")
            + replacing("invalid line of base64", #"^(\t+\w{9})\w"#, with: "$1*", kind: "substitution") {
                matches($0 - 1, "<data>$")
            }
            + replacing("unescaped ampersand", #"</string>$"#, with: " & x</string>")
            + replacing("unescaped bracket", #"</string>$"#, with: " < x</string>")
            + replacing("unknown entity", #"</string>$"#, with: "&nbsp;</string>")
    }

    private var structureFaults: [PlantedFault] {
        let isElement = { (index: Int) in matches(index, "<string>") && matches(index - 1, "<array>|<string>") }
        return removing("missing value") { matches($0, Self.value) && matches($0 - 1, Self.key) ? $0 - 1 : nil }
            + removing("missing key") { matches($0, Self.key) && matches($0 + 1, Self.value) ? $0 : nil }
            + removing("missing end of a container") { index in
                matches(index, #"^\s*</(dict|array)>$"#) ? opener(ofCloserAt: index) : nil
            }
            + replacing("key outside a dictionary", #"<string>(.*)</string>"#, with: "<key>$1</key>") {
                isElement($0) && !matches($0 - 2, Self.key) || matches($0 - 1, "<array>")
            }
            + repeating(2) { matches($0, Self.key) && matches($0 + 1, Self.value) }
            + cutting { $0 > 3 && $0 < lines.count - 3 }
    }
}

/// Faults in JSON.
extension Planter {
    var jsonFaults: [PlantedFault] {
        let member = #"^\s*"[^"]*" : "[^"]*""#
        return replacing("missing comma", #",$"#, with: "")
            + replacing("missing quote after a value", #""(,?)$"#, with: "$1")
            + replacing("missing quote before a value", #": ""#, with: ": ")
            + replacing("missing quote before a key", #"^(\s*)""#, with: "$1")
            + replacing("missing quote after a key", #"" :"#, with: " :")
            + replacing("missing colon", #" : "#, with: " ")
            + replacing("null", #": "[^"]*""#, with: ": null")
            + replacing("surplus comma", #"$"#, with: ",") {
                matches($0, #"["}]$"#) && matches($0 + 1, #"^\s*\}"#)
            }
            + removing("missing end of a container") { index in
                matches(index, #"^\s+\},$"#) ? index - 1 : matches(index, #"^\s+\}$"#) ? opener(ofCloserAt: index) : nil
            }
            + repeating(1) { matches($0, member + ",$") }
            + cutting { $0 > 1 && $0 < lines.count - 3 }
    }
}
