// error: mutation of captured var 'count' in concurrently-executing code
import DefaultsMigration

func use() -> MigrationStep {
    var count = 0
    return .update(named: "count") { values in
        count += 1
        values.new["Count"] = 1
    }
}
