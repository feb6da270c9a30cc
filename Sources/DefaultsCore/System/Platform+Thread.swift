import Glibc

extension Platform {
    /// What the current thread is told apart by while it lives.
    static var currentThread: UInt { UInt(pthread_self()) }
}
