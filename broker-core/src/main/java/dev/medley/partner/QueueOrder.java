package dev.medley.partner;

/** The order in which waiters of the same priority are admitted. */
public enum QueueOrder {
    /** The one that waits longest first; a full queue refuses the newcomer. */
    OLDEST_FIRST("oldest-first"),
    /**
     * The one that came last first; in a full queue the newcomer takes the place of the one that waits longest. Under
     * overload most of those admitted have hardly waited, and those that wait in vain are those whose clients are likely to
     * have given up (adaptive LIFO, "Fail at Scale", ACM Queue 13(8), 2015).
     */
    NEWEST_FIRST("newest-first");

    private final String configured;

    QueueOrder(String configured) {
        this.configured = configured;
    }

    /** Returns the name that the configuration uses. */
    public String configured() {
        return configured;
    }
}
