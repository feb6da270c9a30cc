package import PropertyList

/// A further check of documents, such as a comparison with a schema.
///
/// The findings need no positions. Those in the document itself get the positions of their paths.
package struct DocumentCheck: Sendable {
    /// A document that was read without an error.
    package struct Document {
        /// The path of the file.
        package let path: String
        package let bytes: [UInt8]
        /// The root value.
        package let value: PropertyListValue
        /// Whether the document is JSON.
        package let isJSON: Bool
    }

    let findings: @Sendable (Document) -> [DomainFinding]

    /// Creates a check.
    ///
    /// - Parameter findings: Returns the findings in a document, and in other files that the check reads.
    package init(_ findings: @escaping @Sendable (Document) -> [DomainFinding]) {
        self.findings = findings
    }
}
