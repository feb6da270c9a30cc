/// The shapes of the list that write dictionaries under a key.
enum DictionaryShapes {
    static let all: [Shape] = words + menus + hotKeys + documents

    private static let words: [Shape] = [
        .writes(
            63,
            "defaults write D FXInfoPanesExpanded -dict General -bool true OpenWith -bool true Privileges -bool true",
            ["FXInfoPanesExpanded": ["General": true, "OpenWith": true, "Privileges": true]]),
        .writes(
            64, "defaults write D K -dict action 1", setup: "defaults write D K -dict old 1", ["K": ["action": "1"]]),
        .writes(
            65, "defaults write D K -dict '0' '( Command, CPUUsage, PID )' '1' '( )'",
            ["K": ["0": ["Command", "CPUUsage", "PID"], "1": []]]),
        .writes(
            66, "defaults write D K -dict '0' '{ direction = 0; sort = 12HRPower; }'",
            ["K": ["0": ["direction": "0", "sort": "12HRPower"]]]),
        .writes(67, "defaults write D K -dict", ["K": [:]]),
        .writes(
            68, #"defaults write D K -dict key0 value key1 0 key2 "2019-09-16 05:45:42 +0000""#,
            ["K": ["key0": "value", "key1": "0", "key2": "2019-09-16 05:45:42 +0000"]]),
        .writes(
            69, #"defaults write D K -dict-add "DisplayInThreadedMode" -string "yes""#,
            setup: "defaults write D K -dict kept -int 1 DisplayInThreadedMode no",
            ["K": ["kept": 1, "DisplayInThreadedMode": "yes"]]),
        .writes(
            70, #"defaults write D K -dict-add "automaticX" -bool false"#, ["K": ["automaticX": false]]),
    ]

    private static let menus: [Shape] = [
        .writes(
            71, #"defaults write D NSUserKeyEquivalents -dict-add "Send" "@\U21a9""#,
            ["NSUserKeyEquivalents": ["Send": "@\u{21a9}"]]),
        .writes(
            72, #"defaults write D K -dict-add "\033File\033Export To\033CSV…" '^~@s'"#,
            ["K": ["\u{1b}File\u{1b}Export To\u{1b}CSV…": "^~@s"]]),
        .writes(
            73,
            #"""
            export LC_ALL=C.UTF-8
            defaults write D K -dict-add "Lock" -string '$@l' "Next" $'^@\U2192' "Last" -string $'^@\U2190'
            """#, ["K": ["Lock": "$@l", "Next": "^@\u{2192}", "Last": "^@\u{2190}"]]),
        .writes(74, #"defaults write D K -dict-add "Quit Terminal" nil"#, ["K": ["Quit Terminal": "nil"]]),
        .writes(75, #"defaults write D K -dict-add "ゴミ箱に入れる" -string "^d""#, ["K": ["ゴミ箱に入れる": "^d"]]),
        .writes(
            76,
            #"""
            defaults write -g NSUserKeyEquivalents '{
                "Select Next Tab"="@~\U2192";
                "Select Previous Tab"="@~\U2190";
            }'
            """#, to: "root/.GlobalPreferences.plist",
            ["NSUserKeyEquivalents": ["Select Next Tab": "@~\u{2192}", "Select Previous Tab": "@~\u{2190}"]]),
    ]

    private static let hotKeys: [Shape] = [
        .writes(
            77, #"defaults write D AppleSymbolicHotKeys -dict-add 64 "{ enabled = 0; }""#,
            setup: #"defaults write D AppleSymbolicHotKeys -dict 64 "{ enabled = 1; value = x; }" 65 -int 2"#,
            ["AppleSymbolicHotKeys": ["64": ["enabled": "0"], "65": 2]]),
        .writes(
            78,
            """
            defaults write D K -dict-add 64 \
                '{ enabled = 0; value = { parameters = (65535, 49, 1048576); type = standard; }; }'
            """,
            [
                "K": [
                    "64": [
                        "enabled": "0", "value": ["parameters": ["65535", "49", "1048576"], "type": "standard"],
                    ]
                ]
            ]),
        .writes(
            79, #"defaults write D K -dict-add 64 "{enabled=0;value={parameters=(65535,49);type='standard';};}""#,
            ["K": ["64": ["enabled": "0", "value": ["parameters": ["65535", "49"], "type": "standard"]]]]),
        .writes(
            80,
            """
            defaults write D K -dict-add 64 "<dict><key>enabled</key><false/><key>value</key><dict>\
            <key>parameters</key><array><integer>65535</integer></array></dict></dict>"
            """, ["K": ["64": ["enabled": false, "value": ["parameters": [65535]]]]]),
        .writes(
            81,
            """
            defaults write D K -dict-add 64 "
              <dict>
                <key>enabled</key><true/>
                <key>value</key><dict>
                  <key>type</key><string>standard</string>
                  <key>parameters</key>
                  <array>
                    <integer>100</integer>
                    <integer>2</integer>
                  </array>
                </dict>
              </dict>
            "
            """, ["K": ["64": ["enabled": true, "value": ["type": "standard", "parameters": [100, 2]]]]]),
    ]

    private static let documents: [Shape] = [
        .writes(
            82,
            #"""
            defaults write pbs NSServicesStatus -dict-add \
                '"com.apple.Terminal - New Terminal at Folder - newTerminalAtFolder"' \
                '{ "enabled_context_menu" = 1; "key_equivalent" = "@$t"; }'
            """#, to: "root/pbs.plist",
            [
                "NSServicesStatus": [
                    "com.apple.Terminal - New Terminal at Folder - newTerminalAtFolder": [
                        "enabled_context_menu": "1", "key_equivalent": "@$t",
                    ]
                ]
            ]),
        .writes(
            83,
            #"defaults write -app iTerm 'Custom Color Presets' -dict-add "name" "$(cat theme.itermcolors)""#,
            setup: """
                \(ScalarShapes.application("iTerm", "com.googlecode.iterm2"))
                cat > theme.itermcolors <<'THEME'
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <dict>
                \t<key>Ansi 0 Color</key>
                \t<dict>
                \t\t<key>Red Component</key>
                \t\t<real>0.19370138645172119</real>
                \t\t<key>Color Space</key>
                \t\t<string>sRGB</string>
                \t</dict>
                </dict>
                </plist>
                THEME
                """,
            to: "root/com.googlecode.iterm2.plist",
            [
                "Custom Color Presets": [
                    "name": ["Ansi 0 Color": ["Red Component": 0.19370138645172119, "Color Space": "sRGB"]]
                ]
            ]),
        .writes(
            84, #"defaults write D K '{ "com.apple.speech.synthesis.voice.Alex" = 1; }'"#,
            ["K": ["com.apple.speech.synthesis.voice.Alex": "1"]]),
    ]
}
