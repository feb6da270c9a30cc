/// The shapes of the list that write data, dates and whole domains, and those that write to paths and hosts.
enum PlaceShapes {
    static let all: [Shape] = bytes + homes + system + hosts

    private static let bytes: [Shape] = [
        .writes(
            85, "defaults write D K -data 62706c6973743030d20102030457",
            ["K": .data(hex: "62706c6973743030d20102030457")]),
        .writes(
            86, "defaults write com.mizage.Divvy.plist shortcuts -data 62706C6973743030D4",
            to: "root/com.mizage.Divvy.plist", ["shortcuts": .data(hex: "62706c6973743030d4")]),
        .writes(
            87, "defaults write com.apple.ncprefs.plist dnd_prefs -data 62706C69",
            setup: "defaults write com.apple.ncprefs apps -array", to: "root/com.apple.ncprefs.plist",
            ["apps": [], "dnd_prefs": .data(hex: "62706c69")]),
        .writes(88, #"defaults write D K -date "2019-09-16 05:45:42 +0000""#, ["K": .date(1_568_612_742)]),
        .writes(
            89, "defaults write D '{a = 1; b = 2;}'", setup: "defaults write D old 1; defaults write D a -int 7",
            ["a": "1", "b": "2"]),
    ]

    private static let homes: [Shape] = [
        .writes(
            90, "defaults write ~/Desktop/TestFile foo bar", to: "home/Desktop/TestFile.plist", ["foo": "bar"]),
        .writes(
            91, "defaults write ~/Library/Preferences/org.gpgtools.gpgmail K -bool false",
            to: "home/Library/Preferences/org.gpgtools.gpgmail.plist", ["K": false]),
        .writes(
            92,
            """
            defaults write ~/Library/Preferences/.GlobalPreferences K -int 1
            defaults write ~/Library/Preferences/.GlobalPreferences.plist L -int 2
            """, to: "home/Library/Preferences/.GlobalPreferences.plist", ["K": 1, "L": 2]),
        .writes(
            93, "defaults write ~/Library/Preferences/ByHost/com.apple.controlcenter.plist WiFi -int 18",
            to: "home/Library/Preferences/ByHost/com.apple.controlcenter.plist", ["WiFi": 18]),
        .writes(
            94, #"defaults write ~/Library/Application\ Support/X/X.plist debug -bool true"#,
            to: "home/Library/Application Support/X/X.plist", ["debug": true]),
    ]

    /// The system's folders stand in the scratch folder here.
    private static let system: [Shape] = [
        .writes(
            95, #"sudo defaults write "$PWD"/Library/Preferences/com.apple.loginwindow AdminHostInfo HostName"#,
            to: "Library/Preferences/com.apple.loginwindow.plist", ["AdminHostInfo": "HostName"]),
        .writes(
            96, #"sudo defaults write "$PWD"/.Spotlight-V100/VolumeConfiguration Exclusions -array "/Volumes""#,
            to: ".Spotlight-V100/VolumeConfiguration.plist", ["Exclusions": ["/Volumes"]]),
        .writes(
            97,
            """
            sudo defaults write "$PWD"/Library/Preferences/SystemConfiguration/com.apple.smb.server NetBIOSName \
                -string "0x6A796872"
            """, to: "Library/Preferences/SystemConfiguration/com.apple.smb.server.plist",
            ["NetBIOSName": "0x6A796872"]),
    ]

    private static let hosts: [Shape] = [
        .writes(
            98, "defaults write .GlobalPreferences_m K -int 3", to: "root/.GlobalPreferences_m.plist", ["K": 3]),
        .writes(
            99, "defaults -currentHost write NSGlobalDomain com.apple.mouse.tapBehavior -int 1",
            to: "root/ByHost/.GlobalPreferences..plist", ["com.apple.mouse.tapBehavior": 1]),
        .writes(100, #"defaults -host "${USER}" write D K V"#, to: "root/ByHost/D.tester.plist", ["K": "V"]),
        .prints(
            100, "defaults -host studio read -globalDomain",
            setup: "defaults -host studio write -g Sound -bool true; defaults write -g Sound -bool false",
            "{\n    Sound = 1;\n}\n"),
        .prints(
            100, "defaults -host studio domains",
            setup: "for d in B A; do defaults -host studio write $d k v; done; defaults write C k v", "A, B\n"),
        .writes(
            101,
            """
            for VALUE in '@~,' '&' '^@k' 'a;b=c' "it's" '~/x' '$HOME' '#!%' '-1' '--other'; do
                defaults write D "$VALUE" $VALUE
            done
            """,
            [
                "@~,": "@~,", "&": "&", "^@k": "^@k", "a;b=c": "a;b=c", "it's": "it's", "~/x": "~/x",
                "$HOME": "$HOME", "#!%": "#!%", "-1": "-1", "--other": "--other",
            ]),
    ]
}
