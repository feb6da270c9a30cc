/// The shapes of the list that write a scalar under a key.
enum ScalarShapes {
    static let all: [Shape] = flags + strings + keys

    private static let flags: [Shape] = [
        .writes(1, "defaults write D K -bool true", ["K": true]),
        .writes(
            2,
            """
            defaults write D A -bool TRUE
            defaults write D B -bool YES
            defaults write D C -bool NO
            defaults write D D -bool no
            """, ["A": true, "B": true, "C": false, "D": false]),
        .writes(3, #"defaults write D K -bool "false""#, ["K": false]),
        .writes(4, "defaults write D K -boolean true", ["K": true]),
        .writes(5, "defaults write D K true", ["K": "true"]),
        .writes(6, "defaults write D A YES; defaults write D B NO", ["A": "YES", "B": "NO"]),
        .writes(7, "defaults write D K 1", ["K": "1"]),
        .writes(
            8, "defaults write -app Terminal K 1", setup: application("Terminal", "com.apple.Terminal"),
            to: "root/com.apple.Terminal.plist", ["K": "1"]),
        .writes(
            8, #"defaults write -app "$HOME/Applications/Terminal.app" K 1"#,
            setup: application("Terminal", "com.apple.Terminal"), to: "root/com.apple.Terminal.plist", ["K": "1"]),
        .writes(9, "defaults write D K -int 0", ["K": 0]),
        .writes(10, "defaults write D K -integer 123", ["K": 123]),
        .writes(11, #"defaults write D K -int "14""#, ["K": 14]),
        .writes(12, "defaults write D K -float 0", ["K": 0.0]),
        .writes(13, "defaults write D K -float 0.1", ["K": 0.1]),
        .writes(14, #"defaults write D K -float "0.5""#, ["K": 0.5]),
        .writes(
            15, "defaults write NSGlobalDomain NSWindowResizeTime -float 0.001", to: "root/.GlobalPreferences.plist",
            ["NSWindowResizeTime": 0.001]),
        .writes(
            16, "defaults write -g com.apple.mouse.scaling -float -1", to: "root/.GlobalPreferences.plist",
            ["com.apple.mouse.scaling": -1.0]),
        .writes(
            17, "defaults write NSGlobalDomain com.apple.springing.delay -float 0",
            to: "root/.GlobalPreferences.plist", ["com.apple.springing.delay": 0.0]),
    ]

    private static let strings: [Shape] = [
        .writes(18, #"defaults write D K -string "Always""#, ["K": "Always"]),
        .writes(19, #"defaults write D K -string """#, ["K": ""]),
        .writes(20, "defaults -currentHost write D K -string ''", to: "root/ByHost/D..plist", ["K": ""]),
        .writes(
            21, #"HOME=/Users/me; defaults write D K -string "file://${HOME}/Desktop/""#,
            ["K": "file:///Users/me/Desktop/"]),
        .writes(
            22, #"defaults write D K -string "0.764700 0.976500 0.568600""#, ["K": "0.764700 0.976500 0.568600"]),
        .writes(23, #"defaults write D K -string "en_GB@currency=EUR""#, ["K": "en_GB@currency=EUR"]),
        .writes(24, #"defaults write D K -string "\"EEE d MMM HH:mm:ss\"""#, ["K": "\"EEE d MMM HH:mm:ss\""]),
        .writes(
            25, #"defaults write D K -string '{"json":[1, "\u00e9\n", {}]}'"#, ["K": #"{"json":[1, "\u00e9\n", {}]}"#]),
    ]

    private static let keys: [Shape] = [
        .writes(26, #"defaults write D "Quit When Finished" -bool true"#, ["Quit When Finished": true]),
        .writes(27, #"defaults write D "Apple Bitpool Min (editable)" -int 40"#, ["Apple Bitpool Min (editable)": 40]),
        .writes(28, #"defaults write D "NSStatusItem Visible WiFi" -bool true"#, ["NSStatusItem Visible WiFi": true]),
        .writes(29, "defaults write D 545129924 -bool true", ["545129924": true]),
        .writes(30, "defaults write D _FXSortFoldersFirst -bool true", ["_FXSortFoldersFirst": true]),
        .writes(
            31, "defaults write D HIDScrollZoomModifierMask -int 262144", ["HIDScrollZoomModifierMask": 262144]),
        .writes(
            32, "defaults write D SelectedVoiceCreator -int 1835364215", ["SelectedVoiceCreator": 1_835_364_215]),
    ]

    /// The lines that make an application in the user's folder of them.
    static func application(_ name: String, _ identifier: String) -> String {
        """
        mkdir -p ~/Applications/\(name).app/Contents
        cat > ~/Applications/\(name).app/Contents/Info.plist <<'PLIST'
        <plist version="1.0"><dict>
        <key>CFBundleExecutable</key><string>run</string>
        <key>CFBundleIdentifier</key><string>\(identifier)</string>
        <key>CFBundleVersion</key><string>3.14</string>
        </dict></plist>
        PLIST
        """
    }
}
