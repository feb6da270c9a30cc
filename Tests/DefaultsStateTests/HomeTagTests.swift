import PropertyList
import Testing

@testable import DefaultsState

/// Paths and URLs inside the home folder, and their tags.
struct HomeTagTests {
    private static let ann = HomeTag(home: "/home/ann")

    @Test(
        "paths and URLs inside the home folder are tags, and stand for the same in another home folder",
        arguments: [
            ("/home/ann", "", "/h/j x"), ("/home/ann/", "/", "/h/j x/"), ("/home/ann/é b", "/é b", "/h/j x/é b"),
            ("file:///home/ann", "file://", "file:///h/j%20x"),
            ("file:///home/ann/", "file:///", "file:///h/j%20x/"),
            ("file:///home/ann/a%20b", "file:///a%20b", "file:///h/j%20x/a%20b"),
        ])
    func tags(text: String, content: String, elsewhere: String) throws {
        let tag = try #require(Self.ann.tag(of: text))
        #expect(tag == ["$home": .string(content)])
        for (home, expected) in [("/home/ann", text), ("/h/j x", elsewhere)] {
            #expect(Self.resolved(tag, home) == .string(expected))
            #expect(HomeTag(home: home).tag(of: expected) == tag)
        }
    }

    @Test(
        "other strings are no tags",
        arguments: [
            "", "/", "/home/anna", "file:///home/anna", "/home/an", "file:/home/ann", "FILE:///home/ann",
            "file://localhost/home/ann", "https:///home/ann", "x/home/ann", "file:///home/%61nn", "file:///",
        ])
    func others(text: String) {
        #expect(Self.ann.tag(of: text) == nil)
    }

    @Test("a URL in which the home folder is not encoded is no tag, since its tag would stand for another text")
    func encoding() {
        let home = HomeTag(home: "/home/jörg x")
        #expect(home.tag(of: "file:///home/jörg x/a") == nil)
        #expect(home.tag(of: "file:///home/j%c3%b6rg%20x/a") == nil)
        #expect(home.tag(of: "file:///home/j%C3%B6rg%20x/a") == ["$home": "file:///a"])
    }

    @Test("the root of the file system as home folder has no tags, and those of others are paths in it")
    func root() {
        #expect(HomeTag(home: "/").tag(of: "/a") == nil)
        #expect(HomeTag(home: "/").tag(of: "file:///a") == nil)
        for (content, text) in [("", "/"), ("/a", "/a"), ("file://", "file:///"), ("file:///a", "file:///a")] {
            #expect(Self.resolved(["$home": .string(content)], "/") == .string(text))
        }
    }

    @Test(
        "a text that is neither a path nor a URL stays a tag, which is refused",
        arguments: ["a", "file:/a", "file://a"])
    func invalid(content: String) {
        let tag: PropertyListValue = ["$home": .string(content)]
        #expect(Self.resolved(tag, "/home/ann") == tag)
    }

    private static func resolved(_ tag: PropertyListValue, _ home: String) -> PropertyListValue {
        HomeTag(home: home).string(of: tag) ?? tag
    }
}
