extension Range<Int> {
    /// Returns the first index for which a condition is true, or the end of the range. The condition must also be true
    /// for all indices behind it. Takes logarithmic time.
    @inline(__always)
    package func partitioningIndex(where condition: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if condition(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
