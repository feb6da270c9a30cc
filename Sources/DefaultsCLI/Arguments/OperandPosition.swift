/// The position of the next operand, as far as it decides whether an argument is an option.
struct OperandPosition {
    private var domains = 0
    private var others = 0
    /// Whether the next argument is the name of an application.
    private(set) var isApplicationName = false

    /// The number of operands before the next one. A flag for an application and its name are one operand.
    var count: Int { domains + others }

    /// Whether the next operand is the first after the first domain.
    var isKey: Bool { domains == 1 && others == 0 }

    /// Whether the next operand belongs to the value of `write`: it follows the key or, with a path, the domain.
    func isValue(hasPath: Bool) -> Bool { domains == 1 && (hasPath || others > 0) }

    func takesDomain(of command: Command) -> Bool {
        !isApplicationName && command.operands.isDomain(at: domains)
    }

    mutating func advance(over word: String, isDomain: Bool) {
        if isDomain, word == "-app" {
            isApplicationName = true
        } else if isDomain || isApplicationName {
            isApplicationName = false
            domains += 1
        } else {
            others += 1
        }
    }

    /// The flags that stand for a domain, and their descriptions.
    static let domainFlags = [("-app", "The domain of an application"), ("-globalDomain", "The global domain")]

    /// The flag for a domain, with one dash, if the word is its spelling with two dashes.
    static func domainFlag(_ word: String) -> String? {
        word.hasScalarPrefix("--") ? domainFlags.map(\.0).first { word == "-" + $0 } : nil
    }
}
