import DefaultsCore
import Foundation
import PropertyList
import ToolSupport

/// The contents that `edit` shows as text: a whole domain, or one value.
struct EditedValue {
    let domain: DomainArgument
    /// The key or path of the value, or `nil` for the whole domain.
    let key: KeyArgument?
    let format: DocumentFormat

    /// Returns the text to edit. The text for a value that does not exist is empty.
    func text(in contents: PropertyListDictionary) throws(CommandError) -> [UInt8] {
        guard let value = value(in: contents) else {
            // A path through a value that is not a container is refused before the editor runs.
            _ = try self.contents(contents, with: "")
            return []
        }
        if format.inexactPath(in: value) != nil { throw .notExactAsText }
        do {
            return Array(try format.data(of: value))
        } catch {
            throw .preferences(PreferencesError(.unstorable(path: domain.title, error)))
        }
    }

    /// Returns the value of an edited text.
    func value(of text: [UInt8]) throws(CommandError) -> PropertyListValue {
        do throws(PropertyListError) {
            let value = try parse(text)
            if key == nil, value.type != .dictionary { throw PropertyListError(.notDictionary(value.type)) }
            try PropertyListWriter.validate(value)
            return value
        } catch {
            throw .textInvalid(error)
        }
    }

    private func parse(_ text: [UInt8]) throws(PropertyListError) -> PropertyListValue {
        if case .json = format { return try JSONReader.read(text) }
        let document = try PropertyListReader.read(text)
        if let found = document.substitutions.first {
            throw PropertyListError(
                .malformed(document.format, reason: "\(found), which cannot be stored", position: nil))
        }
        return document.value
    }

    /// Returns the contents of the domain with the value replaced.
    func contents(
        _ contents: PropertyListDictionary, with value: PropertyListValue
    ) throws(CommandError) -> PropertyListDictionary {
        guard let key else {
            if case .dictionary(let new) = value { return new }
            return contents
        }
        var new = contents
        do {
            try ChangeSet([.set(key.path, value)]).apply(to: &new)
        } catch {
            throw .refused(error, domain: domain)
        }
        return new
    }

    /// Returns whether the value is the same in the old and the new contents of the domain.
    func isSame(in old: PropertyListDictionary, _ new: PropertyListDictionary) -> Bool {
        value(in: old) == value(in: new)
    }

    private func value(in contents: PropertyListDictionary) -> PropertyListValue? {
        guard let key else { return .dictionary(contents) }
        return contents[key.path]
    }
}
