package dev.medley.partner.internal.credential;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The states of a token of an issuer. */
enum TokenState {
    /** None has been asked for, or the last one has expired or was dropped. */
    NONE,
    /** None can be used, and one has been asked for: those who need it wait. */
    FETCHING,
    /** One can be used. */
    HELD,
    /** One can be used, and another has been asked for. */
    RENEWING,
    /** None could be had, and none is asked for until a pause is over. */
    FAILED;

    private static final Map<TokenState, Set<TokenState>> NEXT = Map.of(
            NONE, EnumSet.of(FETCHING),
            FETCHING, EnumSet.of(HELD, FAILED),
            // A renewal that failed goes back to HELD as well, with a later time for the next one.
            HELD, EnumSet.of(RENEWING, FETCHING, NONE),
            RENEWING, EnumSet.of(HELD, FETCHING),
            FAILED, EnumSet.of(FETCHING));

    boolean mayBecome(TokenState next) {
        return NEXT.getOrDefault(this, Set.of()).contains(next);
    }

    /** Returns whether a request to the issuer is under way. */
    boolean isFetching() {
        return this == FETCHING || this == RENEWING;
    }
}
