import CStart
import DefaultsCLI
import DefaultsCore
import PlistBuddy
import ToolSupport

Platform.reserveStandardDescriptors()
Platform.ignoreFileSizeSignal()
Platform.keepChildStatuses()
SignalDelay.enable()
Platform.runWithSufficientStack {
    let vector = start_arguments()
    let arguments = Platform.arguments(of: vector)
    let status =
        Platform.isCalled("PlistBuddy", by: vector)
        ? PlistBuddyTool.standard.run(arguments)
        : DefaultsTool(protectMemory: Platform.protectMemory).run(arguments)
    Platform.exit(status.rawValue)
}
