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
    func text(in root: PropertyListValue) throws(CommandError) -> [UInt8] {
        guard let value = value(in: root) else {
            // A path through a value that is not a container is refused before the editor runs.
            _ = try self.root(root, with: "")
            return []
        }
        if format.inexactness(of: value) != nil {
            throw CommandError(.invalidData, "XML cannot represent the value exactly; use '--format json'")
        }
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
            if key == nil, value.type != .dictionary, !domain.domain.isPath {
                throw PropertyListError(.notDictionary(value.type))
            }
            try PropertyListWriter.validate(value)
            return value
        } catch {
            throw CommandError(.invalidData, "Could not read the text: \(error); leaving defaults unchanged")
        }
    }

    private func parse(_ text: [UInt8]) throws(PropertyListError) -> PropertyListValue {
        if case .json = format { return try JSONReader.read(text) }
        let document = try PropertyListReader.read(text)
        let reason =
            document.duplicateKeys.first.map { "key '\($0.description.excerpt)' occurs twice" }
            ?? document.substitutions.first.map { "\($0), which cannot be stored" }
        if let reason { throw PropertyListError(.malformed(document.format, reason: reason, position: nil)) }
        return document.value
    }

    /// Returns the root of the domain with the value replaced.
    func root(_ root: PropertyListValue, with value: PropertyListValue) throws(CommandError) -> PropertyListValue {
        var new = root
        do {
            try ChangeSet([.set(key?.path ?? PropertyListPath(), value)]).apply(to: &new)
        } catch {
            throw .refused(error, domain: domain)
        }
        return new
    }

    /// Returns the value in a root of the domain.
    func value(in root: PropertyListValue) -> PropertyListValue? { root[key?.path ?? PropertyListPath()] }
}
