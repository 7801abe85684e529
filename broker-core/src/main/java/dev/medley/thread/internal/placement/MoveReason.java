package dev.medley.thread.internal.placement;

/** What moves a mashup. */
public enum MoveReason {
    /** It has stalled the loops again and again. */
    STALLS("stalls"),
    /** It has run on the pool for long without holding a thread long. */
    QUIET("quiet"),
    /** An operator has asked for it. */
    OPERATOR("operator"),
    /** The configuration has changed, or an annotation in a JAR. */
    RELOAD("reload");

    private final String label;

    MoveReason(String label) {
        this.label = label;
    }

    /** Returns the name for people, and in metrics. */
    public String label() {
        return label;
    }
}
