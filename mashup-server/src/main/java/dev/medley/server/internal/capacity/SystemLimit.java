package dev.medley.server.internal.capacity;

/** A limit, amount or version that the operating system or the JVM reports. */
public enum SystemLimit {
    /** Open files of this process: the soft limit, which a JVM on Linux raises to the hard one. */
    OPEN_FILES,
    /** The hard limit on open files. */
    OPEN_FILES_HARD,
    /** Ports for outbound connections to one address. */
    LOCAL_PORTS,
    /** Linux's {@code tcp_tw_reuse}: 1 if a port in TIME_WAIT may be used again, 2 if only on loopback, 0 if not. */
    TIME_WAIT_REUSE,
    /** Linux's bound on connections that wait to be accepted. */
    LISTEN_BACKLOG,
    /** Bytes of memory of the machine, or of this process's control group if that is less. */
    MEMORY,
    /** Bytes to which the heap of this JVM may grow. */
    MAX_HEAP,
    /** Bytes of a thread's stack. */
    THREAD_STACK,
    /** Processors that this JVM may use. */
    PROCESSORS,
    /** The version of Java: 17, 21. */
    JAVA_VERSION
}
