package dev.medley.config;

/** Threads that the code of one mashup runs on, in a server whose execution mode is {@link ExecutionMode#ASYNC}. */
public enum MashupMode {
    /** The loop that reads its request and its partners' responses: it must not block, and is not moved if it does. */
    ASYNC("async"),
    /** A share of the pool that no loop is in: it may hold a thread now and then. */
    POOL("pool"),
    /** A virtual thread, which may block; needs Java 21 or later. */
    VIRTUAL("virtual");

    private final String configured;

    MashupMode(String configured) {
        this.configured = configured;
    }

    /** Returns the name that the configuration uses. */
    public String configured() {
        return configured;
    }
}
