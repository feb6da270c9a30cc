/// A command line that changes the file `$f`, in which `K` is `v`.
///
/// Most fronts set `K` to the value of the row. The others write the file in another format, or only the value of `K`.
/// A front with `-o` reads `$i` and writes `$o`. Both are `$f` if the row does not say otherwise.
enum ChangeFront: String, CaseIterable {
    case name = #"defaults write $opt D K $words"#
    case path = #"defaults write $opt $f K $words"#
    case document = #"defaults import $opt $f ../new"#
    case edit = #"defaults edit $opt $f"#
    case convert = #"defaults convert $opt --format $format --in-place $f"#
    case convertTo = #"defaults convert $opt --format $format -o $o $i"#
    case merge = #"defaults merge $opt -o $o $i ../base ../new"#
    case plistBuddy = #"PlistBuddy "${commands[@]}" $f"#
    case replace = #"plutil -replace K $words $f"#
    case replaceTo = #"plutil -replace K $words -o $o $i"#
    case plutilConvert = #"plutil -convert $format1 $f"#
    case extract = #"plutil -extract K $format1 -o $o $i"#
    case extractRaw = #"plutil -extract K raw -o $o $i"#

    /// The beginning of each sentence, or `nil` for plutil, whose sentences begin with the operand.
    var prefix: String? {
        rawValue.hasPrefix("plutil") ? nil : self == .plistBuddy ? "PlistBuddy: " : "defaults: "
    }
}

extension [ChangeFront] {
    static let converting: Self = [.convert, .convertTo]
    static let replacing: Self = [.replace, .replaceTo]
    static let extracting: Self = [.extract, .extractRaw]
    static let plutil: Self = replacing + [.plutilConvert] + extracting
    static let apple: Self = [.plistBuddy] + plutil
    /// The fronts that write the same value in another format.
    static let reformatting: Self = converting + [.plutilConvert]
    /// The fronts that keep the rest of a text to the byte.
    static let keepingLayout: Self = [.path, .document, .edit, .merge, .plistBuddy] + replacing
    static let withOutput: Self = [.convertTo, .merge, .replaceTo] + extracting
    /// The fronts that need a file, and have no output.
    static let inPlace: Self = [.convert, .replace, .plutilConvert]
    /// The fronts that do not read JSON.
    static let withoutJSON: Self = [.name, .plistBuddy]
}
