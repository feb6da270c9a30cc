import Foundation
package import PropertyList

/// A domain as an item of a keyring: by which attributes it is found, what people see it called, and the text it is.
struct SecretItem {
    /// The domain.
    let domain: Domain
    /// What tells the domains below different bases apart.
    let base: String

    /// The value of the attribute `application` of every item.
    static let application = "defaults"

    /// - Throws: ``PreferencesError/invalidName(_:_:)`` for a domain that is a file, or any user's.
    init(_ domain: Domain, base: String) throws(PreferencesError) {
        guard domain.name.inBase != nil, domain.user == .current else {
            throw .invalidName(domain.description, .fitsTheKeyring)
        }
        self.domain = domain
        self.base = base
    }

    /// What the item is found by.
    var attributes: SecretAttributes {
        Self.attributes(host: domain.host, base: base).merging(["domain": ExactName(name)]) { $1 }
    }

    /// What all items of a host and base have.
    static func attributes(host: Domain.Host, base: String) -> SecretAttributes {
        let hostText =
            switch host {
            case .any: "any"
            case .current: "current"
            case .named(let name): "named \(name)"
            }
        return ["application": ExactName(application), "base": ExactName(base), "host": ExactName(hostText)]
    }

    /// What people see the item called.
    var label: String { "Preferences of \(name)" }

    /// What messages call the item.
    var title: String { "\(name) in the keyring" }

    /// Two names for one domain are one here.
    private var name: String {
        domain.name.inBase == Domain.Name.global.inBase ? Domain.global.description : plainName
    }

    private var plainName: String {
        if case .named(let name) = domain.name { name } else { domain.description }
    }

    /// The domain that an item is whose attribute `domain` says this; nil for the global one, and for what is none.
    static func domain(named name: String, host: Domain.Host) -> Domain? {
        if name == Domain.global.description { return nil }
        return (try? Domain(literally: name))?.moved(to: .current, host: host)
    }
}

extension SecretItem {
    /// The text that an item with these contents is: XML where that says everything, so that people can read it where they look after
    /// their secrets; else the binary form in base64, as for contents that are too long in XML.
    ///
    /// - Throws: ``PreferencesError/unstorable(path:_:)``, or ``PreferencesError/tooLargeForKeyring(domain:size:limit:)``.
    func text(of contents: PropertyListDictionary, limit: Int) throws(PreferencesError) -> [UInt8] {
        let value = PropertyListValue.dictionary(contents)
        do {
            if value.isExact(in: .xml) {
                let xml = Array(try PropertyListWriter.data(of: value, as: .xml))
                if xml.count <= limit { return xml }
            }
            let base64 = Array(try PropertyListWriter.data(of: value, as: .binary).base64EncodedData())
            if base64.count <= limit { return base64 }
            throw PreferencesError.tooLargeForKeyring(domain: title, size: base64.count, limit: limit)
        } catch let error as PropertyListError {
            throw .unstorable(path: title, error)
        } catch let error as PreferencesError {
            throw error
        } catch {
            preconditionFailure("an error of another kind: \(error)")
        }
    }

    /// What an item holds that is this text.
    ///
    /// - Throws: ``PreferencesError/unreadable(path:_:)``, without a word of the text.
    func snapshot(of text: [UInt8]) throws(PreferencesError) -> DomainSnapshot {
        let isSpace = { (byte: UInt8) in [0x09, 0x0A, 0x0D, 0x20].contains(byte) }
        let start = text.drop(while: isSpace)
        let isXML = start.first == UInt8(ascii: "<")
        let bytes =
            isXML ? Array(start) : Data(base64Encoded: Data(start.filter { !isSpace($0) })).map { Array($0) } ?? []
        do {
            // An empty item is no empty file, which could have been cut off.
            guard !bytes.isEmpty else { throw PropertyListError.unrecognized }
            let document = try PropertyListReader.read(bytes)
            guard case .dictionary(let contents) = document.value else {
                throw PropertyListError.notDictionary(document.value.type)
            }
            return DomainSnapshot(contents: contents, substitutions: document.substitutions)
        } catch let error as PropertyListError {
            throw .unreadable(path: title, error.withoutContents)
        } catch {
            preconditionFailure("an error of another kind: \(error)")
        }
    }
}

extension PropertyListError {
    /// The same error without what it quotes.
    package var withoutContents: PropertyListError {
        let reason = "it breaks the format's rules"
        return switch self {
        case .malformed(let format, _, let position): .malformed(format, reason: reason, position: position)
        case .malformedJSON(_, _, let position):
            .malformedJSON(reason: reason, path: PropertyListPath(), position: position)
        case .notWritten(let format, _): .notWritten(format, reason: reason)
        case .empty, .unrecognized, .notDictionary, .tooDeep, .tooManyValues, .dateNotFinite, .outOfMemory: self
        }
    }
}
