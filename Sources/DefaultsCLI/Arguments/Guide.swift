import ToolSupport

/// The text in a verb's help that its forms and options do not provide: a description, exit statuses, an example and
/// references.
struct Guide: Sendable {
    /// The description, in a few sentences.
    let text: String
    /// Paragraphs that only `defaults-verbs(1)` has.
    let details: [String]
    /// The exit statuses whose descriptions replace the general descriptions.
    let statuses: [Status]
    /// An example, which `defaults-verbs(1)` has as well, or `nil` for a verb that the help does not show.
    let example: Example?
    /// Other verbs, and pages of the manual such as `defaults-formats(5)`.
    let related: [String]

    /// - Parameters:
    ///   - details: Paragraphs that the help omits.
    ///   - statuses: The statuses with a description of their own, in ascending order.
    ///   - related: The verbs and pages to read next.
    init(
        _ text: String, details: [String] = [], statuses: [Status] = [], example: Example?, related: [String] = []
    ) {
        self.text = text
        self.details = details
        self.statuses = statuses
        self.example = example
        self.related = related
    }

    /// The guide of a verb that the help does not show.
    static var empty: Guide { Guide("", example: nil) }

    struct Status: Sendable {
        let status: ExitStatus
        let meaning: String

        /// - Parameter meaning: A clause such as `the key does not exist`.
        init(_ status: ExitStatus, _ meaning: String) {
            self.status = status
            self.meaning = meaning
        }
    }

    /// An example, which a test runs.
    struct Example: Sendable {
        /// The purpose, as the beginning of a line, such as `Store a number`.
        let purpose: String
        /// Commands and their output, as a terminal shows them.
        let transcript: String

        init(_ purpose: String, _ transcript: String) {
            (self.purpose, self.transcript) = (purpose, transcript)
        }
    }
}
