import Foundation

/// The keyring item of a domain: its attributes, its label and the conversion of contents to text.
struct SecretItem {
    let domain: Domain
    /// The base folder, which distinguishes domains of different roots.
    let base: String

    /// The value of the attribute `application` of every item.
    static let application = "defaults"

    /// - Throws: `PreferencesError.Code.invalidName` if the domain is a path or a domain of any user.
    init(_ domain: Domain, base: String) throws(PreferencesError) {
        guard domain.name.inBase != nil, domain.user == .current else {
            throw PreferencesError(.invalidName(domain.description, .fitsTheKeyring))
        }
        self.domain = domain
        self.base = base
    }

    /// The attributes that identify the item.
    var attributes: SecretAttributes {
        Self.attributes(host: domain.host, base: base).merging(["domain": ExactName(name)]) { $1 }
    }

    /// Returns the attributes that all items of a host and base have.
    static func attributes(host: Domain.Host, base: String) -> SecretAttributes {
        let hostText =
            switch host {
            case .any: "any"
            case .current: "current"
            case .named(let name): "named \(name)"
            }
        return ["application": ExactName(application), "base": ExactName(base), "host": ExactName(hostText)]
    }

    /// The label of the item in keyring programs.
    var label: String { "Preferences of \(name)" }

    /// The name of the item in messages.
    var title: String { "\(name) in the keyring" }

    /// The name of the domain. All spellings of the global domain have the same name.
    private var name: String {
        if domain.name.inBase == Domain.Name.global.inBase { return Domain.global.description }
        if case .named(let name) = domain.name { return name }
        return domain.description
    }

    /// Returns the domain of an item.
    ///
    /// - Parameters:
    ///   - name: The attribute `domain` of the item.
    ///   - host: The host of the item.
    /// - Returns: The domain, or `nil` if the name is invalid or is the name of the global domain.
    static func domain(named name: String, host: Domain.Host) -> Domain? {
        if name == Domain.global.description { return nil }
        return (try? Domain(literally: name))?.moved(to: .current, host: host)
    }
}

extension SecretItem {
    /// Returns the text of an item with the given contents.
    ///
    /// The text is XML if that is lossless and short enough, so that people can read it in keyring programs. Otherwise,
    /// it is the binary form in base64. Base64 is also used if a string contains a control character, which is not text
    /// for other programs, or if one of its lines begins like an attribute, because `secret-tool` prints secrets and
    /// attributes together.
    ///
    /// - Parameter limit: The maximum size of the text in bytes.
    /// - Throws: `PreferencesError.Code.unstorable`.
    func text(of contents: PropertyListDictionary, limit: Int) throws(PreferencesError) -> [UInt8] {
        let value = PropertyListValue.dictionary(contents)
        let base64: Data
        do throws(PropertyListError) {
            // The writer refuses what XML does not represent exactly.
            if value.pathOfCharactersNotInXML == nil,
                let xml = try? Array(PropertyListWriter.data(of: value, as: .xml)), xml.count <= limit
            {
                if !Self.hasLineOfAttribute(xml) { return xml }
            }
            base64 = try PropertyListWriter.data(of: value, as: .binary).base64EncodedData()
        } catch {
            throw PreferencesError(.unstorable(path: title, error))
        }
        guard base64.count <= limit else {
            throw PreferencesError(.tooLargeForKeyring(domain: title, size: base64.count, limit: limit))
        }
        return Array(base64)
    }

    private static func hasLineOfAttribute(_ text: [UInt8]) -> Bool {
        text.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "attribute.".utf8) }
    }

    /// Returns the contents of an item with the given text.
    ///
    /// - Throws: `PreferencesError.Code.unreadable`, which does not quote the text.
    func snapshot(of text: [UInt8]) throws(PreferencesError) -> DomainSnapshot {
        do throws(PropertyListError) {
            let bytes = Self.propertyList(in: text)
            // An empty file may be truncated and is read again. An empty item is invalid.
            guard !bytes.isEmpty else { throw PropertyListError(.unrecognized) }
            return try DomainSnapshot(PropertyListReader.read(bytes))
        } catch {
            throw PreferencesError(.unreadable(path: title, error.withoutContents))
        }
    }

    /// Returns the XML in a text, or the bytes that the text encodes in base64. For any other text, returns no bytes.
    /// White space at the beginning is ignored. In base64, all white space is ignored.
    private static func propertyList(in text: [UInt8]) -> [UInt8] {
        let isSpace = { (byte: UInt8) in [0x09, 0x0A, 0x0D, 0x20].contains(byte) }
        let start = text.drop(while: isSpace)
        if start.first == UInt8(ascii: "<") { return Array(start) }
        return Data(base64Encoded: Data(start.filter { !isSpace($0) })).map { Array($0) } ?? []
    }
}
