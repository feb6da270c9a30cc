/// The conditions under which output is colored.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never
}
