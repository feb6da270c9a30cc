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
}

extension Operands {
    /// Returns the next operand of `check`.
    ///
    /// A path that leads to a folder, or can only lead to a folder because of its last character, is a folder, even if
    /// a file with the same name and `.plist` exists. With option `--paths`, all operands are paths, and their files
    /// are named in full.
    mutating func checked() throws(CommandError) -> CheckedOperand {
        guard let text = first?.text else { return .domain(try domain()) }
        let path = redirected(text)
        let isFolder = {
            InputFile.kind(of: path) == .folder || [".", ".."].contains(text) || DomainFolders.isMarkedAsFolder(text)
        }
        if readsPaths {
            _ = next()
            return isFolder() ? .folder(path) : .file(path)
        }
        guard first?.kind != .application,
            text == "." || text == ".." || Domain.isPath(text) || text.hasScalarSuffix("/"), isFolder()
        else { return .domain(try domain()) }
        _ = next()
        return .folder(path)
    }
}
