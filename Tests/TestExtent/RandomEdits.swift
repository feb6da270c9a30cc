package import PropertyList

/// Random changes of values.
package struct RandomEdits {
    package var values: RandomValues
    private let format: PropertyListFormat?

    /// - Parameter format: The format that represents all values exactly, or `nil` for JSON without tags.
    package init(seed: UInt64, exactIn format: PropertyListFormat?) {
        values = RandomValues(seed: seed, exactIn: format)
        if format == nil { values.scalars = [.string, .string, .integer, .real, .boolean] }
        self.format = format
    }

    /// Returns a value that the format represents exactly.
    package mutating func value(depth: Int = 3) -> PropertyListValue {
        while true {
            let value = values.value(depth: depth)
            if isSafe(value) { return value }
        }
    }

    /// Returns whether JSON represents a value or, for the other formats, no string contains a U+FEFF, which the writer
    /// may drop.
    private func isSafe(_ value: PropertyListValue) -> Bool {
        format == nil ? isExact(value) : !OldStyleWriter(escapesNonASCII: true).text(of: value).contains("\\Ufeff")
    }

    private func isExact(_ value: PropertyListValue) -> Bool {
        if let format { return value.isExact(in: format) }
        switch value {
        case .real(let number): return number.isFinite
        case .array(let elements): return elements.allSatisfy(isExact)
        case .dictionary(let pairs):
            let mayBeTag = pairs.count == 1 && pairs[0].key.utf8.first == UInt8(ascii: "$")
            return !mayBeTag && pairs.allSatisfy { isExact($0.value) }
        case .string, .integer, .boolean, .date, .data, .uid: return true
        }
    }

    /// Returns a value with one more member in a container that is not empty, and whether the member is not a scalar on
    /// one line. Returns `nil` if the format cannot represent the result.
    package mutating func longer(_ value: PropertyListValue) -> (PropertyListValue, isNested: Bool)? {
        let member = self.value(depth: 1)
        let result = lengthened(value, by: member)
        guard result != value, isExact(result) else { return nil }
        switch member {
        case .string(let text): return (result, format == .xml && text.contains(where: \.isNewline))
        case .integer, .real, .boolean, .date: return (result, false)
        case .data: return (result, format == .xml)
        case .array, .dictionary, .uid: return (result, true)
        }
    }

    private mutating func lengthened(_ value: PropertyListValue, by member: PropertyListValue) -> PropertyListValue {
        switch value {
        case .dictionary(var pairs) where !pairs.isEmpty:
            if values.generator.chance(50), let index = pairs.indices.randomElement(using: &values.generator) {
                let (key, old) = pairs[index]
                pairs[key] = lengthened(old, by: member)
            } else {
                pairs["new\(Int.random(in: 0..<9, using: &values.generator))"] = member
            }
            return .dictionary(pairs)
        case .array(var elements) where !elements.isEmpty:
            let index = Int.random(in: elements.indices, using: &values.generator)
            if values.generator.chance(50) {
                elements[index] = lengthened(elements[index], by: member)
            } else {
                elements.insert(member, at: values.generator.chance(50) ? elements.count : index)
            }
            return .array(elements)
        default: return value
        }
    }

    /// Returns a value with one change somewhere.
    package mutating func changed(_ value: PropertyListValue) -> PropertyListValue {
        while true {
            let result = change(value)
            if isExact(result) { return result }
        }
    }

    private mutating func change(_ value: PropertyListValue) -> PropertyListValue {
        switch value {
        case .dictionary(var pairs):
            let key = pairs.isEmpty ? nil : values.generator.pick(pairs.keys)
            switch Int.random(in: 0..<6, using: &values.generator) {
            case 0: if let key { pairs[key] = nil }
            case 1: pairs["new\(Int.random(in: 0..<9, using: &values.generator))"] = self.value(depth: 1)
            case 2: if let key { (pairs["renamed"], pairs[key]) = (pairs[key], nil) }
            default: if let key, let old = pairs[key] { pairs[key] = change(old) }
            }
            return .dictionary(pairs)
        case .array(var elements):
            let index = elements.isEmpty ? 0 : Int.random(in: elements.indices, using: &values.generator)
            switch Int.random(in: 0..<5, using: &values.generator) {
            case 0: if !elements.isEmpty { elements.remove(at: index) }
            case 1: elements.insert(self.value(depth: 1), at: index)
            case 2: elements.append(self.value(depth: 1))
            default: if !elements.isEmpty { elements[index] = change(elements[index]) }
            }
            return .array(elements)
        default: return self.value(depth: 1)
        }
    }
}
