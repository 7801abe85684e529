package dev.medley.partner;

/** The algorithm by which a limit follows the latency of what it admits. */
public enum Adaptation {
    /** None: the limit is fixed. */
    OFF("off"),
    /**
     * TCP Vegas: the limit grows while latency stays near the lowest that was seen, and shrinks by the queue that a higher
     * latency implies. For work whose latency without load varies little.
     */
    VEGAS("vegas"),
    /** The gradient of the latency against its long-term average: tolerates a latency of one and a half times that. */
    GRADIENT("gradient");

    private final String configured;

    Adaptation(String configured) {
        this.configured = configured;
    }

    /** Returns the name that the configuration uses. */
    public String configured() {
        return configured;
    }
}
