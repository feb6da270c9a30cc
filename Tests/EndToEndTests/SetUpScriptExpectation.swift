/// What `Fixtures/setup.sh` must leave: each file below the scratch folder, with its pairs in `Notation`, by the order
/// of their keys.
enum SetUpScript {
    static let expectation = domains.merging(containers) { $1 }.merging(places) { $1 }

    private static let domains = [
        "root/com.example.dock.plist": #"""
        "autohide": true
        "autohide-delay": 0.0
        "autohide-time-modifier": 0.25
        "big": 1e+300
        "expose-animation-duration": 0.1
        "expose-group-apps": "NO"
        "largesize": 96
        "launchanim": false
        "magnification": false
        "minimum": -20
        "mod-count": "1"
        "orientation": "left"
        "showhidden": true
        "static-only": "true"
        "tilesize": 36
        "wvous-tl-corner": 0
        "zoom-mask": 9223372036854775807
        """#,
        "root/.GlobalPreferences.plist": #"""
        "AppleLanguages": ["en", "nl"]
        "AppleLocale": "en_GB@currency=EUR"
        "AppleMeasurementUnits": "Centimeters"
        "AppleMetricUnits": true
        "NSUserKeyEquivalents": {"Select Next Tab": "@~→", "Select Previous Tab": "@~←"}
        "NSUserQuotesArray": ["\"", "\"", "'", "'"]
        "NSWindowResizeTime": 0.001
        "com.example.mouse.scaling": -1.0
        """#,
        "root/com.example.finder.plist": #"""
        "": "1"
        "545129924": true
        "Apple Bitpool Min (editable)": 40
        "Arrow": "@↩"
        "Backslash": "C:\\new\\table"
        "Blank": ""
        "Clock": "\"EEE d MMM HH:mm:ss\""
        "Dash": "-foo"
        "Empty": ""
        "Escaped": "one\u{9}two\u{a}three\\"
        "Highlight": "0.764700 0.976500 0.568600"
        "Key With Spaces": true
        "Lines": "first\u{a}second"
        "NetBIOSName": "0x6A796872"
        "NewWindowTargetPath": "file://$HOME/Desktop/"
        "Profile": "{\"json\":[1,{\"a\":\"<b>\"}]}"
        "Shortcut": "@~^$,"
        "_FXSortFoldersFirst": true
        "com.example.keyboard.modifiermapping.1452-591-0": 1
        "日本語": "ゴミ箱に入れる 🗑"
        """#,
        "root/com.example.divvy.plist": #"""
        "before": @1904-01-01T00:00:00Z
        "none": <>
        "odd": <034f>
        "shortcuts": <62706c6973743030d101>
        "since": @2019-09-16T05:45:42Z
        "zoned": @2024-03-01T02:00:00Z
        """#,
        "root/com.example.ruler.plist": #"""
        "ScrollFactor": "3"
        "Show Ruler": "YES"
        "margins": ["1", "2"]
        """#,
        "root/com.example.xmlruler.plist": #"""
        "ScrollFactor": 3.0
        "Show Ruler": true
        """#,
        "root/com.example.copies.plist": #"""
        "listed": true
        "metric": true
        "size": 36
        "title": "ゴミ箱に入れる 🗑"
        "type": "Type is date"
        "version": "42"
        """#,
        "root/com.example.restored.plist": #"""
        "ScrollFactor": 4.5
        "Show Ruler": true
        "margins": ["1", "2"]
        """#,
        "root/com.example.controlcenter.plist": #"""
        "Key With Spaces": "215"
        "NSStatusItem Visible WiFi": "1"
        "fromText": "yes"
        "nested": {"list": ["a", "b c"]}
        """#,
    ]

    private static let containers = [
        "root/com.example.lists.plist": #"""
        "Cleared": []
        "DefaultColor": ["255", "0", "0"]
        "Mapping": [{"Dst": 30064771113, "Src": -1}]
        "Nested": [[{"a": []}, ["b", "c"]]]
        "NoProxies": []
        "Pasted": [{"GUID": "568757455", "tile-data": {"book": <626f6f6bdc02>, "dock-extra": "0"}}, "last"]
        "Reals": [{"On": true, "Path": "/Volumes/My Disk/a & b", "Real": 30064771113.0}]
        "StringEncodings": ["4"]
        "Typed": ["a", 3, true, 5.5, <0fbd>, @2019-09-16T05:45:42Z, "plain"]
        "displayOrder": ["com.example.mail", "com.example.notes", "com.example.calendar"]
        "orderedItems": [\#
        {"enabled": "1", "name": "APPLICATIONS"}, \#
        {"enabled": "0", "name": "MENU_EXPRESSION"}, \#
        {"enabled": "1", "name": "PDF"}]
        "persistent-apps": [{"tile-data": {}, "tile-type": "spacer-tile"}]
        """#,
        "root/com.example.panes.plist": #"""
        "Action": {"action": "1", "idle": "nil"}
        "Bytes": <62706c697374>
        "Cleared": {}
        "Columns": {"0": ["Command", "CPUUsage", "PID"], "1": {"direction": "0", "sort": "12HRPower"}}
        "FXInfoPanesExpanded": {"General": true, "OpenWith": true, "Privileges": false}
        "Fragment": {"blob": <616263>, "enabled": false, "since": @2024-01-31T12:00:00Z}
        "HotKeys": {"64": {"enabled": "0", "value": {"parameters": ["65535", "49", "1048576"], "type": "standard"}}}
        "Scalar": 18446744073709551615
        "Services": {"com.example.Terminal - New (Tab)": {"presentation_modes": {"ContextMenu": "1"}}}
        "Voices": {"com.example.voice.Alex": "1"}
        """#,
        "root/com.example.menus.plist": #"""
        "NSUserKeyEquivalents": {"\u{1b}File\u{1b}Export To\u{1b}CSV…": "^~@s", "Send": "@↩"}
        """#,
        "root/com.example.terminal.plist": #"""
        "Custom Color Presets": {"Solarized": \#
        {"Ansi 0 Color": {"Alpha Component": 1, "Blue Component": 0.19607843137254902}}}
        """#,
    ]

    private static let places = [
        "root/com.example.LaunchServices/com.example.launchservices.secure.plist": #"""
        "LSHandlers": [\#
        {"LSHandlerContentType": "public.plain-text", "LSHandlerRoleAll": "com.example.Code"}, \#
        {"LSHandlerRoleAll": "com.example.mail", "LSHandlerURLScheme": "mailto"}]
        """#,
        "root/.GlobalPreferences_m.plist": #""beta": true"#,
        "root/ByHost/.GlobalPreferences..plist": #"""
        "com.example.empty": ""
        "com.example.mouse.tapBehavior": 1
        """#,
        "root/ByHost/com.example.screensaver..plist": #""idleTime": 0"#,
        "root/ByHost/com.example.screensaver.build-1.plist": #""idleTime": 600"#,
        "home/Library/Preferences/com.example.mail.plist": #""SignByDefault": false"#,
        "home/Library/Preferences/com.example.finder.plist": #"""
        "DesktopViewSettings": {"IconViewSettings": {"iconSize": 64, "showItemInfo": true}}
        "FK_StandardViewSettings": {"IconViewSettings": {"arrangeBy": "grid"}}
        "StandardViewSettings": {"IconViewSettings": {"gridSpacing": 100.0}}
        """#,
        "root/com.example.views.plist": #""IconViewSettings": {"gridSpacing": 100.0}"#,
        "home/Library/Preferences/ByHost/com.example.controlcenter.plist": #""WiFi": 18"#,
        "home/Library/Application Support/Example/Settings.plist": #""debug": true"#,
        "project/Info.plist": #""CFBundleVersion": "42""#,
        "ruler.plist": #"""
        "ScrollFactor": "3"
        "Show Ruler": "YES"
        "margins": ["1", "2"]
        """#,
    ]
}
