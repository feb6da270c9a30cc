import DefaultsSchemas
import Foundation

/// The settings of an editor with a terminal: each type of a value with a default, without one, as a secret, and
/// deprecated.
extension PreferenceSchema {
    static let many = PreferenceSchema("com.example.Large", title: "Settings of Large") {
        Keys(
            "Text", .fontName, .fontPoints, .lineHeight, .letterSpacing, .ligatures, .wrapLines, .wrapColumn,
            .tabWidth, .legacyTabSize, .rulers, .cursorBlinkInterval, .cursorColor, .accentColor, .abbreviations,
            .spellLanguages)
        Keys(
            "Windows", .scheme, .interfaceScale, .legacyScale, .zoomLevels, .mainFrame, .settingsFrame, .otherFrames,
            .fullscreen, .toolbar, .toolbarItems, .tabBarLimit, .icon, .installationID, .firstUse, .lastOpened,
            .lastVisit)
        Keys(
            "Programs", .shell, .terminalRows, .terminalState, .onExit, .legacyVariables, .functionKeys,
            .languageServers, .shownSeverity, .logLevel, .resultLimit, .projectsFolder, .bookmarks, .trustedHosts,
            .lastBackup, .cleanUps)
        Keys(
            "Account", .accountToken, .tokenExpiry, .masterPassword, .proxyPassword, .pin, .recoveryCodes, .sharesCode,
            .balance, .syncCredentials, .syncKey, .clientCertificate)
    }
}

extension PreferenceKey<Bool> {
    static let ligatures = Self("Ligatures", default: true).described("Whether ligatures are drawn.")
    static let wrapLines = Self("WrapLines", default: false).described("Whether long lines are wrapped.")
    static let toolbar = Self("Toolbar", default: true)
        .described("Whether windows have a toolbar.").deprecated("use ToolbarItems")
    static let sharesCode = Self("SharesCode", default: false).described("Whether the code is shared.").secret()
}

extension PreferenceKey<Bool?> {
    static let fullscreen = Self("Fullscreen").described("Whether the first window fills the screen.")
}

extension PreferenceKey<Int> {
    static let tabWidth = Self("TabWidth", default: 4, in: 1...16).described("The width of a tab, in columns.")
    static let wrapColumn = Self("WrapColumn", default: 120, in: 20...400)
        .described("The column at which lines are wrapped.")
    static let cursorBlinkInterval = Self("CursorBlinkInterval", default: 530, in: 0...5_000)
        .described("The time between blinks of the cursor, in milliseconds. 0 stops the blinking.")
    static let tabBarLimit = Self("TabBarLimit", default: 20, in: 1...200).described("The largest number of open tabs.")
    static let terminalRows = Self("TerminalRows", default: 24, in: 5...200)
        .described("The number of rows of a new terminal.")
    static let resultLimit = Self("ResultLimit", default: 10000, in: 1...).described("The largest number of results.")
}

extension PreferenceKey<String> {
    static let fontName = Self("FontName", default: "Monospace").described("The font of text.")
    static let accentColor = Self("AccentColor", default: "#3366cc", matching: "^#[0-9a-f]{6}$")
        .described("The color of selected controls.")
    static let shell = Self("Shell", default: "/bin/bash").described("The program that runs in a terminal.")
    static let masterPassword = Self("MasterPassword", default: "initial-passphrase")
        .described("The password of the settings.").secret()
    static let logLevel = Self("LogLevel", default: "warning")
        .described("The least severe message in the log.").deprecated("set the variable EDITOR_LOG")
}

extension PreferenceKey<[String]> {
    static let spellLanguages = Self("SpellLanguages", default: ["en"])
        .described("The languages in which words are checked.")
    static let trustedHosts = Self("TrustedHosts", default: [])
        .described("The servers whose certificates are not verified.").deprecated("install the certificates")
    static let recoveryCodes = Self("RecoveryCodes", default: [])
        .described("The codes that replace the token.").secret()
}

extension PreferenceKey<[String]?> {
    static let toolbarItems = Self("ToolbarItems").described("The buttons of the toolbar, in their order.")
}

extension PreferenceKey<String?> {
    static let cursorColor = Self("CursorColor", matching: "^#[0-9a-f]{6}$")
        .described("The color of the cursor, or none for that of the theme.")
    static let proxyPassword = Self("ProxyPassword").described("The password of the user at the proxy.").secret()
    static let accountToken = Self("AccountToken", matching: "^[0-9a-f]+$")
        .described("The token of the service.").secret()
}

extension PreferenceKey<Double> {
    static let fontPoints = Self("FontPoints", default: 12.5, in: 6...72).described("The size of text, in points.")
    static let lineHeight = Self("LineHeight", default: 1.25, in: 1..<3)
        .described("The height of a line, as a multiple of the size of text.")
    static let letterSpacing = Self("LetterSpacing", default: 0, in: -2...2)
        .described("The space between letters, in points.")
    static let balance = Self("Balance", default: 0.5).described("The balance of the account.").secret()
}

extension PreferenceKey<Int?> {
    static let legacyTabSize = Self("LegacyTabSize")
        .described("The width of a tab in old versions.").deprecated("use TabWidth")
    static let pin = Self("Pin", in: 1000...999_999).described("The number that unlocks the program.").secret()
}

extension PreferenceKey<Date?> {
    static let lastOpened = Self("LastOpened").described("The date of the last start.")
    static let lastBackup = Self("LastBackup").described("The date of the last version that was kept.")
    static let lastVisit = Self("LastVisit").described("The last start of old versions.").deprecated("use LastOpened")
    static let tokenExpiry = Self("TokenExpiry").described("The date on which the token expires.").secret()
}

extension PreferenceKey<Data?> {
    static let terminalState = Self("TerminalState").described("The contents of terminals that are restored.")
    static let bookmarks = Self("Bookmarks")
        .described("The bookmarks, in a form of this version.").deprecated("use BookmarkList")
    static let clientCertificate = Self("ClientCertificate")
        .described("The certificate that is shown to servers.").secret()
    static let syncKey = Self("SyncKey").described("The key that encrypts settings.").secret()
}

extension PreferenceKey<[String: String]> {
    static let abbreviations = Self("Abbreviations", default: ["btw": "by the way"])
        .described("The texts that replace abbreviations.")
    static let legacyVariables = Self("LegacyVariables", default: [:])
        .described("The variables of the shell in old versions.").deprecated("set them in the shell")
}

extension PreferenceKey<URL?> {
    static let projectsFolder = Self("ProjectsFolder").described("The folder of projects.")
}

extension PreferenceKey<Double?> {
    static let interfaceScale = Self("InterfaceScale", in: 0.5...4)
        .described("The scale of the interface, or none for that of the screen.")
    static let legacyScale = Self("LegacyScale")
        .described("The scale in old versions.").deprecated("use InterfaceScale")
}

extension PreferenceKey<[Int]> {
    static let rulers = Self("Rulers", default: [80, 120]).described("The columns of vertical rulers.")
}

extension PreferenceKey<ColorScheme> {
    static let scheme = Self("Scheme", default: .system).described("The colors of windows.").titled { $0.title }
}

extension PreferenceKey<WindowFrame> {
    static let mainFrame = Self("MainFrame", default: WindowFrame()).described("The frame of the main window.")
}

extension PreferenceKey<WindowFrame?> {
    static let settingsFrame = Self("SettingsFrame").described("The frame of the settings window.")
}

extension PreferenceKey<[WindowFrame]> {
    static let otherFrames = Self("OtherFrames", default: []).described("The frames of other windows.")
}

extension PreferenceKey<ExitBehavior> {
    static let onExit = Self("OnExit", default: .closeOnSuccess)
        .described("The state of a terminal after its program has ended.").titled { $0.title }
}

extension PreferenceKey<[Date]> {
    static let cleanUps = Self("CleanUps", default: []).described("The dates on which old versions were removed.")
}

extension PreferenceKey<UUID?> {
    static let installationID = Self("InstallationID").described("The identifier of this installation.")
}

extension PreferenceKey<Credentials?> {
    static let syncCredentials = Self("SyncCredentials").described("The keys of the server for settings.").secret()
}

extension PreferenceKey<[Int: String]> {
    static let functionKeys = Self("FunctionKeys", default: [1: "help"])
        .described("The commands of function keys, by number.")
}

extension PreferenceKey<[LanguageServer]> {
    static let languageServers = Self("LanguageServers", default: [LanguageServer()])
        .described("The programs that analyze files.")
}

extension PreferenceKey<Severity> {
    static let shownSeverity = Self("ShownSeverity", default: .hint)
        .described("The least severe message that is shown.").titled { $0.title }
}

extension PreferenceKey<[Double]> {
    static let zoomLevels = Self("ZoomLevels", default: [0.5, 1, 1.5, 2]).described("The levels of zoom.")
}

extension PreferenceKey<Date> {
    static let firstUse = Self("FirstUse", default: Date(timeIntervalSinceReferenceDate: 0))
        .described("The date of the first start.")
}

extension PreferenceKey<Data> {
    static let icon = Self("Icon", default: Data([1, 2])).described("The icon of the program.")
}
