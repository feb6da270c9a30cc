#!/usr/bin/env bash
# Sets up an account the way people do on a Mac: run once after a fresh installation, from any folder.

# Switches, with the flag and without: without it they are strings.
defaults write com.example.dock autohide -bool true
defaults write com.example.dock magnification -bool FALSE
defaults write com.example.dock launchanim -bool "no"
defaults write com.example.dock showhidden -boolean YES
defaults write com.example.dock static-only true
defaults write com.example.dock expose-group-apps NO
defaults write com.example.dock mod-count 1
defaults write com.example.dock orientation left

# Numbers.
defaults write com.example.dock tilesize -int 36
defaults write com.example.dock largesize -int "96"
defaults write com.example.dock wvous-tl-corner -integer 0
defaults write com.example.dock minimum -int -20
defaults write com.example.dock zoom-mask -int 9223372036854775807
defaults write com.example.dock autohide-delay -float 0
defaults write com.example.dock autohide-time-modifier -float "0.25"
defaults write com.example.dock expose-animation-duration -float 0.1
defaults write com.example.dock big -float 1e300

# The global domain by all its names.
defaults write NSGlobalDomain NSWindowResizeTime -float 0.001
defaults write -g com.example.mouse.scaling -float -1
defaults write -globalDomain AppleMetricUnits -bool true
defaults write kCFPreferencesAnyApplication AppleLocale -string "en_GB@currency=EUR"
defaults write "Apple Global Domain" AppleMeasurementUnits "Centimeters"
defaults write NSGlobalDomain AppleLanguages -array "en" "nl"
defaults write -g NSUserQuotesArray -array '"\""' '"\""' '"'\''"' '"'\''"'
defaults write -g NSUserKeyEquivalents '{
    "Select Next Tab" = "@~\U2192";
    "Select Previous Tab" = "@~\U2190";
}'

# Text that is easily taken for something else.
defaults write com.example.finder NewWindowTargetPath -string "file://${HOME}/Desktop/"
defaults write com.example.finder Highlight -string "0.764700 0.976500 0.568600"
defaults write com.example.finder Clock -string "\"EEE d MMM HH:mm:ss\""
defaults write com.example.finder Profile -string '{"json":[1,{"a":"<b>"}]}'
defaults write com.example.finder Empty -string ""
defaults write com.example.finder Blank ''
defaults write com.example.finder NetBIOSName -string "0x6A796872"
defaults write com.example.finder Backslash -string 'C:\new\table'
defaults write com.example.finder Escaped 'one\ttwo\nthree\\'
defaults write com.example.finder Lines -string $'first\nsecond'
defaults write com.example.finder Dash -foo
defaults write com.example.finder Shortcut "@~^\$,"
defaults write com.example.finder Arrow "@\U21a9"
defaults write com.example.finder 日本語 -string "ゴミ箱に入れる 🗑"

# Keys are taken as they are.
defaults write com.example.finder "Key With Spaces" -bool true
defaults write com.example.finder "Apple Bitpool Min (editable)" -int 40
defaults write com.example.finder com.example.keyboard.modifiermapping.1452-591-0 -int 1
defaults write com.example.finder 545129924 -bool true
defaults write com.example.finder _FXSortFoldersFirst -bool true
defaults write com.example.finder '' 1

# Lists.
defaults write com.example.lists Cleared -array
defaults write com.example.lists StringEncodings -array 4
defaults write com.example.lists Typed -array -string a -int 3 -bool yes -float 5.5 -data 0fBD -date "2019-09-16 05:45:42 +0000" plain
defaults write com.example.lists NoProxies "()"
defaults write com.example.lists DefaultColor '(255, 0, 0)'
defaults write com.example.lists displayOrder -array "com.example.mail" \
    "com.example.notes" \
    "com.example.calendar"
defaults write com.example.lists orderedItems -array \
    '{"enabled" = 1;"name" = "APPLICATIONS";}' \
    '{"enabled" = 0;"name" = "MENU_EXPRESSION";}' \
    '{enabled=1;name=PDF;}'
defaults write com.example.lists persistent-apps -array '{tile-data={}; tile-type="spacer-tile";}'
defaults write com.example.lists Mapping -array '<dict><key>Dst</key><integer>30064771113</integer><key>Src</key><integer>-1</integer></dict>'
defaults write com.example.lists Reals -array '<dict>
    <key>Real</key> <real>30064771113</real>
    <key>On</key>   <true/>
    <key>Path</key> <string>/Volumes/My Disk/a &amp; b</string>
</dict>'
defaults write com.example.lists Nested -array '(
    { a = (); },
    (b, c)
)'
defaults write com.example.lists Pasted '(
        {
        GUID = 568757455;
        "tile-data" =         {
            book = <626f6f6b dc02>;
            "dock-extra" = 0;
        };
    },
    last
)'

# Dictionaries.
defaults write com.example.panes FXInfoPanesExpanded -dict General -bool true OpenWith -bool true Privileges -bool false
defaults write com.example.panes Cleared -dict
defaults write com.example.panes Action -dict action 1 idle nil
defaults write com.example.panes Columns -dict '0' '( Command, CPUUsage, PID )' '1' '{ direction = 0; sort = 12HRPower; }'
defaults write com.example.panes Voices '{ "com.example.voice.Alex" = 1; }'
defaults write com.example.panes HotKeys -dict 64 '{ enabled = 0; value = { parameters = (65535, 49, 1048576); type = '\''standard'\''; }; }'
defaults write com.example.panes Services -dict '"com.example.Terminal - New (Tab)"' '{ presentation_modes = { ContextMenu = 1; }; }'
defaults write com.example.panes Fragment '<dict><key>enabled</key><false/><key>since</key><date>2024-01-31T12:00:00Z</date><key>blob</key><data>YWJj</data></dict>'
defaults write com.example.panes Scalar '<integer>18446744073709551615</integer>'
defaults write com.example.panes Bytes '<62706c69 7374>'
defaults write com.example.menus NSUserKeyEquivalents -dict "\033File\033Export To\033CSV…" '^~@s' "Send" "@\U21a9"

# Data and dates.
defaults write com.example.divvy.plist shortcuts -data 62706C6973743030d101
defaults write com.example.divvy odd -data 34f
defaults write com.example.divvy none -data ''
defaults write com.example.divvy since -date "2019-09-16 05:45:42 +0000"
defaults write com.example.divvy before -date "1904-01-01T00:00:00Z"
defaults write com.example.divvy zoned -date "2024-02-29 23:30:00 -0230"

# Whole domains: what was there before goes.
defaults write com.example.ruler Old -int 1
defaults write com.example.ruler '{ ScrollFactor = 3; "Show Ruler" = YES; margins = (1, 2); }'
defaults write com.example.xmlruler '<dict><key>ScrollFactor</key><real>3</real><key>Show Ruler</key><true/></dict>'

# Names with slashes and dots, hosts, and files.
defaults write com.example.LaunchServices/com.example.launchservices.secure LSHandlers -array \
    '{LSHandlerContentType=public.plain-text;LSHandlerRoleAll=com.example.Code;}' \
    "{ LSHandlerURLScheme = mailto; LSHandlerRoleAll = 'com.example.mail'; }"
defaults write .GlobalPreferences_m beta -bool true
defaults -currentHost write com.example.screensaver idleTime -int 0
defaults -currentHost write NSGlobalDomain com.example.mouse.tapBehavior -int 1
defaults -currentHost write -g com.example.empty -string ''
defaults -host "build-1" write com.example.screensaver idleTime -int 600
defaults write ~/Library/Preferences/com.example.mail SignByDefault -bool false
defaults write ~/Library/Preferences/ByHost/com.example.controlcenter.plist WiFi -int 18
defaults write ~/Library/Application\ Support/Example/Settings.plist debug -bool true
defaults write ./project/Info CFBundleVersion 42

# What was written is looked at, and decides what comes next.
defaults write com.example.copies size -int "$(defaults read com.example.dock tilesize)"
defaults write com.example.copies title -string "$(defaults read com.example.finder 日本語)"
defaults write com.example.copies type "$(defaults read-type com.example.divvy since)"
defaults write com.example.copies version "$(defaults read "$PWD/project/Info.plist" CFBundleVersion 2>/dev/null || true)"
if defaults read -g AppleMetricUnits &>/dev/null; then
    defaults write com.example.copies metric -bool "$(defaults read -g AppleMetricUnits)"
fi
if [[ $(defaults domains | tr ',' '\n' | grep -c 'com.example.dock$') == 1 ]]; then
    defaults write com.example.copies listed -bool true
fi
defaults read >/dev/null
defaults -currentHost read >/dev/null
defaults help >/dev/null

# Import and export.
defaults export com.example.ruler "$PWD/ruler.plist"
defaults import com.example.restored ./ruler.plist
defaults export com.example.xmlruler - | sed 's/<real>3</<real>4.5</' | defaults import com.example.restored -
cat <<END | defaults import com.example.controlcenter -
// Numbers are strings in this format.
"Key With Spaces" = 215;
"NSStatusItem Visible WiFi" = 1;
nested = { list = (a, "b c",); };
END
echo '{ fromText = yes; }' >saved.json
defaults import com.example.controlcenter saved.json
cat >theme.itermcolors <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<!-- The first of sixteen. -->
	<key>Ansi 0 Color</key>
	<dict>
		<key>Blue Component</key>
		<real>0.19607843137254902</real>
		<key>Alpha Component</key>
		<integer>1</integer>
	</dict>
</dict>
</plist>
END
defaults write com.example.terminal 'Custom Color Presets' -dict "Solarized" "$(cat theme.itermcolors)"

# What is not wanted goes again.
defaults write com.example.old Key -int 1
defaults delete com.example.old
defaults write com.example.copies unwanted -int 1
defaults delete com.example.copies "unwanted"
defaults write -g unwanted -int 1
defaults delete kCFPreferencesAnyApplication unwanted

# Nested settings, which PlistBuddy changes in place.
finder=~/Library/Preferences/com.example.finder.plist
defaults write "$finder" DesktopViewSettings -dict IconViewSettings '<dict><key>iconSize</key><integer>48</integer></dict>'
/usr/libexec/PlistBuddy -c "Add :FK_StandardViewSettings:IconViewSettings:arrangeBy string none" ~/Library/Preferences/com.example.finder.plist
/usr/libexec/PlistBuddy -c "Add :StandardViewSettings:IconViewSettings dict" ~/Library/Preferences/com.example.finder.plist
/usr/libexec/PlistBuddy -c "Add :DesktopViewSettings:IconViewSettings:showItemInfo bool false" ~/Library/Preferences/com.example.finder.plist
/usr/libexec/PlistBuddy -c "Set :DesktopViewSettings:IconViewSettings:showItemInfo true" ~/Library/Preferences/com.example.finder.plist
/usr/libexec/PlistBuddy -c "Set :FK_StandardViewSettings:IconViewSettings:arrangeBy grid" ~/Library/Preferences/com.example.finder.plist
/usr/libexec/PlistBuddy -c "Set :DesktopViewSettings:IconViewSettings:iconSize 64" ~/Library/Preferences/com.example.finder.plist
/usr/libexec/PlistBuddy -c "Add :StandardViewSettings:IconViewSettings:gridSpacing real 100" "$finder"
if [ "$(/usr/libexec/PlistBuddy -c 'Print :DesktopViewSettings:IconViewSettings:iconSize' "$finder")" = 64 ]; then
    /usr/libexec/PlistBuddy -x -c "Print :StandardViewSettings" "$finder" | defaults import com.example.views -
fi
