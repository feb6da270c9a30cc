import DefaultsCore
import ToolSupport

/// A domain in which programs look up a key.
struct ExplainedLayer {
    let domain: Domain
    /// The path of the file, which may be missing.
    let path: String
    /// The error of an unreadable file, which UserDefaults treats as a file without keys.
    private(set) var error: CommandError?
    /// Whether there is a file. The file may be unreadable.
    let hasFile: Bool
    /// The root, which is an empty dictionary if there is no readable file.
    let root: PropertyListValue
    /// Whether the file has the key. If no key is given, whether the file has any value.
    let hasKey: Bool
    /// The value of the key or path.
    let value: PropertyListValue?
    private let hasKeyOperand: Bool
    /// Whether the value is a secret.
    private let hidesValue: Bool

    init(_ domain: Domain, key: KeyArgument?, hidesValue: Bool, in session: Session) {
        self.domain = domain
        self.hidesValue = hidesValue
        path = session.folders.absolutePath(of: domain)
        hasKeyOperand = key != nil
        var root: PropertyListValue?
        do throws(CommandError) {
            root = try session.exactRoot(of: domain)
        } catch {
            self.error = error
        }
        hasFile = error != nil || InputFile.kind(of: path) != .missing
        hasKey = (key?.path.components.first).map { root?.member($0) != nil } ?? (root != nil)
        value = key.flatMap { root?[$0.path] }
        self.root = root ?? [:]
    }

    /// The value, or a description such as `not set`, in one line.
    var text: String {
        if error != nil { return "unreadable" }
        if let value { return line(for: value) }
        if !hasFile { return "no file" }
        if hasKeyOperand { return "not set" }
        return switch root {
        case .dictionary(let dictionary): counted(dictionary.count, "key")
        case .array(let elements): counted(elements.count, "element")
        case .string, .integer, .real, .boolean, .date, .data, .uid: line(for: root)
        }
    }

    private func line(for value: PropertyListValue) -> String {
        ValueText.line(for: hidesValue ? .hidden : value)
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
        if error != nil {
            object["readable"] = false
            return object
        }
        object["exists"] = .boolean(hasFile)
        if hasKeyOperand {
            object["takesPrecedence"] = .boolean(isDecisive)
            object["type"] = value.map { .string(ValueText.name(of: $0.type)) }
            if !hidesValue { object["value"] = value }
        } else {
            switch root {
            case .dictionary(let dictionary): object["keys"] = count(dictionary.count)
            case .array(let elements): object["elements"] = count(elements.count)
            case .string, .integer, .real, .boolean, .date, .data, .uid:
                if !hidesValue { object["value"] = root }
            }
        }
        return object
    }

    private func count(_ count: Int) -> PropertyListValue { .integer(PropertyListInteger(Int64(count))) }
}
