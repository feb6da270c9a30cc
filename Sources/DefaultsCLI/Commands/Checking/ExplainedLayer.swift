import DefaultsCore
import PropertyList
import ToolSupport

/// A domain in which programs look up a key.
struct ExplainedLayer {
    /// The facts about the file of a layer.
    struct Contents {
        let fileExists: Bool
        /// The root, which is an empty dictionary if there is no file.
        let root: PropertyListValue
        /// Whether the file has the key. If no key is given, whether the file has any value.
        let hasKey: Bool
        /// The value of the key or path.
        let value: PropertyListValue?
    }

    let domain: Domain
    /// The path of the file, which may be missing.
    let path: String
    let state: Result<Contents, CommandError>
    private let hasKeyOperand: Bool
    /// Whether the value is a secret.
    private let hidesValue: Bool

    init(_ domain: Domain, key: KeyArgument?, hidesValue: Bool, in session: Session) {
        self.domain = domain
        self.hidesValue = hidesValue
        path = session.folders.absolutePath(of: domain)
        hasKeyOperand = key != nil
        do throws(CommandError) {
            let root = try session.exactRoot(of: domain)
            let first = key?.path.components.first
            state = .success(
                Contents(
                    fileExists: InputFile.kind(of: path) != .missing, root: root ?? [:],
                    hasKey: first.map { root?.member($0) != nil } ?? (root != nil),
                    value: key.flatMap { root?[$0.path] }))
        } catch {
            state = .failure(error)
        }
    }

    var value: PropertyListValue? { try? state.get().value }

    /// Whether the file has the key or, if no key is given, any value. UserDefaults treats an unreadable file as a file
    /// without keys.
    var hasKey: Bool { (try? state.get().hasKey) == true }

    /// The root of the file, or `nil` if the file is unreadable.
    var root: PropertyListValue? { try? state.get().root }

    /// Whether there is a file. The file may be unreadable.
    var hasFile: Bool { (try? state.get().fileExists) ?? true }

    /// The value, or a description such as `not set`, in one line.
    var text: String {
        guard case .success(let contents) = state else { return "unreadable" }
        if let value = contents.value { return line(for: value) }
        if !contents.fileExists { return "no file" }
        if hasKeyOperand { return "not set" }
        return switch contents.root {
        case .dictionary(let dictionary): counted(dictionary.count, "key")
        case .array(let elements): counted(elements.count, "element")
        case .string, .integer, .real, .boolean, .date, .data, .uid: line(for: contents.root)
        }
    }

    private func line(for value: PropertyListValue) -> String {
        hidesValue ? ExplainedRow.hiddenValue : ValueText.line(for: value)
    }

    private func counted(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    func json(isDecisive: Bool) -> PropertyListDictionary {
        var object: PropertyListDictionary = [
            "domain": .string(domain.description), "path": .string(path),
            "user": domain.user == .any ? "any" : "current",
        ]
        switch domain.host {
        case .any: break
        case .current: object["host"] = "current"
        case .named(let host): object["host"] = .string(host)
        }
        guard case .success(let contents) = state else {
            object["readable"] = false
            return object
        }
        object["exists"] = .boolean(contents.fileExists)
        if hasKeyOperand {
            object["takesPrecedence"] = .boolean(isDecisive)
            object["type"] = contents.value.map { .string(ValueText.name(of: $0.type)) }
            if !hidesValue { object["value"] = contents.value }
        } else {
            switch contents.root {
            case .dictionary(let dictionary): object["keys"] = count(dictionary.count)
            case .array(let elements): object["elements"] = count(elements.count)
            case .string, .integer, .real, .boolean, .date, .data, .uid:
                if !hidesValue { object["value"] = contents.root }
            }
        }
        return object
    }

    private func count(_ count: Int) -> PropertyListValue { .integer(PropertyListInteger(Int64(count))) }
}
