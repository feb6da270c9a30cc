package import DefaultsCore

extension StateApplier {
    /// Returns an error for each domain that a document lists and that cannot be read or changed. Changes nothing.
    package func errors(applying document: StateDocument, isExact: Bool) -> [PreferencesError] {
        document.domains.compactMap { domain in
            do {
                _ = try rehearsal.apply(StateDocument(domains: [domain]), isExact: isExact)
                return nil
            } catch {
                return error as? PreferencesError
            }
        }
    }
}
