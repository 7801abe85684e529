package dev.medley.thread.internal.placement;

/** The kinds of threads that the code of a mashup may run on. */
public enum Where {
    /** The thread that the request or the response came on, which may be a loop. */
    INLINE("async"),
    /** A thread of the pool, of a share of it. */
    POOL("pool"),
    /** A virtual thread. */
    VIRTUAL("virtual");

    private final String label;

    Where(String label) {
        this.label = label;
    }

    /** Returns the name for people, which is that of the configuration. */
    public String label() {
        return label;
    }
}
