import Foundation
import ToolSupport

extension SettingsCommand {
    /// `list`: prints each key with its state and the value in effect.
    func list(_ invocation: SettingsInvocation) throws(CommandError) {
        _ = try contents
        if invocation.isJSON {
            let entries = schema.keys.map { ($0.name, PropertyListValue.dictionary(entry(of: $0))) }
            return try output.show(.dictionary(PropertyListDictionary(entries)), as: .document(.json))
        }
        var table = TextTable()
        for key in schema.keys { table.append([key.name, state(of: key)], detail: text(of: key)) }
        try output.show(lines: table.lines(isAligned: streams.outputIsTerminal))
    }

    private func entry(of key: any ErasedKey) -> PropertyListDictionary {
        var entry: PropertyListDictionary = ["state": .string(state(of: key))]
        if hides(key) {
            entry["secret"] = true
        } else {
            entry["value"] = key.value(in: preferences)
            entry["default"] = key.constantDefault
        }
        return entry
    }

    /// The origin of the value in effect.
    private func state(of key: any ErasedKey) -> String {
        switch (key.isSet(in: preferences), key.isDefault(in: preferences)) {
        case (true, false): "set"
        case (true, true): "invalid"
        case (false, false): "inherited"
        case (false, true): "default"
        }
    }

    private func text(of key: any ErasedKey) -> String {
        if hides(key) { return key.isSet(in: preferences) ? ValueText.line(for: .hidden) : "" }
        return key.value(in: preferences)?.plainText ?? ""
    }

    /// `get`: prints the value in effect.
    func get(_ invocation: SettingsInvocation) throws(CommandError) {
        let key = try key(named: invocation.operands[0])
        _ = try contents
        guard let value = key.value(in: preferences) else {
            throw CommandError(.negative, "'\(shown: key.name)' is not set and has no default")
        }
        if hides(key) {
            // The text is not valid JSON on purpose.
            let lines = Redaction.lines(of: [key.name: value], title: schema.domain.description)
            return try output.show(lines: lines.map { $0 + "\n" }.joined())
        }
        try output.show(value, key: key.name, as: invocation.isJSON ? .document(.json) : .apple(isASCII: false))
    }

    /// `describe`: prints the description of a key or of all keys, or its JSON Schema.
    func describe(_ invocation: SettingsInvocation) throws(CommandError) {
        guard let name = invocation.operands.first else {
            if invocation.isJSON { return try output.show(lines: schema.jsonSchema) }
            return try output.show(lines: schema.keys.map(description).joined(separator: "\n"))
        }
        let key = try key(named: name)
        if invocation.isJSON { return try output.show(.dictionary(key.jsonSchema()), as: .document(.json(.plain))) }
        try output.show(lines: description(of: key))
    }

    private func description(of key: any ErasedKey) -> String {
        var text = key.details.description.map { [$0] } ?? []
        let state = (try? contents) == nil ? "unknown, because the domain cannot be read" : state(of: key)
        text += key.facts.map { $0.line() } + ["State: \(state)"]
        let lines = text.joined(separator: "\n").utf8.split(separator: UInt8(ascii: "\n"))
        return key.name + "\n" + lines.map { "    \(String($0) ?? "")\n" }.joined()
    }

    /// `export`: writes the values that are set, except for secrets.
    func export(_ invocation: SettingsInvocation) throws(CommandError) {
        let (path, contents) = (invocation.operands[0], try contents)
        let identity = try? preferences.store.identity(of: preferences.domain)
        if let identity, FileDomainStore.identity(ofFile: path) == identity {
            throw .outputIsDomain(path, schema.domain.description)
        }
        let values = schema.keys.filter { !hides($0) }.compactMap { key in
            contents[preferences.keyMapping.storedName(of: key.name)].map { (key.name, $0) }
        }
        let root = PropertyListValue.dictionary(PropertyListDictionary(values))
        let toOutput = path == "-"
        let format: DocumentFormat = invocation.isJSON ? .json : toOutput ? .xml : .binary
        do {
            let data = try format.data(of: root)
            if toOutput, let notice = format.invalidity(of: root) { streams.report(notice, by: name) }
            if toOutput { try output.write(document: data, as: format) } else { try OutputFile.write(data, to: path) }
        } catch let error as PropertyListError {
            throw .notEncoded(domain: schema.domain.description, error)
        } catch let error as PreferencesError {
            throw .notExported(domain: schema.domain.description, path: path, error)
        } catch {
            throw CommandError(error)
        }
    }
}
