import DefaultsCore
import PropertyList
import ToolSupport

/// An operand of `check`.
enum CheckedOperand: Sendable {
    /// A domain, or a file that is named as a domain is.
    case domain(DomainArgument)
    /// The path of a file.
    case file(String)
    /// The path of a folder.
    case folder(String)

    var isFolder: Bool {
        if case .folder = self { true } else { false }
    }

    /// Whether the operand is a domain that is identified by its name.
    var isNamedDomain: Bool {
        guard case .domain(let argument) = self else { return false }
        if case .path = argument.domain.name { return false }
        return true
    }
}

extension Operands {
    /// Returns the next operand of `check`.
    ///
    /// A path that leads to a folder, or can only lead to a folder because of its last character, is a folder, even if
    /// a file with the same name and `.plist` exists. With option `--paths`, all operands are paths, and their files
    /// are named in full.
    mutating func checked() throws(CommandError) -> CheckedOperand {
        guard let text = first?.text else { return .domain(try domain()) }
        if readsPaths {
            let path = redirected(try required())
            return InputFile.kind(of: path) == .folder || Self.isMarkedFolder(text) ? .folder(path) : .file(path)
        }
        guard first?.kind != .application,
            text == "." || text == ".." || Domain.isPath(text) || text.hasScalarSuffix("/")
        else { return .domain(try domain()) }
        let path = redirected(text)
        guard InputFile.kind(of: path) == .folder || Self.isMarkedFolder(text) else { return .domain(try domain()) }
        _ = next()
        return .folder(path)
    }

    /// Returns whether a path can only lead to a folder.
    private static func isMarkedFolder(_ path: String) -> Bool {
        path == "." || path == ".." || ["/", "/.", "/.."].contains(where: path.hasScalarSuffix)
    }
}
