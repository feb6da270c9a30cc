import Foundation
import PropertyList

/// A keyring in a file, for sandboxes. The secrets are not encrypted.
///
/// All secrets are in one file with mode 0600, in a folder that only its user can enter. The file is replaced
/// atomically under the lock of its folder, and removed with the last secret.
struct SecretFile: SecretService {
    /// The limit of ``SecretTool``, so that a test fails for a secret that does not fit into a keyring.
    let sizeLimit = 8192
    private let store: FileDomainStore

    /// - Parameter folder: The path of the folder, which is created with the first secret.
    init(inFolder folder: String, lockTimeout: Duration, environment: ProcessEnvironment) {
        let folders = DomainFolders(root: folder, environment: environment)
        store = FileDomainStore(folders: folders, lockTimeout: lockTimeout)
    }

    /// A secret with its attributes.
    private struct Item {
        let attributes: SecretAttributes
        let label: String
        let secret: [UInt8]

        init(_ secret: [UInt8], label: String, _ attributes: SecretAttributes) {
            (self.attributes, self.label, self.secret) = (attributes, label, secret)
        }

        init?(_ value: PropertyListValue) {
            guard case .dictionary(let item) = value, case .data(let secret)? = item["secret"],
                case .string(let label)? = item["label"], case .dictionary(let attributes)? = item["attributes"]
            else { return nil }
            var texts: SecretAttributes = [:]
            for case (let name, .string(let text)) in attributes { texts[name] = ExactName(text) }
            self.init(Array(secret), label: label, texts)
        }

        var value: PropertyListValue {
            let attributes = attributes.map { ($0.key, PropertyListValue.string($0.value.text)) }
            return .dictionary([
                "attributes": .dictionary(PropertyListDictionary(attributes)), "label": .string(label),
                "secret": .data(Data(secret)),
            ])
        }

        /// Returns whether the secret has the attributes, and perhaps others.
        func has(_ attributes: SecretAttributes) -> Bool {
            attributes.allSatisfy { self.attributes[$0.key] == $0.value }
        }
    }

    /// The only key of the file.
    private static let key = "secrets"

    private static func items(in contents: PropertyListDictionary) -> [Item] {
        guard case .array(let items)? = contents[key] else { return [] }
        return items.compactMap { Item($0) }
    }

    private func items(with attributes: SecretAttributes) throws(KeyringProblem) -> [Item] {
        do {
            return Self.items(in: try store.contents(of: try Domain(Self.key))).filter { $0.has(attributes) }
        } catch {
            throw .refused("\(error)")
        }
    }

    private func change(_ body: (inout [Item]) -> Void) throws(KeyringProblem) {
        do {
            let domain = try Domain(Self.key)
            try store.update([domain]) { transaction in
                var items = Self.items(in: transaction[domain])
                body(&items)
                transaction[domain] = items.isEmpty ? [:] : [Self.key: .array(items.map(\.value))]
            }
        } catch {
            throw .refused("\(error)")
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
