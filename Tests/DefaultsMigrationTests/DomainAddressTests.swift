import DefaultsCore
import Testing

@testable import DefaultsPreferences

/// The texts that identify domains in migrations.
struct DomainAddressTests {
    @Test("domains with names that look like others on a host or of any user have other signatures")
    func signatures() throws {
        var domains: [Domain] = []
        for name in ["x", "x on this host", "x on host h", "any user's x", "x on host", "any user's x on this host"] {
            for host: Domain.Host in [.any, .current, .named("h"), .named("on this host"), .named("h on this host")] {
                for user: Domain.User in [.current, .any] { domains.append(try Domain(name, user: user, host: host)) }
            }
        }
        #expect(Set(domains.map(\.signature)).count == domains.count)
        #expect(try Domain("x", user: .any, host: .current).signature == "any user's x on this host")
        #expect(try !Domain("x on this host").hasSameAddress(as: Domain("x", host: .current)))
    }

    @Test(
        "a domain whose name is a spelling of the global domain has another signature",
        arguments: ["NSGlobalDomain", "-g", "Apple Global Domain", "NSGlobalDomain.plist", "x", "x.plist", "-x"])
    func literalNames(name: String) throws {
        #expect(try !Domain(literally: name).hasSameAddress(as: .global))
    }

    @Test("a domain whose name is like a path has another signature than the path")
    func namesLikePaths() throws {
        let domain = try Domain(literally: "~/x.plist")
        #expect(!domain.hasSameAddress(as: Domain("~/x.plist.plist")))
    }
}
