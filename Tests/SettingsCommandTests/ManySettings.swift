import DefaultsPreferences
import DefaultsSchemas
import Foundation

/// The 186 settings of an editor with a terminal, to test the command at the size of a large program.
extension PreferenceSchema {
    static let many = PreferenceSchema("com.example.Large", title: "Settings of Large") {
        Keys(
            "Text", .fontName, .fontPoints, .fontWeight, .ligatures, .lineHeight, .letterSpacing, .tabWidth,
            .insertSpaces, .trimTrailingSpace, .finalNewline, .lineEndings, .defaultEncoding, .wrapLines, .wrapColumn,
            .rulers, .showInvisibles, .invisibles, .legacyTabSize, .fallbackFont)
        Keys(
            "Editing", .autoIndent, .autoCloseBrackets, .autoCloseQuotes, .smartHome, .columnSelection, .undoLevels,
            .cursorBlinkInterval, .editorCursor, .completeWhileTyping, .completionDelay, .completionCount,
            .snippetsFirst, .abbreviations, .spellCheck, .spellLanguages, .ignoredWords, .formatOnSave, .formatter,
            .formatterTimeout)
        Keys(
            "Appearance", .scheme, .lightTheme, .darkTheme, .accentColor, .cursorColor, .windowOpacity,
            .blurBackground, .showLineNumbers, .relativeLineNumbers, .showMinimap, .minimapSide, .minimapWidth,
            .highlightLine, .highlightBrackets, .showIndentGuides, .reduceMotion, .animationDuration, .interfaceScale,
            .toolbar)
        Keys(
            "Windows", .mainFrame, .settingsFrame, .restoreWindows, .confirmQuit, .oneWindow, .sidebarSide,
            .sidebarWidth, .showSidebar, .showStatusBar, .showTabBar, .tabBarLimit, .closeTabsOfDeletedFiles,
            .toolbarItems, .otherFrames, .alwaysOnTop, .fullscreen, .monitor, .lastOpened)
        Keys(
            "Terminal", .shell, .shellArguments, .shellEnvironment, .terminalType, .scrollbackLines,
            .terminalColumns, .terminalRows, .terminalCursor, .bell, .bracketedPaste, .copyOnSelect,
            .pasteOnMiddleClick, .optionIsMeta, .wordSeparators, .palette, .onExit, .shellIntegration, .terminalState,
            .terminalFrameRate)
        Keys(
            "Search", .matchCase, .wholeWords, .regularExpressions, .wrapAround, .searchWhileTyping, .preserveCase,
            .excludedFolders, .includedFiles, .followLinks, .searchHiddenFiles, .contextLines, .resultLimit,
            .searchThreads, .recentSearches, .recentSearchCount, .searchProgram, .largestSearchedFile, .resultOrder)
        Keys(
            "Files", .autoSave, .autoSaveDelay, .keepBackups, .backupFolder, .backupCount, .atomicSave, .watchFiles,
            .reloadSilently, .recentFiles, .recentFileCount, .fileTypes, .hiddenFiles, .sidebarOrder, .foldersFirst,
            .largestOpenedFile, .projectsFolder, .lastBackup, .cleanUps, .bookmarks)
        Keys(
            "Updates", .checkForUpdates, .updateInterval, .channel, .installSilently, .skippedVersion, .lastCheck,
            .updateServer, .sendStatistics, .sendCrashReports, .installationID, .proxyHost, .proxyPort, .proxyUser,
            .proxyPassword, .networkTimeout, .verifyCertificates, .trustedHosts, .clientCertificate)
        Keys(
            "Accounts", .accountName, .accountMail, .accountToken, .masterPassword, .pin, .recoveryCodes,
            .syncCredentials, .syncKey, .syncSettings, .syncServer, .syncInterval, .lastSync, .syncedGroups,
            .conflicts, .commitName, .commitMail, .signCommits, .signingKey)
        Keys(
            "Languages", .interfaceLanguage, .useMetric, .functionKeys, .keyBindings, .modalEditing, .keyTimeout,
            .languageServers, .startServers, .serverMemory, .shownSeverity, .inlayHints, .semanticColors, .hoverHelp,
            .hoverDelay, .renamePreview, .zoomLevels, .debuggerTimeout, .debuggerPort, .logLevel)
    }
}

extension PreferenceKey<Bool> {
    static let ligatures = Self("Ligatures", default: true).described("Whether ligatures are drawn.")
    static let insertSpaces = Self("InsertSpaces", default: true).described("Whether the tab key inserts spaces.")
    static let trimTrailingSpace = Self("TrimTrailingSpace", default: true)
        .described("Whether saving removes spaces at the ends of lines.")
    static let finalNewline = Self("FinalNewline", default: true)
        .described("Whether saving adds a missing newline at the end of a file.")
    static let wrapLines = Self("WrapLines", default: false).described("Whether long lines are wrapped.")
    static let showInvisibles = Self("ShowInvisibles", default: false).described("Whether spaces and tabs are visible.")
    static let autoIndent = Self("AutoIndent", default: true)
        .described("Whether a new line has the indentation of the line before.")
    static let autoCloseBrackets = Self("AutoCloseBrackets", default: true)
        .described("Whether typing a bracket inserts the closing one.")
    static let autoCloseQuotes = Self("AutoCloseQuotes", default: true)
        .described("Whether typing a quote inserts the closing one.")
    static let smartHome = Self("SmartHome", default: true)
        .described("Whether the home key first moves to the first letter.")
    static let columnSelection = Self("ColumnSelection", default: false).described("Whether dragging selects columns.")
    static let completeWhileTyping = Self("CompleteWhileTyping", default: true)
        .described("Whether completions are shown while typing.")
    static let snippetsFirst = Self("SnippetsFirst", default: false)
        .described("Whether snippets are listed before other completions.")
    static let spellCheck = Self("SpellCheck", default: false).described("Whether words are checked.")
    static let formatOnSave = Self("FormatOnSave", default: false).described("Whether saving formats the file.")
    static let blurBackground = Self("BlurBackground", default: false)
        .described("Whether the background of a window is blurred.")
    static let showLineNumbers = Self("ShowLineNumbers", default: true).described("Whether lines have numbers.")
    static let relativeLineNumbers = Self("RelativeLineNumbers", default: false)
        .described("Whether numbers count from the current line.")
    static let showMinimap = Self("ShowMinimap", default: false)
        .described("Whether a small image of the file is shown.")
    static let highlightLine = Self("HighlightLine", default: true)
        .described("Whether the current line is highlighted.")
    static let highlightBrackets = Self("HighlightBrackets", default: true)
        .described("Whether matching brackets are highlighted.")
    static let showIndentGuides = Self("ShowIndentGuides", default: true)
        .described("Whether lines show the depth of indentation.")
    static let reduceMotion = Self("ReduceMotion", default: false).described("Whether animations are off.")
    static let toolbar = Self("Toolbar", default: true)
        .described("Whether windows have a toolbar.").deprecated("use ToolbarItems")
    static let restoreWindows = Self("RestoreWindows", default: true)
        .described("Whether the windows of the last session are opened.")
    static let confirmQuit = Self("ConfirmQuit", default: false).described("Whether quitting asks a question.")
    static let oneWindow = Self("OneWindow", default: false).described("Whether files open in tabs of one window.")
    static let showSidebar = Self("ShowSidebar", default: true).described("Whether the sidebar is shown.")
    static let showStatusBar = Self("ShowStatusBar", default: true).described("Whether the status bar is shown.")
    static let showTabBar = Self("ShowTabBar", default: true).described("Whether the tab bar is shown.")
    static let closeTabsOfDeletedFiles = Self("CloseTabsOfDeletedFiles", default: false)
        .described("Whether tabs of deleted files are closed.")
    static let alwaysOnTop = Self("AlwaysOnTop", default: false).described("Whether windows stay above others.")
    static let fullscreen = Self("Fullscreen", default: false).described("Whether the first window fills the screen.")
    static let bracketedPaste = Self("BracketedPaste", default: true).described("Whether pasted text is marked.")
    static let copyOnSelect = Self("CopyOnSelect", default: false).described("Whether selected text is copied.")
    static let pasteOnMiddleClick = Self("PasteOnMiddleClick", default: true)
        .described("Whether the middle button pastes.")
    static let optionIsMeta = Self("OptionIsMeta", default: false).described("Whether the option key sends an escape.")
    static let shellIntegration = Self("ShellIntegration", default: true)
        .described("Whether the shell reports its prompts.")
    static let matchCase = Self("MatchCase", default: false).described("Whether upper case differs from lower case.")
    static let wholeWords = Self("WholeWords", default: false).described("Whether only whole words are found.")
    static let regularExpressions = Self("RegularExpressions", default: false)
        .described("Whether the text is a regular expression.")
    static let wrapAround = Self("WrapAround", default: true).described("Whether a search continues at the other end.")
    static let searchWhileTyping = Self("SearchWhileTyping", default: true)
        .described("Whether a search begins while typing.")
    static let preserveCase = Self("PreserveCase", default: false)
        .described("Whether a replacement has the case of the text.")
    static let followLinks = Self("FollowLinks", default: false).described("Whether links to folders are followed.")
    static let searchHiddenFiles = Self("SearchHiddenFiles", default: false)
        .described("Whether hidden files are searched.")
    static let autoSave = Self("AutoSave", default: false).described("Whether files are saved without a command.")
    static let keepBackups = Self("KeepBackups", default: true).described("Whether the last version of a file is kept.")
    static let atomicSave = Self("AtomicSave", default: true).described("Whether a file is replaced when it is saved.")
    static let watchFiles = Self("WatchFiles", default: true)
        .described("Whether changes by other programs are followed.")
    static let reloadSilently = Self("ReloadSilently", default: false)
        .described("Whether changed files are read without a question.")
    static let foldersFirst = Self("FoldersFirst", default: true).described("Whether folders are listed before files.")
    static let checkForUpdates = Self("CheckForUpdates", default: true)
        .described("Whether the program looks for new versions.")
    static let installSilently = Self("InstallSilently", default: false)
        .described("Whether new versions are installed without a question.")
    static let sendStatistics = Self("SendStatistics", default: false).described("Whether statistics are sent.")
    static let sendCrashReports = Self("SendCrashReports", default: false)
        .described("Whether reports of crashes are sent.")
    static let verifyCertificates = Self("VerifyCertificates", default: true)
        .described("Whether certificates are verified.")
    static let syncSettings = Self("SyncSettings", default: false).described("Whether settings are stored on a server.")
    static let signCommits = Self("SignCommits", default: false).described("Whether commits are signed.")
    static let useMetric = Self("UseMetric", default: true).described("Whether lengths are metric.")
    static let modalEditing = Self("ModalEditing", default: false)
        .described("Whether keys are commands until text is inserted.")
    static let startServers = Self("StartServers", default: true).described("Whether language servers are started.")
    static let inlayHints = Self("InlayHints", default: true).described("Whether types are shown in the text.")
    static let semanticColors = Self("SemanticColors", default: true)
        .described("Whether a language server determines colors.")
    static let hoverHelp = Self("HoverHelp", default: true)
        .described("Whether pointing at a name shows its documentation.")
    static let renamePreview = Self("RenamePreview", default: true)
        .described("Whether renaming shows the changes first.")
}

extension PreferenceKey<Int> {
    static let fontWeight = Self("FontWeight", default: 400, in: 100...900).described("The weight of text.")
    static let tabWidth = Self("TabWidth", default: 4, in: 1...16).described("The width of a tab, in columns.")
    static let wrapColumn = Self("WrapColumn", default: 120, in: 20...400)
        .described("The column at which lines are wrapped.")
    static let undoLevels = Self("UndoLevels", default: 1000, in: 0...100_000)
        .described("The number of changes that can be undone.")
    static let cursorBlinkInterval = Self("CursorBlinkInterval", default: 530, in: 0...5_000)
        .described("The time between blinks of the cursor, in milliseconds. 0 stops the blinking.")
    static let completionDelay = Self("CompletionDelay", default: 150, in: 0...2_000)
        .described("The time before completions are shown, in milliseconds.")
    static let completionCount = Self("CompletionCount", default: 12, in: 1...50)
        .described("The largest number of completions that are shown.")
    static let formatterTimeout = Self("FormatterTimeout", default: 10, in: 1...600)
        .described("The time for which a formatter may run, in seconds.")
    static let minimapWidth = Self("MinimapWidth", default: 90, in: 40...300)
        .described("The width of the small image of the file, in pixels.")
    static let animationDuration = Self("AnimationDuration", default: 200, in: 0...1_000)
        .described("The duration of animations, in milliseconds.")
    static let sidebarWidth = Self("SidebarWidth", default: 240, in: 120...800)
        .described("The width of the sidebar, in pixels.")
    static let tabBarLimit = Self("TabBarLimit", default: 20, in: 1...200).described("The largest number of open tabs.")
    static let scrollbackLines = Self("ScrollbackLines", default: 10000, in: 0...1_000_000)
        .described("The number of lines that are kept.")
    static let terminalColumns = Self("TerminalColumns", default: 80, in: 20...500)
        .described("The number of columns of a new terminal.")
    static let terminalRows = Self("TerminalRows", default: 24, in: 5...200)
        .described("The number of rows of a new terminal.")
    static let terminalFrameRate = Self("TerminalFrameRate", default: 60, in: 1...240)
        .described("The number of frames a second.")
    static let contextLines = Self("ContextLines", default: 2, in: 0...20)
        .described("The number of lines around a result.")
    static let resultLimit = Self("ResultLimit", default: 10000, in: 1...).described("The largest number of results.")
    static let searchThreads = Self("SearchThreads", default: 0, in: 0...64)
        .described("The number of threads of a search. 0 is the number of cores.")
    static let recentSearchCount = Self("RecentSearchCount", default: 20, in: 0...100)
        .described("The number of searches that are kept.")
    static let largestSearchedFile = Self("LargestSearchedFile", default: 20, in: ...1_000)
        .described("The size of the largest file that is searched, in megabytes.")
    static let autoSaveDelay = Self("AutoSaveDelay", default: 30, in: 1...3_600)
        .described("The time between a change and its save, in seconds.")
    static let backupCount = Self("BackupCount", default: 5, in: 1...100)
        .described("The number of versions that are kept.")
    static let recentFileCount = Self("RecentFileCount", default: 30, in: 0...200)
        .described("The number of files that are listed.")
    static let largestOpenedFile = Self("LargestOpenedFile", default: 512, in: 1...16_384)
        .described("The size of the largest file that is opened, in megabytes.")
    static let updateInterval = Self("UpdateInterval", default: 24, in: 1...720)
        .described("The time between checks, in hours.")
    static let proxyPort = Self("ProxyPort", default: 8080, in: 1...65_535).described("The port of the proxy.")
    static let networkTimeout = Self("NetworkTimeout", default: 30, in: 1...600)
        .described("The time to wait for a server, in seconds.")
    static let syncInterval = Self("SyncInterval", default: 15, in: 1...1_440)
        .described("The time between transfers of settings, in minutes.")
    static let keyTimeout = Self("KeyTimeout", default: 1000, in: 100...10_000)
        .described("The time between the keys of one command, in milliseconds.")
    static let serverMemory = Self("ServerMemory", default: 2048, in: 64...65_536)
        .described("The memory of a language server, in megabytes.")
    static let hoverDelay = Self("HoverDelay", default: 300, in: 0...5_000)
        .described("The time before documentation is shown, in milliseconds.")
}

extension PreferenceKey<String> {
    static let fontName = Self("FontName", default: "Monospace").described("The font of text.")
    static let defaultEncoding = Self("DefaultEncoding", default: "utf-8").described("The encoding of new files.")
    static let lightTheme = Self("LightTheme", default: "Paper").described("The theme of bright windows.")
    static let darkTheme = Self("DarkTheme", default: "Night").described("The theme of dark windows.")
    static let accentColor = Self("AccentColor", default: "#3366cc", matching: "^#[0-9a-f]{6}$")
        .described("The color of selected controls.")
    static let shell = Self("Shell", default: "/bin/bash").described("The program that runs in a terminal.")
    static let terminalType = Self("TerminalType", default: "xterm-256color", matching: "^[a-z0-9-]+$")
        .described("The value of the variable TERM.")
    static let wordSeparators = Self("WordSeparators", default: " ,.;").described("The characters that end a word.")
    static let backupFolder = Self("BackupFolder", default: "~/.local/state/editor")
        .described("The folder of the last versions.")
    static let skippedVersion = Self("SkippedVersion", default: "0.0", matching: "^[0-9]+([.][0-9]+)*$")
        .described("The version that is not offered.")
    static let proxyHost = Self("ProxyHost", default: "").described("The name of the proxy.")
    static let accountMail = Self("AccountMail", default: "me@example.com", matching: "^[^@ ]+@[^@ ]+$")
        .described("The address of the account.")
    static let masterPassword = Self("MasterPassword", default: "initial-passphrase")
        .described("The password of the settings.").secret()
    static let commitName = Self("CommitName", default: "").described("The name in commits.")
    static let commitMail = Self("CommitMail", default: "").described("The address in commits.")
    static let logLevel = Self("LogLevel", default: "warning")
        .described("The least severe message in the log.").deprecated("set the variable EDITOR_LOG")
}

extension PreferenceKey<[String]> {
    static let spellLanguages = Self("SpellLanguages", default: ["en"])
        .described("The languages in which words are checked.")
    static let ignoredWords = Self("IgnoredWords", default: []).described("The words that are always accepted.")
    static let toolbarItems = Self("ToolbarItems", default: ["open", "save", "find"])
        .described("The buttons of the toolbar, in their order.")
    static let shellArguments = Self("ShellArguments", default: ["-l"]).described("The arguments of the shell.")
    static let excludedFolders = Self("ExcludedFolders", default: [".git", "node_modules"])
        .described("The folders that are not searched.")
    static let includedFiles = Self("IncludedFiles", default: [])
        .described("The patterns of the files that are searched.")
    static let recentSearches = Self("RecentSearches", default: []).described("The last searches.")
    static let recentFiles = Self("RecentFiles", default: []).described("The files that were opened last.")
    static let hiddenFiles = Self("HiddenFiles", default: [".DS_Store"])
        .described("The files that the sidebar does not show.")
    static let trustedHosts = Self("TrustedHosts", default: [])
        .described("The servers whose certificates are not verified.").deprecated("install the certificates")
    static let recoveryCodes = Self("RecoveryCodes", default: [])
        .described("The codes that replace the token.").secret()
    static let syncedGroups = Self("SyncedGroups", default: ["Text", "Editing"])
        .described("The groups of settings that are stored on the server.")
}

extension PreferenceKey<String?> {
    static let fallbackFont = Self("FallbackFont")
        .described("The font of characters that the font of text does not have.")
    static let formatter = Self("Formatter").described("The command that formats a file.")
    static let cursorColor = Self("CursorColor", matching: "^#[0-9a-f]{6}$")
        .described("The color of the cursor, or none for that of the theme.")
    static let searchProgram = Self("SearchProgram").described("The program that searches files.")
    static let proxyUser = Self("ProxyUser").described("The name of the user at the proxy.")
    static let proxyPassword = Self("ProxyPassword").described("The password of the user at the proxy.").secret()
    static let accountName = Self("AccountName").described("The name of the account.")
    static let accountToken = Self("AccountToken", matching: "^[0-9a-f]+$")
        .described("The token of the service.").secret()
    static let signingKey = Self("SigningKey").described("The identifier of the key that signs commits.")
    static let interfaceLanguage = Self("InterfaceLanguage")
        .described("The language of the interface, or none for that of the system.")
}

extension PreferenceKey<Double> {
    static let fontPoints = Self("FontPoints", default: 12.5, in: 6...72).described("The size of text, in points.")
    static let lineHeight = Self("LineHeight", default: 1.25, in: 1..<3)
        .described("The height of a line, as a multiple of the size of text.")
    static let letterSpacing = Self("LetterSpacing", default: 0, in: -2...2)
        .described("The space between letters, in points.")
    static let windowOpacity = Self("WindowOpacity", default: 1, in: 0.2...1).described("The opacity of windows.")
}

extension PreferenceKey<Int?> {
    static let legacyTabSize = Self("LegacyTabSize")
        .described("The width of a tab in old versions.").deprecated("use TabWidth")
    static let monitor = Self("Monitor", in: 0...15).described("The number of the screen of the first window.")
    static let pin = Self("Pin", in: 1000...999_999).described("The number that unlocks the program.").secret()
    static let debuggerPort = Self("DebuggerPort", in: 1024...65_535).described("The port of the debugger.")
}

extension PreferenceKey<Date?> {
    static let lastOpened = Self("LastOpened").described("The date of the last start.")
    static let lastBackup = Self("LastBackup").described("The date of the last version that was kept.")
    static let lastCheck = Self("LastCheck").described("The date of the last check.")
    static let lastSync = Self("LastSync").described("The date of the last transfer.")
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
    static let shellEnvironment = Self("ShellEnvironment", default: [:])
        .described("The variables of the shell, in addition to those of the program.")
    static let fileTypes = Self("FileTypes", default: ["Makefile": "make"])
        .described("The languages of files, by name.")
}

extension PreferenceKey<URL?> {
    static let projectsFolder = Self("ProjectsFolder").described("The folder of projects.")
    static let updateServer = Self("UpdateServer")
        .described("The address of the server, or none for that of the maker.")
    static let syncServer = Self("SyncServer").described("The address of the server for settings.")
}

extension PreferenceKey<CursorShape> {
    static let editorCursor = Self("EditorCursor", default: .bar)
        .described("The shape of the cursor in text.").titled { $0.title }
    static let terminalCursor = Self("TerminalCursor", default: .block)
        .described("The shape of the cursor in a terminal.").titled { $0.title }
}

extension PreferenceKey<Side> {
    static let minimapSide = Self("MinimapSide", default: .right)
        .described("The side of the small image of the file.").titled { $0.title }
    static let sidebarSide = Self("SidebarSide", default: .left)
        .described("The side of the sidebar.").titled { $0.title }
}

extension PreferenceKey<Double?> {
    static let interfaceScale = Self("InterfaceScale", in: 0.5...4)
        .described("The scale of the interface, or none for that of the screen.")
    static let debuggerTimeout = Self("DebuggerTimeout").described("The time to wait for a debugger, in seconds.")
}

extension PreferenceKey<SortOrder> {
    static let resultOrder = Self("ResultOrder", default: .path)
        .described("The order of the results.").titled { $0.title }
    static let sidebarOrder = Self("SidebarOrder", default: .name)
        .described("The order of files in the sidebar.").titled { $0.title }
}

extension PreferenceKey<LineEnding> {
    static let lineEndings = Self("LineEndings", default: .unix)
        .described("The line endings of new files.").titled { $0.title }
}

extension PreferenceKey<[Int]> {
    static let rulers = Self("Rulers", default: [80, 120]).described("The columns of vertical rulers.")
}

extension PreferenceKey<InvisibleKind> {
    static let invisibles = Self("Invisibles", default: .trailing)
        .described("The invisible characters that are drawn.").titled { $0.title }
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

extension PreferenceKey<BellKind> {
    static let bell = Self("Bell", default: .visible).described("The signal for a bell character.").titled { $0.title }
}

extension PreferenceKey<ColorTable> {
    static let palette = Self("Palette", default: ColorTable()).described("The sixteen colors of a terminal.")
}

extension PreferenceKey<ExitBehavior> {
    static let onExit = Self("OnExit", default: .closeOnSuccess)
        .described("The state of a terminal after its program has ended.").titled { $0.title }
}

extension PreferenceKey<[Date]> {
    static let cleanUps = Self("CleanUps", default: []).described("The dates on which old versions were removed.")
}

extension PreferenceKey<UpdateChannel> {
    static let channel = Self("Channel", default: .stable)
        .described("The versions that are offered.").titled { $0.title }
}

extension PreferenceKey<UUID?> {
    static let installationID = Self("InstallationID").described("The identifier of this installation.")
}

extension PreferenceKey<Credentials?> {
    static let syncCredentials = Self("SyncCredentials").described("The keys of the server for settings.").secret()
}

extension PreferenceKey<ConflictRule> {
    static let conflicts = Self("Conflicts", default: .newest)
        .described("The version of a setting that is used after a conflict.").titled { $0.title }
}

extension PreferenceKey<[Int: String]> {
    static let functionKeys = Self("FunctionKeys", default: [1: "help"])
        .described("The commands of function keys, by number.")
}

extension PreferenceKey<[String: [String]]> {
    static let keyBindings = Self("KeyBindings", default: ["save": ["ctrl+s"]]).described("The keys of commands.")
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
