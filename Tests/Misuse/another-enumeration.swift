// error: cannot convert value of type 'Other' to expected argument type 'Name'
import DefaultsCore

enum Name: String { case first }
enum Other: String { case second }

func use(_ preferences: Preferences) throws {
    try preferences.keyed(by: Name.self).write(1, for: Other.second)
}
