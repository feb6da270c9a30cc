import DefaultsPreferences

extension Preferences {
    func enlarge() {
        self[.fontSize] += 1
    }
}
