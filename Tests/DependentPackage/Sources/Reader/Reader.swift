import DefaultsPreferences
import Foundation
import SafeUserDefaults

// A program that was written for Foundation's UserDefaults. Only the next line is new.

typealias UserDefaults = SafeUserDefaults

/// A property wrapper as many programs have it.
@propertyWrapper
struct Stored<Value> {
    let key: String
    let initial: Value
    var container: UserDefaults = .standard

    var wrappedValue: Value {
        get { container.object(forKey: key) as? Value ?? initial }
        nonmutating set { container.set(newValue, forKey: key) }
    }
}

enum Settings {
    static var pageWidth: Int {
        get { UserDefaults.standard.integer(forKey: "PageWidth") }
        set { UserDefaults.standard.set(newValue, forKey: "PageWidth") }
    }
}

/// A session as libraries keep it: encoded, with a date, in an instance of Foundation's class.
struct SessionStore {
    struct Session: Codable, Equatable {
        var user: String
        var token: String
    }

    let defaults: Foundation.UserDefaults

    var session: Session? {
        get { defaults.data(forKey: "Session").flatMap { try? JSONDecoder().decode(Session.self, from: $0) } }
        nonmutating set {
            defaults.set(newValue.flatMap { try? JSONEncoder().encode($0) }, forKey: "Session")
            defaults.set(Date(), forKey: "SessionDate")
        }
    }
}

@main
struct Program {
    static func main() throws {
        let defaults = UserDefaults.standard
        defaults.register(defaults: ["PageWidth": 80])
        check(Settings.pageWidth == 80)
        Settings.pageWidth = 100
        check(Settings.pageWidth == 100 && UserDefaults().integer(forKey: "PageWidth") == 100)

        let lastBook = Stored(key: "LastBook", initial: "")
        lastBook.wrappedValue = "Moby Dick"
        check(defaults.string(forKey: "LastBook") == "Moby Dick")

        let store = SessionStore(defaults: defaults)
        store.session = SessionStore.Session(user: "ann", token: "t")
        check(store.session?.user == "ann" && defaults.object(forKey: "SessionDate") is Date)

        guard let suite = UserDefaults(suiteName: "com.example.Reader") else { fatalError("no suite") }
        suite.set(["a", "b"], forKey: "Recent")
        check(suite.synchronize() && suite.stringArray(forKey: "Recent") == ["a", "b"])

        try check(Preferences.standard.contents["PageWidth"] == 100)
        check(defaults.synchronize())
        try check(FileDomainStore().contents(of: Domain("Reader"))["LastBook"] == "Moby Dick")
        print("reader: ok")
    }
}

/// Ends the program if a condition is false.
private func check(_ condition: Bool, line: UInt = #line) {
    guard condition else { fatalError("line \(line)") }
}
