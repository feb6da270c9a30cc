extension PlutilInput {
    private static let information = #"""
        {"CADisableMinimumFrameDurationOnPhone": true, "CFBundleDisplayName": "Editor", "CFBundleExecutable":
        "editor", "CFBundleIdentifier": "com.example.editor", "CFBundleName": "Editor",
        "CFBundleShortVersionString": "1.2.3", "CFBundleURLTypes": [{"CFBundleURLName": "com.example.editor",
        "CFBundleURLSchemes": ["editor", "editor2"]}], "CFBundleVersion": "42", "LSUIElement": false,
        "NSAppTransportSecurity": {"NSAllowsArbitraryLoads": false}, "NSHumanReadableCopyright":
        "© 2026 Café & <Co>", "SUFeedURL": "https://example.com/appcast.xml", "SUPublicEDKey": "AAAA",
        "UIDeviceFamily": [1, 2]}
        """#

    /// Files like those that public scripts read.
    static let all = [
        PlutilInput("Info.plist", .xml, information),
        PlutilInput("bin.plist", .binary, information),
        PlutilInput(
            "agent.plist", .xml,
            #"""
            {"EnvironmentVariables": {"PATH": "/usr/bin:/bin", "TOOL_PORT": "8080"}, "KeepAlive": {"SuccessfulExit":
            false}, "Label": "com.example.agent", "Nice": -20, "ProgramArguments": ["/usr/local/bin/tool",
            "--config", "/etc/tool.conf"], "RunAtLoad": true, "StartCalendarInterval": {"Hour": 5, "Minute": 0},
            "StartInterval": 7200, "UserName": "root"}
            """#),
        PlutilInput("second.plist", .xml, #"{"Label": "com.example.second", "ProgramArguments": ["/bin/true"]}"#),
        PlutilInput("nolabel.plist", .xml, #"{"Program": "/bin/true"}"#),
        PlutilInput(
            "ent.plist", .xml,
            #"""
            {"com.apple.developer.associated-domains": ["applinks:example.com"],
            "com.apple.developer.team-identifier": "ABCDE12345", "com.apple.security.app-sandbox": true,
            "com.apple.security.application-groups": ["group.example"], "com.apple.security.device.audio-input":
            true, "keychain-access-groups": ["ABCDE12345.com.example"]}
            """#),
        PlutilInput(
            "debug.plist", .xml,
            #"""
            {"com.apple.security.device.audio-input": true, "com.apple.security.get-task-allow": true}
            """#),
        PlutilInput("groups.plist", .xml, #"{"com.apple.security.application-groups": ["group.example"]}"#),
        PlutilInput(
            "profile.plist", .xml,
            #"""
            {"DeveloperCertificates": [{"$data": "MIIBAmNlcnQ="}], "Entitlements": {"application-identifier":
            "ABCDE12345.com.example.editor", "get-task-allow": false}, "ExpirationDate": {"$date":
            "2027-08-06T21:48:30Z"}, "Platform": ["iOS", "xrOS"], "UUID": "11111111-2222-3333-4444-555555555555"}
            """#),
        PlutilInput(
            "catalog.plist", .xml,
            #"""
            {"Products": {"012-345": {"Packages": [{"Size": 123, "URL": "https://example.com/p.pkg"}], "PostDate":
            {"$date": "2025-09-15T17:00:00Z"}}}}
            """#),
        PlutilInput(
            "terminal.plist", .xml,
            #"""
            {"Default Window Settings": "Basic", "Window Settings": {"Pro": {"name": "Pro", "rowCount": 24},
            "v1.2 build": {"keyMapBoundKeys": {"F729": "\\033OH"}}}}
            """#),
        PlutilInput(
            "trust.plist", .xml,
            #"""
            {"trustList": {"ABCD": {"issuerName": {"$data": "AQI="}, "modDate": {"$date": "2020-01-02T03:04:05Z"}}},
            "trustVersion": 1}
            """#),
        PlutilInput(
            "disk.plist", .xml,
            #"""
            {"DeviceIdentifier": "disk4s1", "Internal": false, "Size Information": {"Compressed Ratio": 0.42},
            "TotalSize": 500107862016, "WritableVolume": true}
            """#),
        PlutilInput(
            "record.plist", .xml,
            #"""
            {"dsAttrTypeStandard:NFSHomeDirectory": ["/Users/me"], "dsAttrTypeStandard:RecordName": ["_me"]}
            """#),
        PlutilInput(
            "shadow.plist", .xml,
            #"""
            {"ShadowHashData": [{"$data":
            "YnBsaXN0MDDRAQJfEBRTQUxURUQtU0hBNTEyLVBCS0RGMtMDBAUGBwhXZW50cm9weVppdGVyYXRpb25zVHNhbHR\#
            DYWJjEYkPQ3h5eggLIikxPEFFSAAAAAAAAAEBAAAAAAAAAAkAAAAAAAAAAAAAAAAAAABM"}]}
            """#),
        PlutilInput(
            "prefs.plist", .binary,
            #"""
            {"AppleLanguages": ["en-US", "fr"], "blob": {"$data":
            "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJw=="}, "introSeen": true, "persistent-apps":
            [{"tile-data": {"file-label": "App0"}}, {"tile-data": {"file-label": "App1"}}], "settings": {"$data":
            "eyJjbGlja0JvdW5jZSI6ZmFsc2V9"}}
            """#),
        PlutilInput(
            "dock.plist", .xml,
            #"""
            {"autohide": true, "persistent-apps": [{"GUID": 0, "tile-type": "file-tile"}, {"GUID": 1, "tile-type":
            "file-tile"}, {"GUID": 2, "tile-type": "file-tile"}]}
            """#),
        PlutilInput("hotkeys.plist", .xml, #"{"AppleSymbolicHotKeys": {"61": {"enabled": false, "value": {}}}}"#),
        PlutilInput("deploy.plist", .xml, #"{"kubernetes": {"enabled": true}}"#),
        PlutilInput(
            "policy.plist", .xml,
            #"""
            {"assessment:authority": {"assessment:authority:source": "Notarized Developer ID"},
            "assessment:verdict": true}
            """#),
        PlutilInput(
            "PrivacyInfo.xcprivacy", .xml,
            #"""
            {"NSPrivacyCollectedDataTypes": [], "NSPrivacyTracking": false}
            """#),
        PlutilInput("real.plist", .xml, #"{"ratio": 3.25, "tiny": 1e-07}"#),
        PlutilInput(
            "some.plist", .xml,
            #"""
            {"arrayKey": ["first", "second", "third"], "boolKey": false, "dictKey": {"one": 1, "two": 2}, "intKey":
            100, "stringKey": "value"}
            """#),
        PlutilInput(
            "uid.plist", .binary,
            #"""
            {"$archiver": "NSKeyedArchiver", "$objects": ["$null", "x"], "$top": {"root": {"$uid": 1}}, "$version":
            100000}
            """#),
        PlutilInput(
            "example.plist", .xml,
            #"""
            {"fonts": ["Serif", {"size": "large"}, 12], "isOpen": true, "margins": {"sides": ["left", 3, false],
            "top.left": "wide", "unit": "mm"}, "pages": 60, "scale": 1.75, "title": "The \"New\" \\ Page"}
            """#),
        PlutilInput("-leading.plist", .xml, #"{"title": "dash"}"#),
        PlutilInput(
            "complex.plist", .xml,
            #"""
            {"hash": {"$data": "BQYHCA=="}, "since": {"$date": "2025-11-03T08:15:30Z"}}
            """#),
        PlutilInput("array.plist", .xml, #"[{"size": "large"}, "last", 3]"#),
        PlutilInput("stage/One.plist", .xml, #"{"a": 1}"#),
        PlutilInput("stage/a/Two.plist", .xml, #"{"b": "two"}"#),
        PlutilInput(
            "data.json", .json,
            #"""
            {"DEVONthink": "3.9.6", "Models": {"Mac14,2": {"SupportedOS": ["Tahoe 26"]}}, "assets": [{"url":
            "https://example.com/x.pkg"}], "build": 7, "count": 2, "expires": "2026-01-01T00:00:00.000Z", "general":
            {"managed": true}, "hardware": {"make": "Apple", "serialNumber": "C02X"}, "mode": "names", "name":
            "v37.0", "platforms": {"darwin-aarch64": {"signature": "c2ln", "url": "https://example.com/u.tar.gz"}},
            "rate_limits": {"five_hour": {"resets_at": 1790000000, "used_percentage": 12.5}}, "releases":
            [{"prerelease": false, "tag_name": "v1"}, {"prerelease": true, "tag_name": "v2"}], "token": "abc123"}
            """#),
        PlutilInput("device.json", .json, #"[{"blueprint_id": "b1", "blueprint_name": "Main", "device_id": "d1"}]"#),
        PlutilInput("manifest.json", .json, #"{"name": "link", "permissions": ["tabs"], "version": "1.4.2"}"#),
        PlutilInput("settings.json", .json, #"{"sourceDirty": false, "version": 1}"#),
        PlutilInput("config.json", .json, #"{"hasCompletedOnboarding": true}"#),
        PlutilInput("null.json", .text, "{\"a\":1,\"marker\":null}\n"),
        PlutilInput("one.json", .text, "1"),
        PlutilInput("invalid.json", .text, "{\"a\":\n"),
        PlutilInput("Localizable.strings", .text, "/* c */\n\"Folder\" = \"Dossier\";\n\"Hello\" = \"Bonjour\";\n"),
        PlutilInput("broken.strings", .text, "\"broken\" = \"x\"\n\"y\" = ;\n"),
        PlutilInput("app.lproj/InfoPlist.strings", .text, "CFBundleName = \"Ex\";\n"),
        PlutilInput(
            "project.pbxproj", .text,
            #"""
            // !$*UTF8*$!
            {
            	archiveVersion = 1;
            	classes = {
            	};
            	objects = {
            		AA01 /* P */ = {isa = PBXProject; knownRegions = (en, fr, ); };
            	};
            }

            """#),
        PlutilInput(
            "bad.plist", .text,
            #"""
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0">
            <dict>
            <string>x</string>
            </dict>
            </plist>

            """#),
        PlutilInput(
            "invalid.plist", .text,
            #"""
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><string>x</array></plist>

            """#),
        PlutilInput("not.plist", .text, "this is not a plist; {\n"),
    ]
}
