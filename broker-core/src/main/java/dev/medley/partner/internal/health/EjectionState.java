package dev.medley.partner.internal.health;

/** The states of an endpoint under outlier ejection. {@link #mayBecome} is the transition table. */
public enum EjectionState {
    /** In use. */
    IN_USE,
    /** Left out; once its time is over, the next attempt there is its trial. */
    EJECTED,
    /** One attempt is its trial; there is no other one meanwhile. */
    ON_TRIAL,
    /** No endpoint any more. */
    GONE;

    /** Returns whether an endpoint in this state may be in {@code next} thereafter. */
    boolean mayBecome(EjectionState next) {
        return switch (this) {
            case IN_USE -> next == EJECTED || next == GONE;
            case EJECTED -> next == ON_TRIAL || next == GONE;
            // By a trial that is good; by one that fails, or says nothing.
            case ON_TRIAL -> next == IN_USE || next == EJECTED || next == GONE;
            case GONE -> false;
        };
    }

    /** Returns whether it counts against the share that may be ejected. */
    boolean isOut() {
        return this == EJECTED || this == ON_TRIAL;
    }

    /** The state in words, as {@code /status} shows it. */
    public String label() {
        return switch (this) {
            case IN_USE -> "in use";
            case EJECTED -> "ejected";
            case ON_TRIAL -> "on trial";
            case GONE -> "gone";
        };
    }
}
