import Foundation
import PackagePlugin

/// Writes Swift files of a test target, from its folder `Examples` and the code of the documentation.
@main struct DocumentationPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let package = context.package.directoryURL
        let examples = target.directoryURL.appending(path: "Examples")
        let output = context.pluginWorkDirectoryURL
        let templates = try FileManager.default.contentsOfDirectory(atPath: examples.path)
        // The folders with the documentation, and with what can be compiled code of it.
        let folders = [
            "Sources", "Tests/AdapterPackage/Sources", "Tests/DependentPackage/Sources", "Tests/DocumentationTests",
            "Tests/MainActorTests", "Tests/SettingsCommandTests",
        ]
        let files = folders.flatMap { folder in
            let files = FileManager.default.enumerator(
                at: package.appending(path: folder), includingPropertiesForKeys: nil)
            return files?.compactMap { $0 as? URL } ?? []
        }
        return [
            .buildCommand(
                displayName: "Extracting the code of the documentation",
                executable: try context.tool(named: "DocumentationCode").url,
                arguments: [package.path, examples.path, output.path],
                inputFiles: files.filter { ["swift", "md"].contains($0.pathExtension) }
                    + [package.appending(path: "README.md")],
                outputFiles: (templates + ["Declarations.swift"]).map { output.appending(path: "Extracted" + $0) })
        ]
    }
}
