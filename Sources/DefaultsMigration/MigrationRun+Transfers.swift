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
        /// The path of the value because of which the conflict policy prevents the step.
        var obstacle: PropertyListPath?

        var isKept: Bool { obstacle != nil }
    }

    /// A path in a file. Domains with different names can be the same file.
    struct FileLocation: Hashable {
        let file: Int
        let path: PropertyListPath
    }

    /// Returns the transfers of all old values. The values are read before the first step is performed.
    func transfers(
        from transaction: DomainTransaction, _ progress: inout Progress
    ) throws(MigrationError) -> [Transfer] {
        var transfers: [Transfer] = []
        transfers.reserveCapacity(migration.steps.count)
        let targetFile = transaction.file(of: migration.target)
        let (sourceFile, sourceContents) = (transaction.file(of: migration.source), transaction[migration.source])
        for step in migration.steps {
            guard let old = step.old, let new = step.new else { continue }
            let source = migration.source(of: step)
            let file = step.source == nil ? sourceFile : transaction.file(of: source)
            let contents = step.source == nil ? sourceContents : transaction[source]
            if file == targetFile, old == new {
                progress.reported.append(.init(source: source, old: old, new: new, effect: .samePlace))
            } else if let found = contents[old] {
                if step.action == .move, contents.isElement(old) {
                    throw MigrationError.elementOfArray(old, domain: source)
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

    private func converted(
        _ value: PropertyListValue, by step: MigrationStep, at path: PropertyListPath, in source: Domain
    ) throws(MigrationError) -> PropertyListValue {
        var converted = value
        if let conversion = step.conversion {
            // An error of the closure means the same as `nil`: the value cannot be converted.
            guard let result = try? conversion(value, to: step.type) else {
                throw MigrationError.notConvertible(
                    path, domain: source, conversion: conversion.name, expected: step.type, value.type)
            }
            converted = result
        }
        if let type = step.type, converted.type != type {
            throw MigrationError.wrongType(path, domain: source, expected: type, found: converted.type)
        }
        return converted
    }
}
