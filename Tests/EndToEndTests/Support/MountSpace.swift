import Glibc
import Testing

/// File systems that only the program under test sees: made in a mount namespace of its own, they go with it.
enum MountSpace {
    static let condition = ConditionTrait.enabled(if: isPossible, "nothing can be mounted here")

    static let withoutModesCondition = ConditionTrait.enabled(
        if: hasFileSystemWithoutModes, "neither FAT nor exFAT can be made and mounted here")

    private static let isPossible: Bool = {
        guard Executable.isInstalled("unshare") else { return false }
        let scratch = Scratch()
        return (try? scratch.bash("mkdir m && \(prefix) mount -t tmpfs tmpfs m").status) == 0
    }()

    private static let hasFileSystemWithoutModes: Bool = {
        guard isPossible, geteuid() == 0 else { return false }
        let scratch = Scratch()
        let words = ["unshare", "--mount", "/bin/bash", "-c", mountWithoutModes]
        return (try? scratch.run(["/usr/bin/env"] + words).status) == 0
    }()

    /// Lines of the shell that mount a file system without modes at `fat`: FAT or, where the kernel has none, exFAT by
    /// FUSE.
    static let mountWithoutModes = """
        PATH=$PATH:/usr/sbin:/sbin; mkdir -p fat; truncate -s 16M image; {
            mkfs.fat image && mount -t vfat -o loop,umask=022 image fat || {
                mkfs.exfat image && device=$(losetup -f --show image) && mount.exfat-fuse "$device" fat
                mounted=$?; losetup -d "$device"; [ "$mounted" = 0 ]
            }
        } >/dev/null 2>&1 || exit 99
        """

    /// The words before a program that give it a namespace of its own.
    static var prefix: String { geteuid() == 0 ? "unshare --mount" : "unshare --map-root-user --mount" }
}

extension Scratch {
    /// Runs a command on a root that is a file system of its own, after the root was prepared.
    ///
    /// - Parameters:
    ///   - preparation: what is done first, in the root; it is mounted by then, with 64 KiB, and holds the domain `D`.
    ///   - command: the command, as a line of the shell.
    /// - Returns: how the command ended; its output ends in `unchanged` if every file is what it was.
    func bashOnMountedRoot(_ preparation: String, command: String) throws -> Outcome {
        let script = """
            state() { (cd "$DEFAULTS_ROOT" && ls -A && stat -c '%n %i %y %s %f' * && cat * | cksum); }
            mkdir "$DEFAULTS_ROOT"
            mount -t tmpfs -o size=64k tmpfs "$DEFAULTS_ROOT" || exit 99
            defaults write D K v && defaults write D L w || exit 99
            (cd "$DEFAULTS_ROOT"; \(preparation)) || exit 99
            before=$(state)
            \(command)
            status=$?
            [ "$(state)" = "$before" ] && echo unchanged || state
            exit $status
            """
        return try bashInMountSpace(script)
    }

    /// Runs a script in a namespace of its own.
    func bashInMountSpace(_ script: String, environment: [String: String]? = nil) throws -> Outcome {
        let words = ["/bin/bash", "-c", "exec \(MountSpace.prefix) /bin/bash -c \"$1\"", "bash", script]
        return try run(words, environment: environment)
    }
}
