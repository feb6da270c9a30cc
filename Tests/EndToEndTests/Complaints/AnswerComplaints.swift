/// The complaints about domains, keys and applications that are not there.
enum AnswerComplaints {
    static let all: [Complaint] = domains + keys + applications + others + otherNames + unexpanded

    private static let domains: [Complaint] = [
        Complaint("defaults read E", 1, "Domain E does not exist"),
        Complaint("defaults read com.example.E.plist", 1, "Domain com.example.E.plist does not exist"),
        Complaint("defaults read -- --root", 1, "Domain --root does not exist"),
        Complaint("defaults read ./E", 1, "Domain ./E.plist does not exist"),
        Complaint("defaults read -g", 1, "Domain Apple Global Domain does not exist"),
        Complaint("defaults -currentHost read D", 1, "Domain D does not exist"),
        Complaint("defaults -host other read D", 1, "Domain D does not exist"),
        Complaint("defaults read E", 1, "Domain E does not exist", setup: empty),
        Complaint("defaults delete E", 1, "Domain (E) not found. Defaults have not been changed."),
        Complaint("defaults delete E", 1, "Domain (E) not found. Defaults have not been changed.", setup: empty),
        Complaint("defaults remove E", 1, "Domain (E) not found. Defaults have not been changed."),
        Complaint("defaults delete-all E", 1, "Domain (E) not found. Defaults have not been changed."),
        Complaint(
            "defaults delete -g", 1,
            "Domain (kCFPreferencesAnyApplication) not found. Defaults have not been changed."),
        Complaint("defaults export E -", 1, "The domain E does not exist"),
        Complaint("defaults export E ./out.plist", 1, "The domain E does not exist"),
        Complaint("defaults export -g -", 1, "The domain Apple Global Domain does not exist"),
    ]

    private static let keys: [Complaint] = [
        Complaint("defaults read D L", 1, "The domain/default pair of (D, L) does not exist"),
        Complaint("defaults read E K", 1, "The domain/default pair of (E, K) does not exist"),
        Complaint("defaults read D k", 1, "The domain/default pair of (D, k) does not exist; did you mean 'K'?"),
        Complaint("defaults read D -- -h", 1, "The domain/default pair of (D, -h) does not exist"),
        Complaint("defaults read D ''", 1, "The domain/default pair of (D, ) does not exist"),
        Complaint("defaults read -app x.app L", 1, "The domain/default pair of (x.y, L) does not exist", setup: bundle),
        Complaint(
            "defaults read NSGlobalDomain K", 1,
            "The domain/default pair of (kCFPreferencesAnyApplication, K) does not exist"),
        Complaint("defaults read-type D L", 1, "The domain/default pair of (D, L) does not exist"),
        Complaint(
            "defaults read-type -g K", 1,
            "The domain/default pair of (kCFPreferencesAnyApplication, K) does not exist"),
        Complaint(
            "defaults delete D L", 1, "Key (L) of Domain (D) not found. Defaults have not been changed."),
        Complaint(
            "defaults delete -globalDomain L", 1,
            "Key (L) of Domain (kCFPreferencesAnyApplication) not found. Defaults have not been changed."),
        Complaint(
            "defaults delete-all D L", 1, "Key (L) of Domain (D) not found. Defaults have not been changed."),
        Complaint("defaults rename D L M", 1, "Key L does not exist in domain D; leaving defaults unchanged"),
        Complaint("defaults rename E K M", 1, "Key K does not exist in domain E; leaving defaults unchanged"),
        Complaint(
            "defaults rename -g K M", 1,
            "Key K does not exist in domain Apple Global Domain; leaving defaults unchanged"),
    ]

    private static let applications: [Complaint] = [
        Complaint(
            "defaults write -app Gone K 1", 1, #"Couldn't find an application named "Gone"; defaults unchanged"#),
        Complaint("defaults rename -app Gone a", 1, #"Couldn't find an application named "Gone"; defaults unchanged"#),
        Complaint(
            "defaults write -app Bare K 1", 1,
            "Couldn't open application $PWD/home/Applications/Bare.app; defaults unchanged",
            setup: "mkdir -p ~/Applications/Bare.app/Contents"),
        Complaint(
            "defaults write -app ./x.app K 1", 1, "Couldn't open application ./x.app; defaults unchanged",
            setup: "mkdir -p x.app/Contents; printf '{a' > x.app/Contents/Info.plist"),
        Complaint(
            "defaults write -app ./x.app K 1", 1,
            "Can't determine domain name for application ./x.app; defaults unchanged",
            setup: "mkdir -p x.app/Contents; printf '{a = b;}' > x.app/Contents/Info.plist"),
        Complaint(
            "defaults write -app ./x.app K 1", 65,
            "Application ./x.app has the domain '../y', which is not a plain name; "
                + "use the name of the domain instead. Defaults have not been changed.",
            setup: "mkdir -p x.app/Contents; printf '{CFBundleIdentifier = \"../y\";}' > x.app/Contents/Info.plist"),
    ]

    private static let others: [Complaint] = [
        Complaint("defaults find nowhere", 1, "No domain, key, nor value containing 'nowhere'"),
        Complaint("defaults find 2", 1, "No domain, key, nor value containing '2'"),
        Complaint("defaults import D", 1, "Need a path to read from; use '-' for standard input"),
        Complaint("defaults export D > /dev/null", 1, "Need a path to write to; use '-' for standard output"),
        Complaint("defaults edit D", 69, "there is no editor; set the variable VISUAL or EDITOR"),
        Complaint(
            "defaults read --lines D L", 65, "a value contains a newline, which separates values; use '-0' or '--json'",
            setup: #"defaults write D L $'a\nb'"#),
    ]

    /// Domains and files that exist, under another name.
    private static let otherNames: [Complaint] = [
        Complaint("defaults read D.K", 1, "Domain D.K does not exist; did you mean 'D K'?"),
        Complaint(
            "defaults delete D.K", 1, "Domain (D.K) not found. Defaults have not been changed. Did you mean 'D K'?"),
        Complaint("defaults read D.W.A", 1, "Domain D.W.A does not exist; did you mean '--path W.A D'?", setup: nested),
        Complaint("defaults read D.L", 1, "Domain D.L does not exist"),
        Complaint("defaults export D.K -", 1, "The domain D.K does not exist"),
        Complaint(
            "defaults read D :W:A", 1,
            "The domain/default pair of (D, :W:A) does not exist; did you mean '--path W.A'?",
            setup: nested),
        Complaint(
            "defaults read-type D W:A", 1,
            "The domain/default pair of (D, W:A) does not exist; did you mean '--path W.A'?", setup: nested),
        Complaint("defaults read D :K", 1, "The domain/default pair of (D, :K) does not exist; did you mean 'K'?"),
        Complaint("defaults read D K:A", 1, "The domain/default pair of (D, K:A) does not exist"),
        Complaint(
            "defaults read ~/Library/Preferences/D", 1,
            "Domain $PWD/home/Library/Preferences/D.plist does not exist; did you mean 'D'?"),
        Complaint(
            "defaults read ~/Library/Preferences/D.plist K", 1,
            "The domain/default pair of ($PWD/home/Library/Preferences/D.plist, K) does not exist; did you mean 'D'?"),
        Complaint(
            "defaults delete ~/Library/Preferences/.GlobalPreferences.plist K", 1,
            "Key (K) of Domain ($PWD/home/Library/Preferences/.GlobalPreferences.plist) not found. "
                + "Defaults have not been changed. Did you mean 'NSGlobalDomain'?"),
        Complaint(
            "defaults diff ~/Library/Preferences/D D", 74,
            "'$PWD/home/Library/Preferences/D.plist' does not exist; did you mean 'D'?"),
        Complaint(
            "defaults read ~/Library/Preferences/E", 1, "Domain $PWD/home/Library/Preferences/E.plist does not exist"),
        Complaint(
            "defaults convert D", 74,
            "cannot read 'D': No such file or directory; use 'defaults export D -' for the domain"),
    ]

    /// Paths whose beginnings the shell did not replace.
    private static let unexpanded: [Complaint] = [
        Complaint("defaults read '$HOME/D'", 1, "Domain $HOME/D does not exist; \(literal("$HOME"))"),
        Complaint(
            "defaults read '$HOME/D' K", 1,
            "The domain/default pair of ($HOME/D, K) does not exist; \(literal("$HOME"))"),
        Complaint(
            "defaults delete '${HOME}/D'", 1,
            "Domain (${HOME}/D) not found. Defaults have not been changed. The \(literal("${HOME}").dropFirst(4))"),
        Complaint("defaults diff '$HOME/D' D", 74, "Domain $HOME/D does not exist; \(literal("$HOME"))"),
        Complaint(
            "defaults import D '$HOME/f'", 74,
            "Could not read data from $HOME/f: cannot read '$HOME/f': No such file or directory; "
                + literal("$HOME")),
        Complaint(
            "defaults convert '~/f'", 74,
            "cannot read '~/f': No such file or directory; "
                + "the text begins with a literal '~', which a shell replaces only without quotes"),
    ]

    private static func literal(_ variable: String) -> String {
        "the text begins with a literal '\(variable)', which a shell replaces only without single quotes"
    }

    private static let nested = "defaults write D W '{A = 1;}'"
    private static let empty = "printf '{}' > root/E.plist"
    private static let bundle =
        "mkdir -p x.app/Contents; printf '{CFBundleIdentifier = x.y;}' > x.app/Contents/Info.plist"
}
