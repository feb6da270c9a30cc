import Foundation
import Testing

/// A change of the domain `D`, or of one whose name is in ``words``, with a value that the schema refuses and one that
/// it allows.
struct SchemaChange: Sendable, CustomTestStringConvertible {
    let verb: String
    /// The arguments after the verb. `VALUE` is replaced by the value.
    let words: [String]
    let input: String
    /// The command of `edit`.
    let editor: String
    let refused: String
    let allowed: String

    init(
        _ words: String..., input: String = "", editor: String = "", refused: String = "99", allowed: String = "16"
    ) {
        (verb, self.words) = (words[0], Array(words.dropFirst()))
        (self.input, self.editor, self.refused, self.allowed) = (input, editor, refused, allowed)
    }

    var testDescription: String { ([verb] + words + [input, editor].filter { !$0.isEmpty }).joined(separator: " ") }

    /// Changes by every verb that stores values.
    static let all = [
        Self("write", "D", "Size", "-int", "VALUE"),
        Self("write", "D", "Size", "VALUE", refused: "16", allowed: "<integer>16</integer>"),
        Self("write", "D", "Theme", "VALUE", refused: "blue", allowed: "dark"),
        Self("write", "D", "VALUE", "-int", "20", refused: "Sise", allowed: "Size"),
        Self("write", "D", "{ Theme = VALUE; }", refused: "blue", allowed: "dark"),
        Self("write", "--path", "Frame.Width", "D", "-int", "VALUE", refused: "9999"),
        Self("write", "--path", "Frame.VALUE", "D", "-int", "5", refused: "Widht", allowed: "Width"),
        Self("write", "--path", "List.0", "--insert", "D", "VALUE", refused: "x", allowed: "<integer>2</integer>"),
        Self("write", "D", "List", "-array-add", "VALUE", refused: "x", allowed: "<integer>2</integer>"),
        Self("write", "--unique", "D", "List", "-array-add", "VALUE", refused: "x", allowed: "<integer>2</integer>"),
        Self("write", "D", "Frame", "-dict-add", "Width", "VALUE", refused: "x", allowed: "<integer>2</integer>"),
        Self("write", "--stdin", "D", "Size", "-int", input: "VALUE"),
        Self("write", "--stdin", "D", input: #"{"Size": VALUE}"#),
        Self("write", "sub/New", "Size", "-int", "VALUE"),
        Self("write", "-g", "Size", "-int", "VALUE"),
        Self("write", "./root/D.plist", "Size", "-int", "VALUE"),
        Self("write", "Link", "Size", "-int", "VALUE"),
        Self("rename", "D", "Size", "VALUE", refused: "Theme", allowed: "Zoom"),
        Self("rename", "--path", "Frame.Width", "D", "VALUE", refused: "Theme", allowed: "Frame.Height"),
        Self("migrate", "--id", "m", "D", "D", "VALUE=Size", refused: "Mode", allowed: "Zoom"),
        Self("migrate", "--id", "m", "Other", "D", "VALUE=Font", refused: "Mode", allowed: "Zoom"),
        Self("import", "D", "-", input: #"{"Size": VALUE}"#),
        Self("import", "--merge", "D", "-", input: #"{"Frame": {"Width": VALUE}}"#, refused: "9999"),
        Self("import", "--replace", "D", "-", input: #"{"Size": VALUE}"#),
        Self("import", "--replace", "--force", "D", "-", input: #"{"Size": VALUE}"#),
        Self("batch", input: "write Other K v\nwrite D Size -int VALUE\n"),
        Self("batch", input: "write D Theme dark\nrename D Size VALUE\n", refused: "Theme", allowed: "Zoom"),
        Self("apply", "-", input: #"{"Other": {"K": "v"}, "D": {"Size": VALUE}}"#),
        Self("apply", "--exact", "-", input: #"{"D": {"Size": VALUE}}"#),
        Self("apply", "--id", "i", "-", input: #"{"D": {"Size": VALUE}}"#),
        Self("edit", "D", editor: "sed -i s/14/VALUE/"),
        Self("edit", "D", "Size", editor: "sed -i s/14/VALUE/"),
        Self("edit", "--path", "Frame.Width", "D", editor: "sed -i s/800/VALUE/", refused: "9999"),
    ]

    /// The verbs that remove values or restore earlier ones, which are never refused.
    static let unrefusedVerbs: Set = ["delete", "delete-all", "undo"]

    /// Creates the domains that the changes need.
    static func scratch(schema: String? = Scratch.schema) throws -> Scratch {
        let scratch = Scratch()
        try scratch.store(
            ["Size": 14, "Theme": "light", "List": [1], "Frame": ["Width": 800]], at: scratch.file("D"))
        try scratch.store(["Font": 33], at: scratch.file("Other"))
        try Disk.link(scratch.file("Link"), to: "D.plist")
        try Disk.makeFolder(scratch.path + "/schemas/sub")
        guard let schema else { return scratch }
        for domain in ["D", "sub/New", "NSGlobalDomain", "Link"] {
            try Disk.write(schema, to: "\(scratch.path)/schemas/\(domain).json")
        }
        return scratch
    }

    /// Makes the change with a value, with options after the verb.
    func run(
        _ value: String, _ options: String..., in scratch: Scratch, with variables: [String: String] = [:]
    ) throws -> Outcome {
        let fill = { (text: String) in text.replacingOccurrences(of: "VALUE", with: value) }
        let schemas = ["DEFAULTS_SCHEMAS": scratch.path + "/schemas", "SOURCE_DATE_EPOCH": "1706702400"]
        return try scratch.defaults(
            [verb] + options + words.map(fill), input: Array(fill(input).utf8),
            environment: scratch.environment(editor: fill(editor)).merging(schemas) { $1 }.merging(variables) { $1 })
    }

    /// Whether a journal records the change.
    var isRecorded: Bool { !words.contains("--force") }

    /// The sentences of a refusal. `edit` also says where the text is.
    func isRefused(_ outcome: Outcome) -> Bool {
        outcome.status == 65 && outcome.output.isEmpty && outcome.complains(lines: verb == "edit" ? 2 : 1)
    }
}
