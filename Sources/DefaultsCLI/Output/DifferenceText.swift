import DefaultsCore
import ToolSupport

/// The differences between two domains, as text.
enum DifferenceText {
    /// Returns a line for each old and each new value. Each line contains the type of its value. If the domains are
    /// equal, the text is empty.
    static func text(of differences: [PropertyListDifference], isColored: Bool = false) -> String {
        differences.flatMap(\.lines).map { line in
            if !isColored { return line.text + "\n" }
            let color = line.isOld ? TextColor.removed : .added
            let sign = line.isOld ? "-" : "+"
            return "\(color.text(sign)) \(TextColor.key.text(line.path)): \(color.text(line.value))\n"
        }.joined()
    }

    /// Returns a JSON object for each difference. `old` or `new` is missing if there is no such value.
    static func json(of differences: [PropertyListDifference], domain: Domain? = nil) -> [PropertyListValue] {
        differences.map { difference in
            var object: PropertyListDictionary = [
                "path": .array(difference.path.components.map(PropertyListValue.string))
            ]
            object["domain"] = domain.map { .string($0.description) }
            object["host"] = domain?.host == .current ? "current" : nil
            object["old"] = difference.old
            object["new"] = difference.new
            return .dictionary(object)
        }
    }
}

extension [PropertyListDifference] {
    /// The paths of the differences that other differences of the same paths show with other values.
    func paths(hiddenIn shown: [PropertyListDifference]) -> [PropertyListPath] {
        zip(self, shown).filter { $0 != $1 }.map { $0.0.path }
    }
}
