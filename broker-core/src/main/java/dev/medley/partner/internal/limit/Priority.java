package dev.medley.partner.internal.limit;

/** The order in which waiters of one queue are admitted, and the order in which they leave it when it is full. */
public enum Priority {
    /** Before all others. */
    HIGH("high", 0),
    /** As without a priority. */
    NORMAL("normal", 1),
    /** After all others. */
    LOW("low", 2);

    private final String configured;
    private final int rank;

    Priority(String configured, int rank) {
        this.configured = configured;
        this.rank = rank;
    }

    /** Returns the next lower one, if there is one. */
    public Priority lower() {
        return this == HIGH ? NORMAL : LOW;
    }

    /** Returns the number of those before it. */
    public int rank() {
        return rank;
    }

    /** Returns the name that the configuration uses. */
    public String configured() {
        return configured;
    }
}
