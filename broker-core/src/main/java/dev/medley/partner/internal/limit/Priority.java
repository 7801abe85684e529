package dev.medley.partner.internal.limit;

/** The order in which waiters of one queue are admitted, and the order in which they leave it when it is full. */
public enum Priority {
    /** Before all others. */
    HIGH("high"),
    /** As without a priority. */
    NORMAL("normal"),
    /** After all others. */
    LOW("low");

    private final String configured;

    Priority(String configured) {
        this.configured = configured;
    }

    /** Returns the next lower one, if there is one. */
    public Priority lower() {
        return this == HIGH ? NORMAL : LOW;
    }

    /** Returns the name that the configuration uses. */
    public String configured() {
        return configured;
    }
}
