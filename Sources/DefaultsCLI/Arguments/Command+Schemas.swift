import DefaultsCore
import ToolSupport

extension Command {
    /// When a verb uses the schemas of domains.
    enum SchemaUse {
        case never
        case always
        /// Always, by a verb that has flags for the types of values.
        case alwaysForTypedValues
        /// For output to the file of a domain. The verb has no options for schemas and journals.
        case ofOutput
        /// If an option is given. `isHermetic` says that the verb does not use the user's domains, so that their
        /// schemas have no effect.
        case with(@Sendable () -> Option, isHermetic: Bool = false)

        /// The options that select schemas.
        var options: [Option] {
            switch self {
            case .never, .ofOutput: []
            case .always, .alwaysForTypedValues: Option.schemas
            case .with(let option, _): Option.schemas.map { $0.requiring(option().name) }
            }
        }

        fileprivate func applies(to options: OptionValues) -> Bool {
            switch self {
            case .never: false
            case .always, .alwaysForTypedValues, .ofOutput: true
            case .with(let option, _): options.names.contains { $0 == option().name }
            }
        }
    }

    /// Returns the check against schemas, or `nil` if the verb does not use schemas or the options exclude them.
    ///
    /// - Parameters:
    ///   - folders: The folders of the domains.
    ///   - source: Returns the schemas that the environment selects. The arguments are the home folder, and whether the
    ///     user's domains are not used. Option `--schema` overrides the result.
    func schemaCheck(
        _ options: OptionValues, folders: DomainFolders,
        _ source: (_ home: String, _ isHermetic: Bool) throws(CommandError) -> DomainSchemas.Source
    ) throws(CommandError) -> SchemaCheck? {
        guard schemas.applies(to: options), !options.ignoresSchemas, !options.restoresValues, options.storage.hasFiles
        else { return nil }
        let isHermetic = if case .with(_, true) = schemas { true } else { folders.isRoot }
        let selected = try source(folders.home, isHermetic)
        let advice: SchemaCheck.Advice =
            switch schemas {
            case .ofOutput: .variable
            case .alwaysForTypedValues: .optionAndFlags
            case .never, .always, .with: .option
            }
        return SchemaCheck(
            DomainSchemas(options.schemaFile.map { .file($0) } ?? selected, folders: folders), advice: advice)
    }
}
