import DefaultsCore
import ToolSupport

extension Command {
    /// Returns the check against schemas, or `nil` if the verb does not use schemas or the options exclude them.
    ///
    /// - Parameters:
    ///   - folders: The folders of the domains.
    ///   - source: Returns the schemas that the environment selects. The argument is whether the user's domains are not
    ///     used. Option `--schema` overrides the result.
    func schemaCheck(
        _ options: OptionValues, folders: DomainFolders,
        _ source: (_ isHermetic: Bool) throws(CommandError) -> DomainSchemas.Source
    ) throws(CommandError) -> SchemaCheck? {
        guard let option = self.options.first(where: { $0.name == Option.noSchema.name }),
            option.neededOption.map(options.names.contains) ?? true, !options.ignoresSchemas,
            !options.restoresValues, options.storage.hasFiles
        else { return nil }
        let selected = try source(folders.isRoot || !usesDomains)
        return SchemaCheck(
            DomainSchemas(options.schemaFile.map { .file($0) } ?? selected, folders: folders),
            advice: [Command.write.name, Command.batch.name].contains(name) ? .optionAndFlags : .option)
    }
}
