/// The shapes of the list that read, rename, delete, export and import.
enum ReadingShapes {
    static let all: [Shape] = reading + statuses + names + deletions + imports

    private static let reading: [Shape] = [
        .prints(
            102, "defaults read -g K; defaults read NSGlobalDomain K", setup: "defaults write -g K -float 0.5",
            "0.5\n0.5\n"),
        .prints(
            102, "defaults read D", setup: "defaults write D b -bool true; defaults write D 'a b' -int -1",
            "{\n    \"a b\" = \"-1\";\n    b = 1;\n}\n"),
        .prints(
            102, "defaults read", setup: "defaults write -g K 1; defaults write D K -array x; defaults write a K 2",
            """
            {
                "Apple Global Domain" =     {
                    K = 1;
                };
                D =     {
                    K =         (
                        x
                    );
                };
                a =     {
                    K = 2;
                };
            }

            """),
        .prints(
            102, "defaults -currentHost read",
            setup: "defaults write D K 1; defaults -currentHost write D K 2; defaults -currentHost write -g K 3",
            """
            {
                "Apple Global Domain" =     {
                    K = 3;
                };
                D =     {
                    K = 2;
                };
            }

            """),
        .prints(
            102, #"defaults read "$HOME"/Applications/Terminal.app/Contents/Info CFBundleVersion"#,
            setup: ScalarShapes.application("Terminal", "com.apple.Terminal"), "3.14\n"),
        .prints(
            102, #"defaults read "$HOME"/Applications/Terminal.app/Contents/Info.plist CFBundleExecutable"#,
            setup: ScalarShapes.application("Terminal", "com.apple.Terminal"), "run\n"),
    ]

    private static let statuses: [Shape] = [
        .prints(
            103, "defaults read D K 2>/dev/null || true; x=$(defaults read D L 2>/dev/null || echo none); echo $x",
            setup: "defaults write D L -int 3", "3\n"),
        .prints(
            103,
            """
            if defaults read -g AppleInterfaceStyle >/dev/null 2>&1; then echo Dark; else echo Light; fi
            defaults read -g AppleInterfaceStyle 2>&1 | grep -c 'does not exist'
            """, "Light\n1\n"),
        .prints(
            103, "if defaults read -g AppleInterfaceStyle >/dev/null 2>&1; then echo Dark; else echo Light; fi",
            setup: "defaults write -g AppleInterfaceStyle Dark", "Dark\n"),
    ]

    private static let names: [Shape] = [
        .prints(
            104, "for k in a b c d e f g h; do defaults read-type D $k; done",
            setup: """
                defaults write D a x; defaults write D b -data 00; defaults write D c -int 1
                defaults write D d -float 1; defaults write D e -bool 1; defaults write D f -date 2020-01-01
                defaults write D g -array; defaults write D h -dict
                """,
            """
            Type is string
            Type is data
            Type is integer
            Type is float
            Type is boolean
            Type is date
            Type is array
            Type is dictionary

            """),
        .writes(
            104, "defaults rename D old new",
            setup: "defaults write D old -int 1; defaults write D new 2; defaults write D k v",
            ["new": 1, "k": "v"]),
        .prints(
            104, "defaults find vim | grep key",
            setup: "defaults write D editor MacVim; defaults write E x -dict k /usr/bin/vim; defaults write F y z",
            "Found 1 keys in domain 'D': {\nFound 1 keys in domain 'E': {\n"),
        .prints(
            104, #"defaults domains | tr ',' '\n'"#,
            setup: "for d in com.b Com.a .hidden 10 9; do defaults write $d k v; done; defaults write -g k v",
            ".hidden\n 10\n 9\n Com.a\n com.b\n"),
    ]

    private static let deletions: [Shape] = [
        Shape(number: 105, script: "defaults delete D", setup: "defaults write D K 1", removes: ["root/D.plist"]),
        .writes(
            105, #"defaults delete D "K""#,
            setup: "defaults write D K 1; defaults write D L -bool false", ["L": false]),
        .writes(
            105, "defaults delete kCFPreferencesAnyApplication TSMLanguageIndicatorEnabled",
            setup: "defaults write -g TSMLanguageIndicatorEnabled 1; defaults write -g L 2",
            to: "root/.GlobalPreferences.plist", ["L": "2"]),
        .writes(
            105, #"sudo defaults delete "$PWD"/Library/Preferences/D K"#,
            setup: #"defaults write "$PWD"/Library/Preferences/D K 1; defaults write "$PWD"/Library/Preferences/D L 2"#,
            to: "Library/Preferences/D.plist", ["L": "2"]),
    ]

    private static let imports: [Shape] = [
        .prints(
            106, "defaults export D -", setup: "defaults write D 'a & b' -int 1",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \t<key>a &amp; b</key>
            \t<integer>1</integer>
            </dict>
            </plist>

            """),
        .writes(
            106, "defaults export D out.plist; head -c 8 out.plist > magic; test bplist00 = \"$(cat magic)\"; rm magic",
            setup: "defaults write D K -array -bool true -int 1 -float 1 1", to: "out.plist",
            ["K": [true, 1, 1.0, "1"]]),
        .writes(
            106, "defaults import D in.plist",
            setup: #"""
                printf '<plist version="1.0"><dict><key>K</key><dict/><key>N</key><true/></dict></plist>' > in.plist
                defaults write D K -dict gone 1; defaults write D kept -float 2.5
                """#, ["K": [:], "N": true, "kept": 2.5]),
        .writes(
            106, "defaults import D ./relative/path",
            setup: "mkdir relative; defaults write E K -int 5; defaults export E relative/path", ["K": 5]),
        .writes(
            106, "defaults export E - | sed s/5/6/ | defaults import D -",
            setup: "defaults write E K -int 5", ["K": 6]),
        .writes(
            106, "defaults import D settings.json",
            setup: #"""
                defaults write E list -array 'a b' '{c = "1\"2";}'; defaults write E n -int 3; \#
                defaults write E f -float 0.5
                defaults read E > settings.json
                """#, ["list": ["a b", ["c": "1\"2"]], "n": "3", "f": "0.5"]),
        .writes(
            106,
            """
            cat <<EOF | defaults import com.apple.controlcenter -
            {
                "NSStatusItem Preferred Position WiFi" = 215;
                Sound = 18;
            }
            EOF
            """, to: "root/com.apple.controlcenter.plist",
            ["NSStatusItem Preferred Position WiFi": "215", "Sound": "18"]),
        .writes(
            106,
            """
            cat <<EOF | defaults import D -
            "Key With Spaces" = 215;
            EOF
            """, ["Key With Spaces": "215"]),
    ]
}
