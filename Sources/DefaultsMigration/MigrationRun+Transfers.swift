import DefaultsCore
import PropertyList

extension MigrationRun {
    /// A value that a step moves or copies.
    struct Transfer {
        let step: MigrationStep
        let source: Domain
        let old: FileLocation
        let new: PropertyListPath
        let value: PropertyListValue
        /// The value before its conversion, if it was converted.
        let original: PropertyListValue?
        /// The old values after the first one, if the value was computed from several.
        var others: [(location: FileLocation, value: PropertyListValue)] = []
        /// Whether the conflict policy prevents the step.
        var isKept = false

        /// The locations of all old values.
        var locations: [FileLocation] { others.isEmpty ? [old] : [old] + others.map(\.location) }
    }

    /// A path in a file. Domains with different names can be the same file.
    struct FileLocation: Hashable {
        let file: Int
        let path: PropertyListPath
    }

    /// Returns the steps of the migration for given contents: a step for each value that a pattern matches, and the
    /// steps without patterns. Reports the patterns that match nothing.
    ///
    /// - Throws: ``MigrationError`` if the steps conflict.
    func steps(
        in transaction: DomainTransaction, _ progress: inout Progress
    ) throws(MigrationError) -> [MigrationStep] {
        guard migration.steps.contains(where: { $0.pattern != nil }) else { return migration.steps }
        var steps: [MigrationStep] = []
        for step in migration.steps {
            guard let templates = try step.pattern?.templates() else {
                steps.append(step)
                continue
            }
            let source = migration.source(of: step)
            let matching = step.steps(matching: templates, in: transaction[source])
            if matching.isEmpty {
                progress.reported.append(
                    .init(source: source, old: templates.old.title, new: templates.new?.title, effect: .absent))
            }
            steps += matching
        }
        try Migration.validate(steps, source: migration.source)
        return steps
    }

    /// Returns the transfers of all old values. The values are read before the first step is performed.
    func transfers(
        of steps: [MigrationStep], from transaction: DomainTransaction, _ progress: inout Progress
    ) throws(MigrationError) -> [Transfer] {
        var transfers: [Transfer] = []
        transfers.reserveCapacity(steps.count)
        let targetFile = transaction.file(of: migration.target)
        let (sourceFile, sourceContents) = (transaction.file(of: migration.source), transaction[migration.source])
        for step in steps {
            guard let old = step.old, let new = step.new else { continue }
            let source = migration.source(of: step)
            let file = step.source == nil ? sourceFile : transaction.file(of: source)
            let contents = step.source == nil ? sourceContents : transaction[source]
            if let combination = step.combination {
                let combined = try combined(combination, of: step, in: contents, of: source, file: file)
                if let combined {
                    transfers.append(combined)
                } else {
                    progress.reported.append(.init(source: source, old: old, new: new, effect: .absent))
                }
            } else if file == targetFile, old == new {
                progress.reported.append(.init(source: source, old: old, new: new, effect: .samePlace))
            } else if let found = contents[old] {
                if step.action == .move, contents.isElement(old) {
                    throw MigrationError(.elementOfArray(old, domain: source))
                }
                let value = try converted(found, by: step, at: old, in: source)
                transfers.append(
                    Transfer(
                        step: step, source: source, old: FileLocation(file: file, path: old), new: new, value: value,
                        original: value == found ? nil : found))
            } else if step.defaultValue == nil {
                progress.reported.append(.init(source: source, old: old, new: new, effect: .absent))
            }
        }
        return transfers
    }

    /// Returns the transfer of several old values, or `nil` if none of them exists.
    private func combined(
        _ combination: MigrationCombination, of step: MigrationStep, in contents: PropertyListDictionary,
        of source: Domain, file: Int
    ) throws(MigrationError) -> Transfer? {
        var present: [(location: FileLocation, value: PropertyListValue)] = []
        for path in step.oldPaths {
            guard let value = contents[path] else { continue }
            if contents.isElement(path) { throw MigrationError(.elementOfArray(path, domain: source)) }
            present.append((FileLocation(file: file, path: path), value))
        }
        guard let first = present.first, let new = step.new else { return nil }
        let path = first.location.path
        guard let value = try? combination.body(step.oldPaths.map { contents[$0] }) else {
            throw MigrationError(
                .notConvertible(
                    path, domain: source, conversion: combination.name, expected: step.type, first.value.type))
        }
        try requireType(of: value, for: step, at: path, in: source)
        return Transfer(
            step: step, source: source, old: first.location, new: new, value: value, original: first.value,
            others: Array(present.dropFirst()))
    }

    private func converted(
        _ value: PropertyListValue, by step: MigrationStep, at path: PropertyListPath, in source: Domain
    ) throws(MigrationError) -> PropertyListValue {
        var converted = value
        if let conversion = step.conversion {
            // An error of the closure means the same as `nil`: the value cannot be converted.
            guard let result = try? conversion(value, to: step.type) else {
                throw MigrationError(
                    .notConvertible(
                        path, domain: source, conversion: conversion.name, expected: step.type, value.type))
            }
            converted = result
        }
        try requireType(of: converted, for: step, at: path, in: source)
        return converted
    }

    /// Throws an error if a value has another type than its step expects.
    private func requireType(
        of value: PropertyListValue, for step: MigrationStep, at path: PropertyListPath, in source: Domain
    ) throws(MigrationError) {
        guard let type = step.type, value.type != type else { return }
        throw MigrationError(.wrongType(path, domain: source, expected: type, found: value.type))
    }
}
