// error: cannot convert value of type 'String' to expected argument type 'Name'
import DefaultsCore

enum Name: String { case first }

func use(_ preferences: Preferences) throws {
    try preferences.keyed(by: Name.self).write(1, for: "first")
}
