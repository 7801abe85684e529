package dev.medley.partner.internal.limit;

/**
 * One reason to refuse, such as an open circuit breaker or a spent budget. Stages do not queue; they see the result of all
 * that they admitted.
 *
 * @param <R> the result of what is admitted
 */
public interface AdmissionStage<R> {

    /** Returns whether one more may start now. By any thread, holding no lock; must not block. */
    boolean admits();

    /**
     * Nanoseconds until one may start, if nothing else happens: 0 if one may now, {@link Long#MAX_VALUE} if that is not known. By any
     * thread, holding no lock; must not block.
     */
    default long admitsInNanos() {
        return admits() ? 0 : Long.MAX_VALUE;
    }

    /** The reason why none may start now, for the message of an exchange that is refused. By any thread. */
    default String refusal() {
        return "it admits no attempt now";
    }

    /** One was refused as this stage admits none. By any thread, holding no lock; must not block. */
    default void onRefused() {}

    /** One that this stage admitted has ended. By any thread, holding no lock; must not block. */
    void onEnded(R result);
}
