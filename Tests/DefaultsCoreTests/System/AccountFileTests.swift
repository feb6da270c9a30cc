import Glibc
import Testing

@testable import DefaultsCore

/// The home folder of an account, from the lines of `/etc/passwd`.
struct AccountFileTests {
    private let contents = """
        root:x:0:0:root:/root:/bin/bash
        # a comment
        +nis::::::
        short:x:7
        sparse::1000::::
        relative:x:1001:1001::home/x:/bin/sh
        user:x:1002:1002:A User,,,:/home/us er:/bin/sh
        again:x:1002:1002::/home/again:/bin/sh
        noShell:x:1003:1003::/home/é
        words:x:12a:1003::/home/words:
        """

    @Test(
        "the home folder is the sixth field of the first line with the number of the user",
        arguments: [
            (0, "/root"), (1002, "/home/us er"), (1003, "/home/é"), (7, nil), (12, nil), (1000, nil), (1001, nil),
            (1004, nil),
        ] as [(UInt32, String?)])
    func home(user: UInt32, home: String?) {
        #expect(AccountFile.home(of: user, in: Array(contents.utf8)) == home)
    }

    @Test("a home folder that is not UTF-8 is not repaired")
    func notUTF8() {
        #expect(AccountFile.home(of: 5, in: Array("a:x:5:5::/home/".utf8) + [0xFF] + Array(":/bin/sh".utf8)) == nil)
    }

    @Test("the home folder of this account is the one that the C library reads in the file, or / without an account")
    func current() throws {
        let file = try #require(fopen("/etc/passwd", "r"))
        defer { fclose(file) }
        var home = "/"
        while let account = fgetpwent(file) {
            guard account.pointee.pw_uid == getuid() else { continue }
            home = String(cString: account.pointee.pw_dir)
            break
        }
        #expect(AccountFile.home == home)
    }
}
