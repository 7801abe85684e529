package dev.medley.thread.internal.compute;

/** Why a computation has no result. */
public enum Drop {
    /** As many as may wait did so: it was refused. */
    QUEUE_FULL("queue full"),
    /** The deadline of its mashup has passed. */
    DEADLINE("deadline"),
    /** The client has left. */
    CLIENT_GONE("client gone"),
    /** The reply is decided, and does not need it. */
    OVER("mashup over"),
    /** The mashup has cancelled it: its stage, the branch that it is part of, or an item beside it that failed. */
    CANCELLED("cancelled");

    private final String label;

    Drop(String label) {
        this.label = label;
    }

    /** Returns the name for people and metrics. */
    public String label() {
        return label;
    }
}
