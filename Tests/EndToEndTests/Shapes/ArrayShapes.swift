/// The shapes of the list that write arrays.
enum ArrayShapes {
    static let all: [Shape] = words + xml + literals + additions

    private static let words: [Shape] = [
        .writes(
            33, #"defaults write NSGlobalDomain AppleLanguages -array "en" "nl""#,
            to: "root/.GlobalPreferences.plist", ["AppleLanguages": ["en", "nl"]]),
        .writes(34, "defaults write D K -array", setup: "defaults write D K -array a b", ["K": []]),
        .writes(35, "defaults write D StringEncodings -array 4", ["StringEncodings": ["4"]]),
        .writes(36, "defaults write D K -array -string a -string b", ["K": ["a", "b"]]),
        .writes(37, #"defaults write D K -array str "str" 0 1 5.3"#, ["K": ["str", "str", "0", "1", "5.3"]]),
        .writes(
            38, #"defaults write D K -array '"\""' '"\""' '"'\''"' '"'\''"'"#, ["K": ["\"", "\"", "'", "'"]]),
        .writes(
            39,
            #"""
            defaults write D orderedItems -array \
                '{"enabled" = 1;"name" = "APPLICATIONS";}' \
                '{"enabled" = 0;"name" = "MENU_WEBSEARCH";}'
            """#,
            [
                "orderedItems": [
                    ["enabled": "1", "name": "APPLICATIONS"], ["enabled": "0", "name": "MENU_WEBSEARCH"],
                ]
            ]),
        .writes(
            40,
            #"""
            defaults write D displayOrder -array "com.a.b" \
                "com.c.d"
            """#, ["displayOrder": ["com.a.b", "com.c.d"]]),
    ]

    private static let xml: [Shape] = [
        .writes(
            41,
            """
            defaults write D K -array \
            '<dict><key>Dst</key><integer>30064771113</integer><key>Src</key><integer>30064771129</integer></dict>'
            """, ["K": [["Dst": 30_064_771_113, "Src": 30_064_771_129]]]),
        .writes(
            42, "defaults write D K -array '<dict><key>Dst</key><integer>-1</integer></dict>'", ["K": [["Dst": -1]]]),
        .writes(
            43, "defaults write D K -array '<dict><key>Dst</key><real>30064771113</real></dict>'",
            ["K": [["Dst": 30064771113.0]]]),
        .writes(
            44,
            """
            defaults write D K -array '<dict>
              <key>Dst</key>
              <integer>2</integer>
              <key>Name</key>
              <string>Caps  Lock</string>
            </dict>
            '
            """, ["K": [["Dst": 2, "Name": "Caps  Lock"]]]),
        .writes(
            45,
            """
            defaults -currentHost write -g com.apple.keyboard.modifiermapping.1452-591-0 -array \
                '<dict><key>HIDKeyboardModifierMappingDst</key><integer>2</integer></dict>'
            """, to: "root/ByHost/.GlobalPreferences..plist",
            ["com.apple.keyboard.modifiermapping.1452-591-0": [["HIDKeyboardModifierMappingDst": 2]]]),
        .writes(
            46,
            """
            defaults -currentHost write -globalDomain "com.apple.keyboard.modifiermapping.1-2-0" \
                -array '{ A = 1; B = 2; }'
            """, to: "root/ByHost/.GlobalPreferences..plist",
            ["com.apple.keyboard.modifiermapping.1-2-0": [["A": "1", "B": "2"]]]),
        .writes(
            47,
            """
            defaults write -g com.apple.keyboard.modifiermapping.1452-630-0 -array \
                '<dict><key>Src</key><integer>0</integer></dict>' '<true/>' '<string>a&amp;b</string>' \
                '<real>0.25</real>'
            """, to: "root/.GlobalPreferences.plist",
            ["com.apple.keyboard.modifiermapping.1452-630-0": [["Src": 0], true, "a&b", 0.25]]),
    ]

    private static let literals: [Shape] = [
        .writes(
            48,
            #"""
            defaults write D K '(
                    {
                    GUID = 1864197496;
                    "tile-type" = "file-tile";
                },
                    {
                    GUID = 2;
                    "tile-data" =         {
                        "file-label" = Safari;
                    };
                }
            )'
            """#,
            [
                "K": [
                    ["GUID": "1864197496", "tile-type": "file-tile"],
                    ["GUID": "2", "tile-data": ["file-label": "Safari"]],
                ]
            ]),
        .writes(
            49,
            """
            defaults write D K '(
                {
                    book = <00000000 00b40003 0A>;
                    name = a;
                }
            )'
            """, ["K": [["book": .data(hex: "0000000000b400030a"), "name": "a"]]]),
        .writes(50, #"defaults write D K "()""#, ["K": []]),
        .writes(51, "defaults write D K '(255, 0, 0)'", ["K": ["255", "0", "0"]]),
        .writes(52, #"defaults write D "Default Color" '(255, 0, 0)'"#, ["Default Color": ["255", "0", "0"]]),
        .writes(
            53,
            """
            defaults write D K -array '(
                {a = 1;},
                {b = 2;}
            )'
            """, ["K": [[["a": "1"], ["b": "2"]]]]),
    ]

    private static let additions: [Shape] = [
        .writes(
            54, "defaults write D K -array-add a b", setup: "defaults write D K -array -int 1 a",
            ["K": [1, "a", "a", "b"]]),
        .writes(
            55, "defaults write -g AppleLanguages -array-add -string pl-US", to: "root/.GlobalPreferences.plist",
            ["AppleLanguages": ["pl-US"]]),
        .writes(
            56, #"defaults write D K -array-add '{tile-data={}; tile-type="spacer-tile";}'"#,
            ["K": [["tile-data": [:], "tile-type": "spacer-tile"]]]),
        .writes(
            57, #"defaults write D K -array-add '{"tile-data" = {"list-type" = 1;}; "tile-type" = "recents-tile";}'"#,
            setup: "defaults write D K -array first",
            ["K": ["first", ["tile-data": ["list-type": "1"], "tile-type": "recents-tile"]]]),
        .writes(
            58,
            """
            defaults write D K -array-add '<dict><key>tile-data</key><dict><key>file-data</key><dict>\
            <key>_CFURLString</key><string>/Applications/Safari.app</string><key>_CFURLStringType</key>\
            <integer>0</integer></dict></dict></dict>'
            """,
            [
                "K": [
                    ["tile-data": ["file-data": ["_CFURLString": "/Applications/Safari.app", "_CFURLStringType": 0]]]
                ]
            ]),
        .writes(
            59,
            """
            app='/Applications/Google Chrome.app'
            defaults write D K -array-add "<dict>
              <key>tile-data</key>
              <dict>
                <key>_CFURLString</key>
                <string>$app</string>
              </dict>
            </dict>"
            """, ["K": [["tile-data": ["_CFURLString": "/Applications/Google Chrome.app"]]]]),
        .writes(
            60,
            """
            defaults write com.apple.LaunchServices/com.apple.launchservices.secure LSHandlers -array-add \
            '{LSHandlerContentType=public.plain-text;LSHandlerRoleAll=com.microsoft.VSCode;}'
            """, to: "root/com.apple.LaunchServices/com.apple.launchservices.secure.plist",
            [
                "LSHandlers": [
                    ["LSHandlerContentType": "public.plain-text", "LSHandlerRoleAll": "com.microsoft.VSCode"]
                ]
            ]),
        .writes(
            61, #"X=public.data; defaults write D LSHandlers -array-add "{ A = $X; B = 'com.sublimetext.3'; }""#,
            ["LSHandlers": [["A": "public.data", "B": "com.sublimetext.3"]]]),
        .writes(
            62, #"defaults write D K -array-add '{"A" = "x"; "B" = { "C" = "-"; }; D = "y";}'"#,
            ["K": [["A": "x", "B": ["C": "-"], "D": "y"]]]),
    ]
}
