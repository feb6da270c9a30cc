import Foundation
import ToolSupport

extension SettingsCommand {
    /// `set`: sets a key.
    func set(_ invocation: SettingsInvocation) throws(CommandError) {
        let key = try key(named: invocation.operands[0])
        let words = Array(invocation.operands.dropFirst())
        let edit: ChangeSet.Edit
        if invocation.options.contains(.stdin) {
            edit = try withoutSecrets(of: [key]) { () throws(CommandError) in
                if words.count > 1 { throw .unexpectedArgument(words[1]) }
                return .set("value", try inputValue(of: key, flag: words.first))
            }
        } else {
            let warning: Message = "other users can see the arguments of a command; use '--stdin' to set a secret key"
            if hides(key) { throw CommandError(.usage, warning) }
            guard let first = words.first else { throw .wrongOperands(["\(name) \(invocation.verb.form.synopsis)"]) }
            edit = try ValueArguments.edit(of: "value", first: first, Array(words.dropFirst()))
        }
        let isTyped = words.first.flatMap(ValueArguments.Flag.init(dashedWord:))?.isComposite == false
        let schema = isTyped ? SchemaDocument.Subschema() : key.schema
        try update { editor in
            try assign(try Self.value(after: edit, of: schema, key, in: editor), to: key, in: &editor)
        }
        if let advice = key.details.deprecation {
            streams.report(CommandError(.success, "'\(shown: key.name)' is deprecated: \(shown: advice)"), by: name)
        }
    }

    /// Returns the value of a key on standard input. For a scalar, the input is the text of the value, optionally
    /// followed by a newline.
    private func inputValue(of key: any ErasedKey, flag: String?) throws(CommandError) -> PropertyListValue {
        let isText = flag == nil && key.schema.isScalar
        var bytes = try read("-", isDocument: !isText && flag == nil)
        if isText, bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        let value = try ValueArguments.value(ofInput: bytes, flag: isText ? "-string" : flag, path: "-")
        return isText || flag != nil ? value : key.schema.converting(value, by: SchemaDocument.Subschema.valueInJSON)
    }

    /// Returns the value of a key after an edit, whose text is converted to the types of a schema.
    private static func value(
        after edit: ChangeSet.Edit, of schema: SchemaDocument.Subschema, _ key: any ErasedKey,
        in editor: Preferences.Editor
    ) throws(CommandError) -> PropertyListValue {
        let convert = { (value: PropertyListValue) in schema.converting(value, by: ScalarText.value(of:as:)) }
        var edit = edit
        switch edit {
        case .set(_, let value): return convert(value)
        case .append(let elements, let path):
            if case .array(let converted) = convert(.array(elements)) { edit = .append(converted, to: path) }
        case .removeElements(let elements, let path):
            if case .array(let converted) = convert(.array(elements)) { edit = .removeElements(converted, from: path) }
        case .mergeInto(let path, let pairs):
            if case .dictionary(let converted) = convert(.dictionary(pairs)) { edit = .mergeInto(path, converted) }
        default: break
        }
        var root: PropertyListDictionary = [:]
        root["value"] = key.value(in: editor)
        do throws(PreferencesError) {
            try ChangeSet([edit]).apply(to: &root)
        } catch {
            throw CommandError(.invalidData, "'\(shown: key.name)' must be \(shown: key.schema.requirement)")
        }
        return root["value"] ?? .array([])
    }

    /// `reset`: removes the values of keys.
    func reset(_ invocation: SettingsInvocation) throws(CommandError) {
        var keys = invocation.options.contains(.all) ? schema.keys : []
        for name in invocation.operands { keys.append(try key(named: name)) }
        try update { [keys] editor in
            for key in keys { key.reset(in: &editor) }
        }
    }

    /// `import`: sets the keys that a document contains. If one of them is refused, none is set.
    func importFile(_ invocation: SettingsInvocation) throws(CommandError) {
        let path = invocation.operands[0]
        let bytes = try read(path, isDocument: true)
        let document = try withoutSecrets(of: schema.keys) { () throws(CommandError) in
            try ValueReader.dictionary(in: bytes, path: path)
        }
        var values: [(key: any ErasedKey, value: PropertyListValue)] = []
        for (name, value) in document {
            let key = try key(named: name, status: .invalidData)
            values.append((key, key.schema.converting(value, by: SchemaDocument.Subschema.valueInJSON)))
        }
        try update { [values] editor in
            for (key, value) in values { try assign(value, to: key, in: &editor) }
        }
    }

    /// Reads a file or standard input. The error does not propose options of `defaults`.
    private func read(_ path: String, isDocument: Bool) throws(CommandError) -> [UInt8] {
        do {
            return try streams.bytes(of: path, isDocument: isDocument)
        } catch {
            throw CommandError(error.status, "Could not read data from \(shown: path): \(shown: error)")
        }
    }

    /// Runs a body that reads values. If one of the keys is secret, its error does not contain values.
    private func withoutSecrets<Result>(
        of keys: [any ErasedKey], _ body: () throws(CommandError) -> Result
    ) throws(CommandError) -> Result {
        do {
            return try body()
        } catch {
            throw Redaction(hidesValues: keys.contains(where: hides)).redacted(error)
        }
    }

    /// Runs a body that uses the store. Its error does not propose options of `defaults`. If a key is secret, the error
    /// does not quote the contents of the domain.
    func usingStore<Result>(_ body: () throws -> Result) throws(CommandError) -> Result {
        do {
            return try body()
        } catch let error as PreferencesError {
            let shown = schema.keys.contains(where: hides) ? error.withoutContents : error
            let text = shown?.description ?? "the store failed; its error is not shown"
            throw CommandError(error.status, "\(shown: text)")
        } catch {
            throw CommandError(error)
        }
    }

    /// Changes the preferences in one step, which is saved.
    private func update(_ body: (inout Preferences.Editor) throws -> Void) throws(CommandError) {
        try usingStore { try preferences.update(body) }
    }

    private func assign(
        _ value: PropertyListValue, to key: any ErasedKey, in editor: inout Preferences.Editor
    ) throws {
        do {
            try key.set(value, in: &editor)
        } catch {
            throw refusal(of: value, key, error)
        }
    }

    /// Returns the error for a value that a key does not accept. It contains the value unless the key is secret.
    private func refusal(
        of value: PropertyListValue, _ key: any ErasedKey, _ error: any Error
    ) -> CommandError {
        if hides(key) { return CommandError(.invalidData, "'\(shown: key.name)' does not accept this value") }
        let objection = key.schema.findings(in: value, at: .key(key.name), limit: 1).first
        if let objection { return CommandError(.invalidData, "\(shown: objection.clause)") }
        let valueError = error as? PreferenceValueError
        var reason = valueError == nil ? String(describing: error) : nil
        if valueError?.code == .corrupt, valueError?.path?.components.count == 1 { reason = valueError?.reason }
        guard let reason else { return CommandError(.invalidData, "\(String(describing: error))") }
        return CommandError(.invalidData, "'\(shown: key.name)' cannot be \(shown: value.plainText): \(reason)")
    }
}

extension SchemaDocument.Subschema {
    fileprivate var isScalar: Bool { types.map { !$0.isEmpty && !$0.contains(where: \.isContainer) } ?? false }
}
