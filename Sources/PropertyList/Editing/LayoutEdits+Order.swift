/// The places of new keys.
extension LayoutEdits {
    /// Returns the indices of new keys with the number of old keys before each.
    ///
    /// If at least nine tenths of the old keys are sorted, new keys are inserted in their order. Otherwise they follow
    /// the old keys. Keys are sorted by their UTF-16 code units or, in JSON, also as Xcode sorts those of catalogs.
    func order(of names: [String], _ new: [String]) -> [(place: Int, index: Int)] {
        let all = names + new
        let byUnits = { (left: Int, right: Int) in all[left].precedesInUTF16(all[right]) }
        for isNatural in habits.isOfXcode ? [true, false] : syntax == .json ? [false, true] : [false] {
            let precedes = isNatural ? all.naturalOrder : byUnits
            let sorted = names.indices.longestChain(by: precedes)
            if sorted.count * 10 < names.count * 9 { continue }
            var index = 0
            return (names.count..<all.count).sorted(by: precedes).map { key in
                while index < sorted.count, precedes(sorted[index], key) { index += 1 }
                let place = index < sorted.count ? sorted[index] : sorted.last.map { $0 + 1 } ?? 0
                return (place, key - names.count)
            }
        }
        return new.indices.map { (names.count, $0) }
    }
}
