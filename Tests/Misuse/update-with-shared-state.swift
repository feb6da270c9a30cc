// error: mutation of captured var 'count' in concurrently-executing code
import DefaultsPreferences

func use() -> MigrationStep {
    var count = 0
    return .update(named: "count") { _, new in
        count += 1
        new["Count"] = 1
    }
}
