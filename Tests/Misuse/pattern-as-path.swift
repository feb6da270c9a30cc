// error: cannot convert value of type 'PropertyListPathGlob' to expected argument type
import DefaultsMigration
import PropertyList

func use(_ pattern: PropertyListPathGlob, _ path: PropertyListPath) -> MigrationStep {
    .move(path, to: pattern)
}
