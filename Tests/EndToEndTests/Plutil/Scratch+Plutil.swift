import Foundation

extension Scratch {
    /// Runs plutil, which is a link to the release executable.
    @discardableResult
    func plutil(_ arguments: String..., input: String = "", outputPath: String? = nil) throws -> Outcome {
        try plutil(arguments, input: Array(input.utf8), outputPath: outputPath)
    }

    /// Runs plutil.
    @discardableResult
    func plutil(
        _ arguments: [String], input: [UInt8] = [], environment: [String: String]? = nil, outputPath: String? = nil
    ) throws -> Outcome {
        try run([plutil] + arguments, input: input, environment: environment, outputPath: outputPath)
    }

    /// The path of the link.
    var plutil: String { path + "/bin/plutil" }
}
