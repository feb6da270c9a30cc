/// The help of plutil.
enum PlutilHelp {
    static let text = """
        plutil: [command_option] [other_options] file...
        The file '-' means stdin
        The command option is one of these. Without one, the command is -lint:
         -help                         print this text
         -lint                         check the syntax of property list files
         -convert fmt                  rewrite files in a format: xml1 binary1 json openstep
         -insert keypath -type value   add a value; see below
                  [-append]            add it to the end of the array at keypath
         -replace keypath -type value  set a value
         -remove keypath               remove a value
         -extract keypath fmt          write the value at keypath as a new document
                  [-expect type]       fail if the value has another type
                                       fmt is a format or raw. raw prints a string, a number, true or false,
                                       a date, base64, the number of elements, or a line for each key
         -type keypath                 print the type of a value: bool integer float string date data array dictionary
                  [-expect type]       fail if the value has another type
         -create fmt                   write an empty dictionary; the file '-' means stdout
         -p                            print files for people; the form may change

        A keypath consists of keys and indices of arrays, separated by dots. '\\.' is a dot in a key.
        The types of -insert and -replace are:
         -bool                         YES or true is true, other text is false
         -integer -float -string       a number or text
         -date                         a date such as 2024-01-02T03:04:05Z
         -data                         base64
         -xml -json                    a property list, or JSON
         -array -dictionary            an empty container; no value follows

        Other options:
         -s                            do not report success
         -o path                       write the result to another file; the path '-' means stdout
         -e extension                  write the result to a file with another extension
         -r                            indent JSON
         -n                            print no newline after raw values and types
         --                            the other arguments are files

        """
}
