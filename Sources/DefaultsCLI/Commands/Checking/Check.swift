import DefaultsCore
import ToolSupport

extension Command {
    /// `check`: checks the files of domains, and property lists in folders, for problems. Changes nothing.
    static let check = Command(
        "check", summary: "checks property lists for problems", operands: OperandPattern(rest: .domain),
        forms: [
            Form("check", "checks the files of all domains"),
            Form("check <domain> ...", "checks the files of the domains"),
            Form("check <folder> ...", "checks the property lists in folders"),
            Form("check --paths <path> ...", "checks files and folders"),
            Form("check --same-keys <file> ...", "compares the keys of files"),
        ],
        options: [format, json, files, paths, sameKeys, .domains, ignore], schemas: .always, group: .checking,
        showsProgress: true, guide: guide
    ) { (invocation, input) throws(CommandError) in
        let options = invocation.options
        if options.comparesKeys {
            let paths = invocation.operands.map { input.folders.redirected($0.text) }
            guard paths.count > 1 else { throw invocation.misuse }
            return .query { (session) throws(CommandError) in try compareKeys(of: paths, in: session) }
        }
        var operands = Operands(of: invocation, input)
        var checked: [CheckedOperand] = []
        while !operands.isEmpty { checked.append(try operands.checked()) }
        if options.readsPaths, checked.isEmpty { throw invocation.misuse }
        if options.contains(.domains), !checked.isEmpty {
            throw .optionWithoutEffect(Option.domains.name, on: "the check of operands")
        }
        if options.contains(files), !checked.contains(where: { if case .folder = $0 { true } else { false } }) {
            throw .optionWithoutEffect(files.name, on: "a command line without folders")
        }
        return .query { [checked] (session) throws(CommandError) in try check(checked, in: session) }
    }

    private static var guide: Guide {
        Guide(
            """
            Checks property lists for problems, and changes nothing: files that cannot be read, keys that occur \
            twice, values that other programs cannot read, modes that let others read preferences, and temporary \
            files of interrupted writes. Each problem is printed with its line and column. In a folder, property \
            lists are recognized by their extensions and contents, and JSON as .xcstrings. The values of a domain are \
            compared with its schema, and those of every checked file with the schema in --schema. A JSON file that \
            is a schema is checked for errors instead.
            """,
            details: [
                """
                Without operands, the files of all domains are checked and, if the base is not a root, those in \
                /usr/local/etc. A file that is given by its path may have any root. Outside the base, only its \
                contents are checked. A path that leads to a folder, or ends in '/', stands for the property lists \
                in it, however deep. Links are not followed, folders with the name .git are not entered, and signed \
                profiles are omitted. With --no-schema, no file is checked as a schema.
                """,
                """
                A binary file has the offset of a byte in place of a line and a column. If a semicolon, comma, quote \
                or bracket is missing, the position is that of the place where it is missing, or of the string, \
                element or container that is not closed. A file with a merge conflict is reported at the first \
                marker, and a key that occurs several times at each repetition. See FINDINGS in defaults-formats(5).
                """,
            ],
            statuses: [
                Guide.Status(.success, "there are no problems"),
                Guide.Status(
                    .negative, "there are problems, a domain or path does not exist, or a folder has no such files"),
                Guide.Status(.invalidData, "a file cannot be read, or a schema cannot be used"),
            ],
            example: Guide.Example(
                "Check one domain",
                """
                $ defaults check com.example.Editor && echo clean
                clean
                """),
            related: ["read", "defaults-formats(5)"])
    }

    private static let format = Option(
        "--format", .word("<format>") as OptionOperand.Parsed<FindingFormat>, "Choose text, json or github",
        "Select the format of the findings. With github, print annotations for a workflow of GitHub."
    ) { $0.findingFormat = $1 }

    private static let json = Option(
        "--json", .plainJSON, "Print JSON", "Print JSON. The same as --format json.", excludes: [format.name]
    ) { options, _ in options.findingFormat = .json }

    private static let files = Option(
        "--files", .files, "Check only matching files (repeatable)",
        """
        Check exactly the files in folders whose names match, whatever they contain. A pattern with a slash is \
        compared with the path in the folder, as in App/**/*.json. May be repeated.
        """
    ) { $0.checkedFiles.append($1) }

    private static let paths = Option(
        "--paths", "Take operands as paths, not as domains",
        """
        Take all operands as paths of files and folders, even if they look like the names of domains. Hooks that pass \
        paths such as App/Info.plist need this option.
        """
    ) { $0.readsPaths = true }
    .takingOperands(OperandPattern(rest: .inputFile))

    private static let sameKeys = Option(
        "--same-keys", "Compare the keys of files",
        """
        Take all operands as paths of files, and report the keys that the first file has and another one lacks, or \
        the other way round. Dictionaries are compared recursively, arrays are not. A file that cannot be compared is \
        an error with status 65.
        """,
        excludes: [files.name, paths.name, Option.domains.name] + Option.schemas.map(\.name)
    ) { $0.comparesKeys = true }
    .takingOperands(OperandPattern(rest: .inputFile))

    private static let ignore = Option(
        "--ignore", .findingKind, "Omit findings of this kind (repeatable)",
        "Exclude findings of a kind. May be repeated."
    ) { $0.ignoredFindings.append($1) }

    private static func compareKeys(of paths: [String], in session: Session) throws(CommandError) -> ExitStatus {
        var report = FindingReport(session)
        let inspection = FileInspection(sizeLimit: session.options.sizeLimit)
        let missing = paths.filter { InputFile.kind(of: $0) == .missing }
        for path in missing { report.note(.pathMissing(path)) }
        // Without the first file, there is nothing to compare with.
        if missing.first != paths.first {
            try report.add(ofComparison: inspection.findings(inKeysOf: paths.filter { !missing.contains($0) }))
        }
        return try report.finish()
    }

    private static func check(_ operands: [CheckedOperand], in session: Session) throws(CommandError) -> ExitStatus {
        var report = FindingReport(session)
        let schemas = try session.schemaCheck.map { (check) throws(CommandError) in try CheckedSchemas(check.schemas) }
        try report.add(schemas?.findings ?? [])
        let files = FileInspection(sizeLimit: session.options.sizeLimit, check: schemas?.check)
        let inspection = DomainInspection(folders: session.folders, files: files)
        let hasNamedDomain = operands.contains {
            if case .domain(let argument) = $0 { !argument.domain.isPath } else { false }
        }
        if operands.isEmpty || hasNamedDomain { try session.requireRoot() }
        let progress = session.streams.progress
        if operands.isEmpty {
            progress?.note("checking", session.folders.user)
            try report.add(try findings(of: inspection, in: session))
        }
        for operand in operands {
            switch operand {
            case .domain(let domain):
                progress?.note("checking", domain.title)
                try report.add(inspection.findings(in: domain.domain), orReport: session.missingToCheck(domain))
            case .file(let path):
                progress?.note("checking", path)
                try report.add(files.findings(inFile: path), orReport: .pathMissing(path))
            case .folder(let path):
                try check(folder: path, files, in: session, &report)
            }
        }
        return try report.finish()
    }

    private static func check(
        folder path: String, _ inspection: FileInspection, in session: Session, _ report: inout FindingReport
    ) throws(CommandError) {
        guard InputFile.kind(of: path) != .missing else { return report.note(.pathMissing(path)) }
        let (patterns, progress) = (session.options.checkedFiles, session.streams.progress)
        var checkedCount = 0
        progress?.note("checking", path)
        let count = try CommandError.mapping(
            try inspection.visit(folder: path, files: patterns) { findings in
                checkedCount += 1
                progress?.note("checking", path, ", \(checkedCount == 1 ? "1 file" : "\(checkedCount) files")")
                try report.add(findings)
            })
        guard count == 0 else { return }
        report.note(
            patterns.isEmpty
                ? CommandError(.negative, "no property lists in '\(shown: path)'")
                : CommandError(.negative, "no file in '\(shown: path)' matches the patterns of '--files'"))
    }

    /// Returns the findings for the domains that the options choose.
    private static func findings(
        of inspection: DomainInspection, in session: Session
    ) throws(CommandError) -> [DomainFinding] {
        let scope = session.scope
        let found = try CommandError.mapping(try session.store.findAllDomains(scope))
        session.reportUnsearchedFolder(found.unsearchedFolder)
        if scope == .all { return try CommandError.mapping(try inspection.findingsInBase()) }
        if found.obstacles.isEmpty { try session.requireMatches(found.domains) }
        return inspection.findings(in: found)
    }
}

/// An operand of `check`.
private enum CheckedOperand: Sendable {
    /// A domain, or a file that is named as a domain is.
    case domain(DomainArgument)
    /// The path of a file.
    case file(String)
    /// The path of a folder.
    case folder(String)
}

extension Operands {
    /// Returns the next operand of `check`.
    ///
    /// A path that leads to a folder, or can only lead to a folder because of its last character, is a folder, even if
    /// a file with the same name and `.plist` exists. With option `--paths`, all operands are paths, and their files
    /// are named in full.
    fileprivate mutating func checked() throws(CommandError) -> CheckedOperand {
        guard let first, readsPaths || first.kind != .application else { return .domain(try domain()) }
        let (text, path) = (first.text, redirected(first.text))
        let isDots = text == "." || text == ".."
        let mayBeFolder = readsPaths || isDots || Domain.isPath(text) || text.hasScalarSuffix("/")
        let isMarked = isDots || DomainFolders.isMarkedAsFolder(text)
        let isFolder = mayBeFolder && (isMarked || InputFile.kind(of: path) == .folder)
        guard readsPaths || isFolder else { return .domain(try domain()) }
        _ = next()
        return isFolder ? .folder(path) : .file(path)
    }
}

extension Session {
    /// Returns the error for a missing domain. It mentions a file or folder in the current folder with its name.
    fileprivate func missingToCheck(_ domain: DomainArgument) -> CommandError {
        guard options.storage.hasFiles, let path = domain.pathInCurrentFolder(acceptingFolder: true) else {
            return missing(domain)
        }
        return CommandError.domainDoesNotExist(domain.title).suggesting(path)
    }
}
