import CStart
import DefaultsCLI
import DefaultsCore
import PlistBuddy
import ToolSupport

Platform.runCommand(start_arguments()) { name, arguments in
    let status =
        switch name {
        case "plistbuddy": PlistBuddyTool().run(arguments)
        case "plutil": PlutilTool.standard.run(arguments)
        default: DefaultsTool(protectMemory: Platform.protectMemory).run(arguments)
        }
    return status.rawValue
}
