import DefaultsCLI
import DefaultsCore

Platform.reserveStandardDescriptors()
Platform.ignoreFileSizeSignal()
Platform.keepChildStatuses()
SignalDelay.enable()
Platform.runWithSufficientStack {
    let status =
        Platform.isCalled("PlistBuddy")
        ? PlistBuddyTool.standard.run(Platform.arguments)
        : DefaultsTool(protectMemory: Platform.protectMemory).run(Platform.arguments)
    Platform.exit(status.rawValue)
}
