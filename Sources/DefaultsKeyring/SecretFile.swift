import Foundation

/// A keyring in a file, for sandboxes. The secrets are not encrypted.
///
/// All secrets are in one file with mode 0600. A missing folder is created with mode 0700. The file is replaced
/// atomically under the lock of its folder, and removed with the last secret.
struct SecretFile: SecretService {
    /// The limit of ``SecretTool``, so that a test fails for a secret that does not fit into a keyring.
    let sizeLimit = 8192
    private let store: FileDomainStore
    private let path: String

    /// - Parameter folder: The path of the folder, which is created with the first secret.
    init(inFolder folder: String, lockTimeout: Duration, environment: ProcessEnvironment) {
        let folders = DomainFolders(root: folder, environment: environment)
        store = FileDomainStore(folders: folders, lockTimeout: lockTimeout)
        path = folder.appendingComponent("\(Self.key).plist")
    }

    /// A secret with its attributes.
    private struct Item {
        let attributes: SecretAttributes
        let label: String
        let secret: [UInt8]

        init(_ secret: [UInt8], label: String, _ attributes: SecretAttributes) {
            (self.attributes, self.label, self.secret) = (attributes, label, secret)
        }

        /// Refuses an item with additional entries, which a change would drop.
        init(_ item: RecordReader) throws(RecordFault) {
            guard try item.members().count == 3, case .data(let secret)? = item["secret"].value else { throw .damaged }
            var texts: SecretAttributes = [:]
            for (name, text) in try item["attributes"].members() {
                texts[name] = try RecordReader(text).text { ExactName($0) }
            }
            self.init(Array(secret), label: try item["label"].text { $0 }, texts)
        }

        var value: PropertyListValue {
            let attributes = attributes.map { ($0.key, PropertyListValue.string($0.value.text)) }
            return .dictionary([
                "attributes": .dictionary(PropertyListDictionary(attributes)), "label": .string(label),
                "secret": .data(Data(secret)),
            ])
        }

        /// Returns whether the secret has all the given attributes. It may have other attributes, too.
        func has(_ attributes: SecretAttributes) -> Bool {
            attributes.allSatisfy { self.attributes[$0.key] == $0.value }
        }
    }

    /// The only key of the file.
    private static let key = "secrets"

    /// Returns the secrets in the file.
    ///
    /// - Throws: ``KeyringProblem/damagedFile(path:)`` if the file contains anything else. A change would drop that.
    private func items(in contents: PropertyListDictionary) throws(KeyringProblem) -> [Item] {
        if contents.isEmpty { return [] }
        guard contents.count == 1, let items = try? RecordReader(contents[Self.key]).list().map(Item.init)
        else { throw .damagedFile(path: path) }
        return items
    }

    /// Maps an error to the reason why the file cannot be used.
    private func problem(_ error: any Error) -> KeyringProblem {
        if let problem = error as? KeyringProblem { return problem }
        if let error = error as? PreferencesError, error.isAboutContents { return .damagedFile(path: path) }
        return .refused("\(error)")
    }

    private func items(with attributes: SecretAttributes) throws(KeyringProblem) -> [Item] {
        do {
            return try items(in: try store.contents(of: try Domain(Self.key))).filter { $0.has(attributes) }
        } catch {
            throw problem(error)
        }
    }

    private func change(_ body: (inout [Item]) -> Void) throws(KeyringProblem) {
        do {
            let domain = try Domain(Self.key)
            try store.update([domain]) { transaction in
                var items = try items(in: transaction[domain])
                body(&items)
                transaction[domain] = items.isEmpty ? [:] : [Self.key: .array(items.map(\.value))]
            }
        } catch {
            throw problem(error)
        }
    }

    func secret(with attributes: SecretAttributes) throws(KeyringProblem) -> [UInt8]? {
        try items(with: attributes).first?.secret
    }

    func store(
        _ secret: [UInt8], label: String, with attributes: SecretAttributes, under lock: FolderLock
    ) throws(KeyringProblem) {
        try change { items in
            items.removeAll { $0.attributes == attributes }
            items.append(Item(secret, label: label, attributes))
        }
    }

    func remove(_ attributes: SecretAttributes, under lock: FolderLock) throws(KeyringProblem) {
        try change { $0.removeAll { $0.has(attributes) } }
    }

    func texts(of attribute: String, with attributes: SecretAttributes) throws(KeyringProblem) -> [String] {
        try items(with: attributes).compactMap { $0.attributes[attribute]?.text }
    }
}
