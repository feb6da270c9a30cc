import CStart
import DefaultsCLI
import DefaultsCore
import PlistBuddy
import ToolSupport

SignalDelay.enable()
Platform.runCommand {
    let vector = start_arguments()
    let arguments = Platform.arguments(of: vector)
    let status =
        if Platform.isCalled("PlistBuddy", by: vector) {
            PlistBuddyTool().run(arguments)
        } else if Platform.isCalled("plutil", by: vector) {
            PlutilTool.standard.run(arguments)
        } else {
            DefaultsTool(protectMemory: Platform.protectMemory).run(arguments)
        }
    return status.rawValue
}
