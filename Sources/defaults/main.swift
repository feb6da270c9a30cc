import DefaultsCLI
import DefaultsCore

Platform.reserveStandardDescriptors()
Platform.ignoreFileSizeSignal()
let status = DefaultsTool().run(Platform.arguments)
Platform.exit(status.rawValue)
