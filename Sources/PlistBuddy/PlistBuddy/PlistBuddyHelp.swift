import PropertyList

/// The help of PlistBuddy.
enum PlistBuddyHelp {
    /// The text that is printed if arguments are missing.
    static let usage = """
        Usage: PlistBuddy [-cxlh] <file.plist>
            -c "<command>" execute the command and save the changes; may be repeated
            -x print entries as XML property lists
            -l refuse a path that contains symbolic links
            -h print the commands, the types and examples
        Without -c, commands are read from standard input.

        """

    /// The text that the option `-h` and the command `Help` print.
    static let full = """
        Command Format:
            Help - Print this text
            Exit - End without saving
            Save - Save the changes
            Revert - Read the file again, without the changes
            Clear [<Type>] - Replace everything by an empty root of the type, a dict by default
            Print [<Entry>] - Print the value of the entry or the whole file
            Set <Entry> <Value> - Change the value of the entry, which keeps its type
            Add <Entry> <Type> [<Value>] - Add an entry
            Copy <EntrySrc> <EntryDst> - Add a copy of an entry
            Delete <Entry> - Remove the entry
            Merge [-r] <file.plist> [<Entry>] - Add the entries of a file to the entry
            Import <Entry> <file> - Set the entry to the bytes of a file
            CD [<Entry>] - Let paths without a leading colon begin in the entry

        Entry Format:
            Keys and indices of arrays, separated by colons. The first index is 0. A backslash
            keeps a colon in a key. Quotes keep spaces.
                :CFBundleShortVersionString
                :CFBundleDocumentTypes:2:CFBundleTypeExtensions
                ":Key With Spaces:a\\:b"

        Types:
            \(PropertyListType.ofEntries.map(\.entryName).joined(separator: "\n    "))

        Examples:
            Set :CFBundleIdentifier com.example.editor
                Changes the string CFBundleIdentifier
            Add :CFBundleGetInfoString string "Version 1.0"
                Adds a string
            Add :CFBundleDocumentTypes: dict
                Adds a dictionary to the end of an array
            Add :CFBundleDocumentTypes:0 dict
                Adds a dictionary to the beginning of an array
            Delete :CFBundleDocumentTypes:0
                Removes the first element of an array


        """
}
