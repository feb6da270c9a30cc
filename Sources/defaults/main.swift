import DefaultsCLI
import DefaultsCore

Platform.reserveStandardDescriptors()
let status = DefaultsTool().run(Platform.arguments)
Platform.exit(status.rawValue)
