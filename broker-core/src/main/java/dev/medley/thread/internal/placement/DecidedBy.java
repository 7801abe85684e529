package dev.medley.thread.internal.placement;

/** What has decided where the code of a mashup runs: the states of a {@link Placement}. {@link #yieldsTo} is the transition table. */
public enum DecidedBy {
    /** Nothing has: it runs on the loops until it stalls them. */
    DEFAULT("default"),
    /** The annotation of its class. */
    ANNOTATION("annotation"),
    /** The configuration. */
    CONFIGURATION("configuration"),
    /** Its stalls: it runs on the pool until it has been quiet. */
    STALLS("stalls"),
    /** An operator. */
    OPERATOR("operator"),
    /** A reload has replaced the mashup: its last requests end where they are. */
    REPLACED("replaced");

    private final String label;

    DecidedBy(String label) {
        this.label = label;
    }

    /** Returns whether {@code reason} may move a mashup in this state. */
    public boolean yieldsTo(MoveReason reason) {
        return switch (this) {
            case DEFAULT -> reason == MoveReason.STALLS || isOfPeople(reason);
            case STALLS -> reason == MoveReason.QUIET || isOfPeople(reason);
            case ANNOTATION, CONFIGURATION, OPERATOR -> isOfPeople(reason);
            case REPLACED -> false;
        };
    }

    private static boolean isOfPeople(MoveReason reason) {
        return reason == MoveReason.OPERATOR || reason == MoveReason.RELOAD;
    }

    /** Returns the name for people. */
    public String label() {
        return label;
    }
}
